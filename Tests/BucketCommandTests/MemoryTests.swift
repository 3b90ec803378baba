import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// What root finds in the memory of a `bucket` that is stopped right after it has printed.
///
/// All that can be read of it is looked through, also what a core dump would leave out.
@Suite(
  .enabled(if: MemorySearch.isPossible && FaultShim.isThere, "\(MemorySearch.needsRoot)"))
struct MemoryTests {
  private static let phrase = "sepia lantern crossing 7 velvet"

  /// A vault of a real user, whose secret was asked for by pam_unix or by bucket itself.
  private func openVault(isLogin: Bool) throws -> (home: BucketHome, secret: String) {
    let home = try BucketHome(user: SystemUser())
    if isLogin {
      home.serveWithoutDelay()
      try home.makeVault(answers: [SystemUser.password])
    } else {
      home.serve("auth required pam_permit.so\naccount required pam_permit.so\n")
      try home.makeVault("--passphrase", answers: [Self.phrase])
    }
    let photo = home.makeFolder("photos") + "/ice.jpg"
    try Data(PictureSample.jpeg()).write(to: URL(filePath: photo))
    #expect(try home.run("add", "A marker of a place", "--photo", photo).end == .exited(0))
    return (home, isLogin ? SystemUser.password : Self.phrase)
  }

  /// The data key, as the kernel keyring has it, in hexadecimal digits.
  private func dataKey(_ home: BucketHome) throws -> String {
    let run = try home.shell(
      """
      name=$(grep -o 'bucket:[0-9a-f]*:[0-9a-f]*' /proc/keys | head -n 1)
      exec keyctl session - sh -c \
        "keyctl link @u @s; keyctl pipe \\$(keyctl search @u user $name)" 2>/dev/null
      """)
    let payload = run.output.suffix(80)
    try #require(payload.count == 80)
    return Self.hexadecimal(payload.dropFirst(32).prefix(32))
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  private func stopped(
    _ home: BucketHome, _ words: [String], needles: [String], input: String = ""
  ) throws -> MemorySearch.Stopped {
    let shim = FaultShim(streams: [1], calls: ["write"])
    let variables = shim.environment(with: Fault(.stopsAfter, at: 1))
    let program =
      (home.user?.asUser ?? []) + ["env"] + variables.map { "\($0)=\($1)" } + [home.program]
    return try MemorySearch.occurrences(
      of: needles, inStopped: program + words, environment: home.environment, input: input)
  }

  @Test func `the search finds what is there`() throws {
    let (home, _) = try openVault(isLogin: false)
    let marker = Self.hexadecimal("A marker of a place".utf8)
    let found = try stopped(home, ["list"], needles: [marker, "00ff00ff1234fedc00ff00ff1234fedc"])
    #expect(found.counts[0] > 0 && found.counts[1] == 0)
    #expect(found.run.end == .exited(0))
  }

  @Test(
    arguments: [true, false],
    ["list", "show marker", "photo marker", "export", "history", "keys", "status"])
  func `no data key is in it, nor a secret`(isLogin: Bool, line: String) throws {
    let (home, secret) = try openVault(isLogin: isLogin)
    let key = try dataKey(home)
    let needles = [key, Self.hexadecimal(secret.utf8)]
    let found = try stopped(home, line.split(separator: " ").map(String.init), needles: needles)
    #expect(found.counts == [0, 0])
  }

  @Test(arguments: [true, false])
  func `no data key is in it after unlocking, nor the secret that was typed`(isLogin: Bool) throws {
    let (home, secret) = try openVault(isLogin: isLogin)
    let key = try dataKey(home)
    try home.lock()
    let found = try stopped(
      home, ["unlock", "--json", "--password-stdin"],
      needles: [key, Self.hexadecimal(secret.utf8)], input: secret + "\n")
    #expect(found.counts == [0, 0], "\(found.run.errorText)")
  }

  @Test func `after lock the kernel gives the key to nobody`() throws {
    let (home, _) = try openVault(isLogin: false)
    _ = try dataKey(home)
    let serial = try home.shell("grep -m 1 bucket: /proc/keys | cut -d ' ' -f 1").outputText
    let reading = """
      keyctl session - sh -c 'keyctl link @u @s; keyctl pipe 0x\(serial.filter { $0 != "\n" })'
      """
    #expect(try home.shell(reading).output.count >= 80)
    try home.lock()
    let after = try home.shell(reading)
    #expect(after.end != .exited(0) && after.output.count < 80, "\(after.errorText)")
  }
}
