import Testing

@testable import BucketVault

@Suite struct DataKeyTests {
  @Test func `every use has a key of its own, and none is the data key`() {
    let key = DataKey(.counting)
    let keys = [
      key.secret.revealed, key.headerKey.revealed, key.frameKey.revealed, key.notesSeed.revealed,
      key.lastSeenKey.revealed,
    ]
    #expect(Set(keys).count == keys.count)
  }

  // hashlib.blake2b, as in SodiumTests.
  @Test func `the keys are the ones that the format lays down`() {
    let key = DataKey(.counting)
    #expect(
      HexBytes(key.headerKey.revealed).text
        == "b8d7369340c0bdfb99641d433b8fe769c1994649ab594db45c0676988f905619")
    #expect(
      HexBytes(key.frameKey.revealed).text
        == "63de8258ea5c609a92f16dbc455b5a6a552aede59d8fea0c756562552bdcdfa0")
    #expect(
      HexBytes(key.notesSeed.revealed).text
        == "a21fc9cd5774e05cfee8b69f02d39a869a651b68fb807aa29ed3bcfb4164dced")
  }

  @Test func `two vaults have different keys`() {
    #expect(DataKey.random().secret.revealed != DataKey.random().secret.revealed)
  }
}
