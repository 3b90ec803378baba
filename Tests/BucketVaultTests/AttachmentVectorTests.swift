import FoundationEssentials
import TestSupport
import Testing

@testable import BucketVault

struct AttachmentVectorTests {
  @Test(arguments: AttachmentVector.all)
  func `an attachment is read or refused as its vector says`(_ vector: AttachmentVector) throws {
    let scratch = ScratchFolder()
    let key = DataKey(Secret(vector.dataKey))
    let id = try #require(vector.id)
    let keys = AttachmentKeys(of: id, in: vector.vault, from: key.attachmentsKey)
    #expect(keys.name == vector.fileName)
    let path = try scratch.write(vector.file, to: keys.name)
    do throws(AttachmentError) {
      var reader = try AttachmentReader(path, of: keys, in: vector.vault)
      var hash = HashingStream()
      var count = 0
      while let chunk = try reader.next() {
        count += chunk.count
        hash.add(chunk)
      }
      #expect(vector.expected == "opens")
      #expect(count == vector.count && reader.byteCount == count)
      #expect(hash.digest() == vector.hash)
    } catch {
      switch error {
      case .newerFormat: #expect(vector.expected == "newer-format")
      case .damaged: #expect(vector.expected == "damaged")
      default: Issue.record("\(error)")
      }
    }
  }

  @Test(
    .enabled(if: Reader.isAvailable, "python3-nacl is not installed"),
    arguments: AttachmentVector.all)
  func `the reader in Python makes of it what the library makes of it`(
    _ vector: AttachmentVector
  ) throws {
    let scratch = ScratchFolder()
    let path = try scratch.write(vector.file, to: "file")
    let script = """
      import importlib.util, sys
      spec = importlib.util.spec_from_file_location("reader", sys.argv[1])
      reader = importlib.util.module_from_spec(spec)
      spec.loader.exec_module(reader)
      key, vault, identifier = map(bytes.fromhex, sys.argv[3:6])
      key = reader.attachment_key(key, vault, identifier)
      try:
          content = reader.read_attachment(open(sys.argv[2], "rb").read(), key, vault)
          print("opens", reader.attachment_name(key), len(content), reader.hashed(content).hex())
      except reader.Refusal as refusal:
          print(str(refusal).split(":")[0], reader.attachment_name(key))
      """
    let identifier = try #require(vector.id).uuidString.filter { $0 != "-" }
    let run = try ProgramRun.of([
      "/usr/bin/python3", "-c", script, Repository.path("docs/read-vault.py"), path,
      HexBytes(vector.dataKey).text, HexBytes(vector.vault).text, identifier,
    ])
    var words = [vector.expected, vector.fileName]
    if let count = vector.count, let hash = vector.hash {
      words += ["\(count)", HexBytes(hash).text]
    }
    #expect(
      run.outputText == words.map { $0 ?? "" }.joined(separator: " ") + "\n", "\(run.errorText)")
  }
}
