import BucketPlaces
import BucketVault
import FoundationEssentials

/// What an import does, or would do, in words.
struct ImportReport {
  /// Something of a file that is told of.
  private struct Item {
    enum Fact {
      case omission(Omission.Reason)
      /// With the number of the place in the plan.
      case remark(FoundPlace.Remark, of: Int)
      case repair(Finding.Repair)
      case notRead(ImportSource.Obstacle)
    }
    let file: String
    /// In an archive, the file within it.
    var member: String?
    var line: Int?
    var name: String?
    let fact: Fact
  }

  private let isDryRun: Bool
  /// What files are called beside others, by their paths.
  private let shortNames: [String: String]
  private var paths: [String] = []
  /// What is being read of the archive that is being read.
  private var member: String?
  /// Files of folders in which nothing is a place.
  private var passedOver: [String] = []
  private var items: [Item] = []
  private var counts: [PlaceImport.Outcome: Int] = [:]
  private var omissionCount = 0

  /// So many places are told of with the same remark; others are counted.
  private static let remarkLimit = 20

  init(of sources: [ImportSource], isDryRun: Bool) {
    self.isDryRun = isDryRun
    shortNames = ImportSource.shortNames(of: sources)
  }

  /// Some that were new are on the list by now, since another process was faster.
  mutating func setNewCount(_ count: Int) {
    counts[.unchanged, default: 0] += counts[.new, default: 0] - count
    counts[.new] = count
  }

  /// How many places the files hold that can come in.
  var placeCount: Int { counts.values.reduce(0, +) }

  /// Reads a file into a plan.
  mutating func read(
    _ source: ImportSource, into plan: inout PlaceImport, now: Date, _ output: Output
  ) throws(Failure) {
    if let obstacle = source.obstacle { return passOver(source, obstacle) }
    guard let bytes = try source.read() else {
      let limit = ForeignFile.sizeLimit
      guard source.isInFolder else { throw .importing(source.path, .tooLarge(limit: limit)) }
      return passOver(source, .tooLarge(limit: limit))
    }
    let file = ForeignFile(
      name: File.name(of: source.path), bytes: bytes, isAmongOthers: source.isInFolder)
    let size = bytes.count
    member = nil
    do throws(ImportError) {
      try file.read(
        now: now, found: { take($0, of: source.path, into: &plan) },
        progress: { done in
          output.showProgress(
            "reading places", Double(done) / Double(max(size, 1)), count: placeCount)
        })
      paths.append(source.path)
    } catch {
      switch error {
      case .unknownKind where source.isInFolder, .empty where source.isInFolder:
        passedOver.append(source.path)
      case .unopened(let kind) where source.isInFolder: passOver(source, .unopened(kind))
      default: throw .importing(source.path, error)
      }
    }
  }

  /// Forgets remarks that aren't true of what the places became: another file, or the list, may have
  /// the position that one lacks.
  mutating func forgetRemarks(beyond plan: borrowing PlaceImport) {
    items.removeAll { item in
      guard case .remark(let remark, let number) = item.fact else { return false }
      return !remark.holds(of: plan.place(number))
    }
  }

  private mutating func passOver(_ source: ImportSource, _ obstacle: ImportSource.Obstacle) {
    passedOver.append(source.path)
    items.append(Item(file: source.path, fact: .notRead(obstacle)))
  }

  private mutating func take(
    _ finding: Finding, of path: String, into plan: inout PlaceImport
  ) {
    func note(_ fact: Item.Fact, line: Int? = nil, name: String? = nil) {
      items.append(Item(file: path, member: member, line: line, name: name, fact: fact))
    }
    switch finding {
    case .place(let found):
      let (outcome, number) = plan.takeNumbered(found)
      counts[outcome.counted, default: 0] += 1
      let remarks = outcome.counted == .unchanged ? [] : found.remarks
      for remark in remarks + outcome.remarks {
        note(.remark(remark, of: number), line: found.line, name: found.place.name)
      }
    case .omission(let omission):
      omissionCount += 1
      note(.omission(omission.reason), line: omission.line, name: omission.name)
    case .repair(let repair): note(.repair(repair))
    case .member(let name): member = name
    case .tooLarge(let member, let limit):
      items.append(Item(file: path, member: member, fact: .notRead(.tooLarge(limit: limit))))
    }
  }
}

extension ImportReport {
  /// As in `imported 12 places from places.csv: 9 new, 1 merged, 2 unchanged, 1 skipped`.
  var summary: String {
    let parts = [
      "\(counts[.new] ?? 0) new", "\(counts[.merged] ?? 0) merged",
      "\(counts[.unchanged] ?? 0) unchanged", "\(omissionCount) skipped",
    ]
    let text = "\(Count.places(placeCount)) in \(shownPaths): \(parts.joined(separator: ", "))"
    return isDryRun ? text + "; nothing was changed" : text
  }

  /// The files with places, or all if there are none; or how many they are.
  var shownPaths: String {
    let all = paths.isEmpty ? passedOver : paths
    guard all.count == 1 else { return Count.of(all.count, "file", "files") }
    return all[0] == "-" ? "standard input" : DisplayText.neutralised(all[0])
  }

  /// Everything that is not as the files have it, a line for each.
  func write(to output: Output) throws(Failure) {
    var table = Table([.fixed, .fixed, .text, .sentence], indent: 0)
    var seen: [String: Int] = [:]
    for item in items {
      let words = words(for: item)
      if case .remark = item.fact {
        seen[words, default: 0] += 1
        if seen[words, default: 0] > Self.remarkLimit { continue }
      }
      table.add([
        .init(isOmission(item) ? "skipped" : "note", isOmission(item) ? .yellow : .dim),
        .init(place(of: item), .dim), .init(item.name ?? ""), .init(words),
      ])
    }
    for line in table.lines(width: output.width, style: output.style) {
      try output.write(line + "\n")
    }
    for (words, count) in seen.sorted(by: { $0.key < $1.key }) where count > Self.remarkLimit {
      output.say("\(Count.places(count - Self.remarkLimit)) more: \(words)")
    }
    if !passedOver.isEmpty, !paths.isEmpty {
      output.say("no places in \(Count.of(passedOver.count, "other file", "other files"))")
    }
  }

  private func isOmission(_ item: Item) -> Bool {
    if case .omission = item.fact { true } else { false }
  }

  private func place(of item: Item) -> String {
    let file = paths.count + passedOver.count > 1 ? shortNames[item.file] : nil
    let line = item.line.map { "line \($0)" }
    return [file, item.member, line].compactMap(\.self).joined(separator: ", ")
  }

  private func words(for item: Item) -> String {
    switch item.fact {
    case .omission(let reason): Failure.words(for: reason)
    case .remark(let remark, _): Failure.words(for: remark)
    case .repair(let repair): Failure.words(for: repair)
    case .notRead(let obstacle): Failure.words(for: obstacle)
    }
  }
}

extension ImportReport {
  /// The report as an object; see docs/json.md.
  var json: String {
    func array(_ isIncluded: (Item) -> Bool) -> String {
      JSONText.array(
        items.filter(isIncluded).map { item in
          var members = [(key: "file", text: JSONText.string(item.file))]
          if let member = item.member { members.append(("member", JSONText.string(member))) }
          if let line = item.line { members.append(("line", String(line))) }
          if let name = item.name { members.append(("name", JSONText.string(name))) }
          members.append(("reason", JSONText.string(words(for: item))))
          return JSONText.object(members)
        })
    }
    return JSONText.object([
      ("dry_run", String(isDryRun)), ("new", String(counts[.new] ?? 0)),
      ("merged", String(counts[.merged] ?? 0)), ("unchanged", String(counts[.unchanged] ?? 0)),
      ("skipped", array(isOmission)), ("notes", array { !isOmission($0) }),
      ("files", JSONText.array(paths.map(JSONText.string))),
      ("passed_over", JSONText.array(passedOver.map(JSONText.string))),
    ]) + "\n"
  }
}

extension PlaceImport.Outcome {
  /// What it counts as.
  fileprivate var counted: PlaceImport.Outcome {
    switch self {
    case .new, .renumbered: .new
    case .merged, .partlyMerged: .merged
    case .unchanged, .differing: .unchanged
    }
  }

  /// What is told of it besides.
  fileprivate var remarks: [FoundPlace.Remark] {
    switch self {
    case .renumbered: [.renumbered]
    case .partlyMerged, .differing: [.differs]
    case .new, .merged, .unchanged: []
    }
  }
}
