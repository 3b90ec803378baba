import BucketVault
import FoundationEssentials
import Glibc

/// What `check` found, a line each.
struct CheckReport {
  enum Finding {
    case well(String)
    /// What is wrong, and what to do.
    case wrong(String, String)
    case unknown(String)
  }

  private var findings: [(subject: String, finding: Finding)] = []

  mutating func add(_ subject: String, _ finding: Finding) { findings.append((subject, finding)) }

  var isWell: Bool {
    findings.allSatisfy { if case .wrong = $0.finding { false } else { true } }
  }

  /// - Parameter output: Where they go to.
  func lines(for output: Output) -> [String] {
    let style = output.style
    var lines: [String] = []
    for (subject, finding) in findings {
      let name =
        DisplayText.neutralised(subject)
        + String(repeating: " ", count: max(1, 13 - subject.count))
      switch finding {
      case .well(let text):
        lines.append("\(style.green("well")) \(name)\(DisplayText.neutralised(text))")
      case .unknown(let text):
        lines.append("\(style.dim("—   ")) \(name)\(DisplayText.neutralised(text))")
      case .wrong(let text, let advice):
        lines.append("\(style.red("do  ")) \(name)\(DisplayText.neutralised(text))")
        lines.append(
          String(repeating: " ", count: 18) + DisplayText.neutralised(output.naming(advice)))
      }
    }
    return lines
  }

  // MARK: The vault

  mutating func addPermissions(of path: String) {
    let folder = File.folder(of: path)
    for path in [path, folder] {
      guard let status = try? FileStatus.of(path), status.permissions & 0o077 != 0 else { continue }
      // A folder that others use as well, such as /tmp, isn't to be closed to them.
      let isSticky = status.permissions & 0o1000 != 0
      let isShared = path == folder && (isSticky || status.owner != geteuid())
      add(
        "permissions",
        .wrong(
          "others may look into \(path)",
          isShared
            ? "keep the vault in a folder of yours alone, such as ~/.local/share/bucket"
            : "chmod go= \(Failure.word(path))"))
      return
    }
    add("permissions", .well("the file and its folder are yours alone"))
  }

  mutating func addCost(of header: VaultHeader) {
    for slot in header.slots {
      do throws(KeySlot.Refusal) {
        try slot.checkCost()
      } catch {
        let failure = Failure.unlock(UnlockRefusal(error, slot), at: "")
        add("key", .wrong(failure.message, failure.hints[0]))
        return
      }
    }
    add("key", .well("its derivation fits into this machine's memory"))
  }

  mutating func addState(
    _ sealed: borrowing Context.SealedVault, at path: String, _ context: borrowing Context
  ) {
    do throws(StateFileError) {
      try sealed.state.check()
      add("state", .well(context.environment.abbreviated(sealed.state.path)))
    } catch {
      let (message, advice) = Failure.words(for: error, context.environment)
      add(
        "state",
        .wrong("\(message): older copies and failed unlocks go unnoticed", advice))
    }
    if (try? context.isBesideTheUsualVault()) == true,
      let vault = sealed.file.vaultElsewhere(sealed.state)
    {
      add(
        "seen",
        .unknown(
          "in \(context.environment.abbreviated(vault)), of which this is a copy: what is here is not "
            + "remembered"))
    }
    addAttempts(AttemptLog(of: sealed.header, state: sealed.state), context)
    let resolved = (try? File.resolved(path)) ?? path
    let drafts = SealedDrafts(of: sealed.header, state: sealed.state).count
    let copies = sealed.state.interruptedWrites
    let unfinished = File.drafts(beside: resolved) + sealed.state.unfinished
    if !unfinished.isEmpty {
      let names = unfinished.map(Failure.word).joined(separator: " ")
      add("leftovers", .wrong("a killed bucket left \(names)", "rm \(names)"))
    }
    if !copies.isEmpty {
      add(
        "leftovers",
        .wrong(
          "\(Count.of(copies.count, "copy", "copies")) of interrupted writes, sealed, in "
            + context.environment.abbreviated(sealed.state.path),
          "rm \(copies.map(Failure.word).joined(separator: " "))"))
    }
    if drafts > 0 {
      add(
        "drafts",
        .wrong(
          "\(Count.of(drafts, "sealed draft", "sealed drafts")) could not be saved",
          "bucket edit of its place, or bucket add --edit, offers it, if the vault's key opens it"))
    }
  }

  private mutating func addAttempts(_ log: AttemptLog, _ context: borrowing Context) {
    do throws(StateFileError) {
      let (notes, unreadable) = try log.survey()
      if unreadable > 0 {
        let (message, advice) = Failure.words(
          forUnreadableLines: unreadable, of: log.path, context.environment)
        add("attempts", .wrong(message, advice))
      } else if notes > 0 {
        let count = Count.of(notes, "failed unlock is", "failed unlocks are")
        add("attempts", .well(context.output.naming("\(count) noted: bucket attempts")))
      } else {
        add("attempts", .well("no failed unlock is noted"))
      }
    } catch {
      // What is wrong with the folder is said of it already.
      if case .folder = error.fact { return }
      let (message, advice) = Failure.words(for: error, context.environment)
      add("attempts", .wrong(message, advice))
    }
  }

  // MARK: The machine

  mutating func addMachine(_ context: borrowing Context) {
    let preflight = Preflight(configuration: context.environment.pamConfiguration)
    addPAM(preflight)
    do throws(SystemError) {
      try KeySession.check()
      add("keyring", .well("the kernel keeps keys for you"))
    } catch {
      add(
        "keyring",
        .wrong(Failure.keyring(error), "every command asks for itself here, as long as that is so"))
    }
    if Secret(count: 4_096).isLocked {
      add("memory", .well("secrets can be locked into memory"))
    } else {
      add("memory", .wrong("secrets can't be locked into memory", "raise the limit: ulimit -l"))
    }
    if PrivateFolder.systemSwaps {
      add(
        "swap", .unknown("in use: see that it is encrypted, since texts being edited may reach it"))
    }
    addRoom(context)
    addTexts(context)
    addEditor(context)
  }

  /// Whether a text can be edited where no disk sees it.
  private mutating func addRoom(_ context: borrowing Context) {
    do throws(EditorError) {
      let path = try PrivateFolder.roomiest(in: context.environment.all)
      add("room", .well("texts are edited in memory, in \(DisplayText.neutralised(path))"))
    } catch {
      let (message, hint) = Failure.words(for: error)
      add("room", .wrong(message, hint))
    }
  }

  /// What interrupted edits left, and texts that could be kept nowhere else.
  private mutating func addTexts(_ context: borrowing Context) {
    for leftover in PrivateFolder.leftovers(in: context.environment.all) {
      let path = DisplayText.neutralised(leftover.path)
      switch leftover.content {
      case .text:
        add(
          "text",
          .wrong(
            "\(Failure.leftoverText(leftover.path)), by an edit that was interrupted",
            "the next bucket edit of that vault keeps it as a sealed draft"))
      case .unclear:
        add(
          "text", .wrong(Failure.leftoverText(leftover.path), Failure.leftoverAdvice(leftover.path))
        )
      case .nothing:
        add(
          "leftovers",
          .wrong("an interrupted edit left \(path)", "the next bucket edit removes it"))
      }
    }
  }

  private mutating func addPAM(_ preflight: Preflight) {
    let service = preflight.service
    let missing = preflight.missingModules
    if let user = preflight.user {
      add("account", .well("PAM is asked about \(user)"))
    } else {
      add("account", .wrong("your uid has no entry", "ask an administrator: getent passwd"))
    }
    if !service.exists {
      add(
        "PAM service", .wrong("there is no \(service.path)", "from the source folder: make install")
      )
    } else if !missing.isEmpty {
      add(
        "PAM service",
        .wrong(
          "\(service.path) names missing modules: \(missing.joined(separator: ", "))",
          "install them, or take them out"))
    } else {
      add("PAM service", .well(service.path))
    }
    if let problem = preflight.helperProblem {
      let failure = Failure.unlock(.helperUnprivileged(problem), at: "")
      add("PAM helper", .wrong(failure.message, failure.hints[0]))
    } else {
      add("PAM helper", .well("passwords can be checked"))
    }
  }

  private mutating func addEditor(_ context: borrowing Context) {
    do throws(EditorError) {
      let command = try EditorCommand.choose(in: context.environment.all)
      add("editor", .well(command.program))
    } catch {
      let (message, hint) = Failure.words(for: error)
      add("editor", .wrong(message, hint))
    }
  }
}
