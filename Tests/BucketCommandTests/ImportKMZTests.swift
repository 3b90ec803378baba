import FoundationEssentials
import TestSupport
import Testing

/// KMZ, as the program reads it.
@Suite struct ImportKMZTests {
  private let household: Household

  init() throws { household = try Household() }

  /// Writes a map with two lists that it links to, one of them twice, and imports it with a server
  /// listening where the map links to as well.
  private static let script = """
    import os, socket, subprocess, sys, zipfile
    server = socket.create_server(('127.0.0.1', 0))
    server.setblocking(False)
    def place(name, position):
        return (f'<Placemark><name>{name}</name><Point><coordinates>{position}</coordinates></Point>'
                '</Placemark>')
    def link(name, target):
        return f'<NetworkLink><name>{name}</name><Link><href>{target}</href></Link></NetworkLink>'
    def kml(*parts):
        return ('<kml xmlns="http://www.opengis.net/kml/2.2"><Document>' + ''.join(parts)
                + '</Document></kml>')
    path = os.environ['HOME'] + '/lists.kmz'
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as z:
        z.writestr('files/huts.kml', kml(place('Hut', '7.5,47.5'), link('Back', '../doc.kml')))
        z.writestr('files/old mills.kml', kml(place('Mill', '8.5,48.5')))
        z.writestr('images/icon.png', b'\\x89PNG\\r\\n\\x1a\\n\\x00')
        z.writestr('doc.kml', kml(
            link('Huts', 'files/huts.kml'), link('Mills', 'files/old%20mills.kml'),
            link('Huts again', 'files/huts.kml'), place('Home', '7,47'),
            link('Web', 'http://127.0.0.1:%d/more.kml' % server.getsockname()[1])))
    done = subprocess.run([os.environ['BUCKET'], 'import', path])
    try:
        server.accept()
        sys.exit('the link was followed')
    except BlockingIOError:
        sys.exit(done.returncode)
    """

  @Test func `the lists of a KMZ come in once, its links are not fetched, and undo takes all back`()
    throws
  {
    let script = household.home + "/import.py"
    try Data(Self.script.utf8).write(to: URL(filePath: script))
    let run = try household.shell("python3 \"$HOME/import.py\"")
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(
      run.errorText.contains("3 places in \(household.home)/lists.kmz: 3 new, 0 merged, "),
      "\(run.errorText)")
    #expect(run.outputText.contains("a link to no place: http://127.0.0.1:"), "\(run.outputText)")
    #expect(run.outputText.split(separator: "\n").count == 1, "\(run.outputText)")
    let places = try household.bucket(["list", "--json"]).outputText
    #expect(places.contains(#""name":"Hut","tags":["Huts"]"#), "\(places)")
    #expect(places.contains(#""name":"Mill","tags":["Mills"]"#), "\(places)")

    let again = try household.shell("python3 \"$HOME/import.py\"")
    #expect(again.errorText.contains("0 new, 0 merged, 3 unchanged"), "\(again.errorText)")
    #expect(try household.bucket(["undo"]).end == .exited(0))
    #expect(try household.names() == [])
  }
}
