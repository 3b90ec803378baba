import TestSupport

extension FaultScenario {
  private static let password = BucketHome.password + "\n"
  private static let newPassword = "new horse"
  private static let cost = ["--unlock-time", "0s", "--password-stdin"]

  /// Every command that writes, in every way in which it writes.
  static let table = [
    FaultScenario(
      words: Household.makingVault, input: password, isOpen: nil, look: { try $0.newVault() }),
    FaultScenario(words: ["add", "Hut", "-d", "without a road"]),
    FaultScenario(
      words: ["add", "Hut", "--edit"], editor: "printf 'name: Hut\\n\\nno road\\n' >\"$1\""),
    FaultScenario(words: ["edit", "Camp", "-d", "by the lake"]),
    FaultScenario(
      words: ["edit", "Camp"], editor: "printf 'name: Tent\\n\\nby the sea\\n' >\"$1\""),
    FaultScenario(words: ["remove", "Camp", "Baikal", "--yes"]),
    FaultScenario(words: ["undo"]),
    FaultScenario(
      words: ["import", "~/huts.csv", "--on-duplicate", "merge"],
      prepare: { try $0.writeFile("huts.csv", "name,lat,lon,note\nHut,1,2,\nCamp,,,by the lake\n") }
    ),
    FaultScenario(
      words: ["purge", "--history", "--yes"],
      prepare: { try $0.change(["edit", "Camp", "-d", "by the lake"]) },
      look: { try $0.rewriting() }),
    FaultScenario(
      words: ["merge", "~/copy.vault"], prepare: { try $0.makeCopy("copy.vault", adding: "Hut") }),
    FaultScenario(
      words: ["unlock", "--old-password", "--password-stdin"], input: newPassword + "\n" + password,
      isOpen: false, prepare: { $0.household.changePassword(to: newPassword) },
      look: { try $0.rewriting() }),
    FaultScenario(
      words: ["unlock", "--password-stdin"], input: password, isOpen: false,
      prepare: { try $0.addManyChanges() }, look: { try $0.rewriting() }, isBesides: true),
    FaultScenario(
      words: ["keys", "add", "passphrase"] + cost, input: "velvet otter canyon marble prairie\n",
      look: { try $0.rewriting() }),
    FaultScenario(words: ["keys", "add", "recovery"], look: { try $0.rewriting() }),
    FaultScenario(words: ["keys", "remove", "@recovery", "--yes"], look: { try $0.rewriting() }),
    FaultScenario(
      words: ["keys", "rewrap", "login"] + cost, input: password, look: { try $0.rewriting() }),
    FaultScenario(
      words: ["keys", "rotate", "--yes", "--password-stdin"], input: password,
      prepare: { try $0.addNotes() }, look: { try $0.rewritingWithNotes() }),
    FaultScenario(
      words: ["add", "Hut", "--photo", "~/ice.jpg", "--photo", "~/ice.png"],
      prepare: { try $0.writePictures() }, look: { try $0.photos() }),
    FaultScenario(
      words: ["edit", "Camp", "--photo", "~/ice.jpg"],
      prepare: {
        try $0.writePictures()
        try $0.change(["edit", "Camp", "--photo", "\($0.household.home)/ice.png"])
      }, look: { try $0.photos() }),
    FaultScenario(
      words: ["add", "Hut", "--edit", "--photo", "~/ice.jpg"],
      editor: "printf 'name: Hut\\n\\nno road\\n' >\"$1\"",
      prepare: { try $0.writePictures() }, look: { try $0.photos() }),
    FaultScenario(
      words: ["purge", "--history", "--yes"], prepare: { try $0.addPhotos() },
      look: { try $0.rewriting() + $0.photos() }),
    FaultScenario(
      words: ["keys", "rotate", "--yes", "--password-stdin"], input: password,
      prepare: { try $0.addPhotos() }, look: { try $0.rewriting() + $0.photos() }),
    FaultScenario(
      words: ["merge", "~/copy/places.vault"], prepare: { try $0.makeCopyWithPhoto("copy") },
      look: { try $0.photos() }),
    FaultScenario(
      words: ["photo", "Camp", "-o", "~/out.jpg"], prepare: { try $0.addPhotos() },
      look: { try $0.size(of: "out.jpg") }),
    FaultScenario(
      words: ["recover", "~/damaged.vault"], prepare: { try $0.makeDamagedCopy("damaged.vault") },
      look: { try $0.placesOfCopy("damaged.recovered.vault") }),
    FaultScenario(
      words: ["export", "-o", "~/places.geojson"], look: { try $0.file("places.geojson") }),
    FaultScenario(
      words: ["export", "-o", "~/places.geojson", "--force"],
      prepare: { try $0.writeFile("places.geojson", "before\n") },
      look: { try $0.file("places.geojson") }),
  ]
}
