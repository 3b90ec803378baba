import BucketVault
import TestSupport

extension FaultScenario {
  /// Every command that writes, in every way in which it writes.
  static let table = [
    FaultScenario(
      words: ["init", "--password-stdin", "--unlock-time", "0s"],
      input: BucketHome.password + "\n", isOpen: nil, look: { try $0.newVault() }),
    FaultScenario(words: ["add", "Hut", "-d", "without a road"]),
    FaultScenario(
      words: ["add", "Hut", "--edit"], editor: "printf 'name: Hut\\n\\nno road\\n' >\"$1\""),
    FaultScenario(words: ["edit", "Camp", "-d", "by the lake"]),
    FaultScenario(
      words: ["edit", "Camp"], editor: "printf 'name: Tent\\n\\nby the sea\\n' >\"$1\""),
    FaultScenario(words: ["remove", "Camp", "Baikal", "--yes"]),
    FaultScenario(
      words: ["unlock", "--old-password", "--password-stdin"],
      input: "new horse\n\(BucketHome.password)\n", isOpen: false,
      prepare: { $0.household.changePassword(to: "new horse") },
      look: { try $0.slots() }),
    FaultScenario(
      words: ["export", "-o", "~/places.geojson"], look: { try $0.file("places.geojson") }),
    FaultScenario(
      words: ["export", "-o", "~/places.geojson", "--force"],
      prepare: { try $0.writeFile("places.geojson", "before\n") },
      look: { try $0.file("places.geojson") }),
  ]
}
