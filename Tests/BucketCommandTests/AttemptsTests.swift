import Foundation
import TestSupport
import Testing

@testable import BucketCommand
@testable import BucketVault

/// The log of failed unlocks as its owner sees it.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct AttemptsTests {
  private let home: BucketHome

  init() throws {
    home = try BucketHome()
    try home.makeVault()
  }

  private func fail(from connection: String? = nil) throws {
    home.environment["SSH_CONNECTION"] = connection
    #expect(try home.run("unlock", answers: ["wrong"]).end == .exited(4))
    home.environment["SSH_CONNECTION"] = nil
  }

  private struct Listed: Decodable, Equatable {
    let reason: String
    let service: String
    let terminal: String?
    let from: String?
  }

  private func listed() throws -> [Listed] {
    let run = try home.run("attempts", "--json")
    #expect(run.end == .exited(0) && run.errorText == "")
    return try JSONDecoder().decode([Listed].self, from: Data(run.output))
  }

  @Test func `every reason that is noted has words`() {
    let refusals: [UnlockRefusal] = [
      .vault(.tampered(.header)), .wrongPassword(user: ""), .accountLocked(user: ""),
      .accountExpired(user: ""), .passwordExpired(user: ""), .tooManyTries(user: ""),
      .noSuchUser(uid: 1), .unknownToPAM(user: ""), .notPermitted(user: "", text: ""),
      .rightPasswordRefused(user: "", text: ""), .authenticationUnavailable(text: ""),
      .serviceMissing(service: "", path: "", isSystem: true), .moduleMissing(modules: []),
      .helperUnprivileged(.noNewPrivileges), .pamFailed(phase: .account, code: 1, text: ""),
      .passwordChanged(since: Date()), .wrongOldPassword, .wrongPassphrase, .wrongRecoveryKey,
      .mistypedRecoveryKey(.checksum(group: nil)), .noSuchSlot(.login, among: []),
      .notEnoughMemory(needed: 1, MemoryLimit(bytes: 0, source: .machine)),
      .costRefused(.passes(1)),
    ]
    for refusal in refusals {
      #expect(refusal.isAttempt)
      #expect(Failure.words(forReason: refusal.name) != nil, "\(refusal.name)")
    }
    #expect(Failure.words(forReason: "of a later version") == nil)
  }

  @Test func `where none failed that is said, and is no failure`() throws {
    let run = try home.run("attempts")
    #expect(run.end == .exited(0))
    #expect(run.outputText == "" && run.errorText == "no failed unlock is noted\n")
    #expect(try home.run("attempts", "--json").outputText == "[]\n")
    #expect(try home.run("attempts", "-q").errorText == "")
  }

  @Test func `the newest is first, with the time, the place and the reason in words`() throws {
    try fail()
    try fail(from: "203.0.113.5 50000 192.0.2.1 22")
    let terminal = try home.terminal("unlock")
    try terminal.expect("service bucket): ")
    terminal.send("wrong\n")
    #expect(try terminal.wait() == .exited(4))
    let run = try home.run("attempts")
    #expect(run.end == .exited(0) && run.errorText == "")
    let lines = run.outputText.split(separator: "\n").map { line in
      line.replacing(/\d{4}-\d\d-\d\d \d\d:\d\d/, with: "TIME").replacing(
        /pts\/\d+ */, with: "PTS "
      )
      .replacing(#/ +/#, with: " ")
    }
    let rest = "wrong-password not the login password bucket"
    #expect(
      lines == [
        " TIME PTS \(rest)", " TIME no terminal 203.0.113.5 \(rest)", " TIME no terminal \(rest)",
      ])
    let listed = try listed()
    #expect(listed.map(\.from) == [nil, "203.0.113.5", nil])
    #expect(listed.allSatisfy { $0.reason == "wrong-password" && $0.service == "bucket" })
    #expect(listed[0].terminal?.hasPrefix("pts/") == true && listed[1].terminal == nil)
  }

  @Test func `at a terminal they are counted, and no line is wider than it is`() throws {
    for _ in 0..<2 { try fail(from: "2001:db8:1234:5678:9abc:def0:1234:5678 1 ::1 22") }
    let terminal = try home.terminal("attempts")
    #expect(try terminal.wait() == .exited(0))
    let lines = terminal.transcript.split(separator: "\r\n")
    #expect(lines.count == 3 && lines[2] == "2 failed unlocks")
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: [
    ("198.51.100.7 1 2 3", "198.51.100.7"), ("2001:db8::1 1 2 3", "2001:db8::1"),
    ("fe80::1%eth0 1 2 3", "fe80::1"), ("198.51.100.7", "198.51.100.7"), ("", nil),
    ("example.org 1 2 3", nil), ("\u{1b}[31m 1 2 3", nil), ("198.51.100.256 1 2 3", nil),
    (String(repeating: "1", count: 100_000), nil), ("1.2.3 1 2 3", nil),
  ])
  func `only an address is taken from the environment`(connection: String, from: String?) throws {
    try fail(from: connection)
    #expect(try listed().map(\.from) == [from])
  }

  @Test func `a locked vault shows none, and at a terminal asks`() throws {
    try fail()
    try home.lock()
    for words in [["attempts"], ["attempts", "--json"]] {
      let run = try ProgramRun.of(home.command(words), environment: home.environment)
      #expect(run.end == .exited(3))
      #expect(run.errorText.hasPrefix("bucket: error: the vault is locked: "))
      #expect(run.outputText.isEmpty == (words.count == 1))
    }
    let terminal = try home.terminal("attempts")
    try terminal.expect("service bucket): ")
    terminal.send(BucketHome.password + "\n")
    try terminal.expect("1 unlock failed since the last one, at ")
    try terminal.expect("wrong-password  not the login password")
    #expect(try terminal.wait() == .exited(0))
  }

  @Test func `an unlock says how many failed, and where`() throws {
    for _ in 0..<2 { try fail() }
    for address in ["203.0.113.5", "203.0.113.6", "203.0.113.7"] {
      try fail(from: "\(address) 1 2 3")
    }
    let run = try home.run("unlock", answers: [BucketHome.password])
    #expect(
      run.errorText.replacing(/\d\d:\d\d/, with: "TIME").hasSuffix(
        "bucket: warning: 5 unlocks failed since the last one: 2 on no terminal, "
          + "1 from 203.0.113.5 on no terminal, 1 from 203.0.113.6 on no terminal, 1 elsewhere; "
          + "the last at TIME: wrong-password; see bucket attempts\n"))
    try fail(from: "203.0.113.5 1 2 3")
    let next = try home.run("unlock", answers: [BucketHome.password])
    #expect(
      next.errorText.replacing(/\d\d:\d\d/, with: "TIME").hasSuffix(
        "1 unlock failed since the last one, at TIME from 203.0.113.5 on no terminal: "
          + "wrong-password; see bucket attempts\n"))
  }

  @Test func `another vault is named in what is suggested`() throws {
    home.environment["BUCKET_VAULT"] = nil
    let path = home.path + "/other vault"
    try FileManager.default.moveItem(atPath: home.vault, toPath: path)
    _ = try home.run("--vault", path, "unlock", answers: ["wrong"])
    let run = try home.run("--vault", path, "unlock", answers: [BucketHome.password])
    #expect(run.errorText.hasSuffix("; see bucket --vault '\(path)' attempts\n"))
    #expect(
      try home.shell("$BUCKET --vault '\(path)' attempts").outputText.contains("wrong-password"))
  }

  @Test func `lines that can't be read are counted, and the others shown`() throws {
    try fail()
    let log = try home.shell("echo \"$HOME\"/.local/state/bucket/*/attempts").outputText.dropLast()
    _ = try home.shell("echo 'garbage \u{1b}[31m' >>'\(log)'; echo >>'\(log)'")
    try fail()
    let told =
      "2 lines of ~\(log.dropFirst(home.path.count)) can't be read, damaged or by another hand"
    let run = try home.run("attempts")
    #expect(run.end == .exited(0))
    #expect(run.outputText.split(separator: "\n").count == 2)
    #expect(run.errorText == "bucket: warning: \(told): mv \(log) \(log).old\n")
    #expect(
      try home.run("unlock", answers: [BucketHome.password]).errorText.contains(run.errorText))
    let check = try home.run("check")
    #expect(check.outputText.contains("do   attempts     \(told)\n"))
    #expect(check.end == .exited(1))
    _ = try home.shell("mv \(log) \(log).old")
    #expect(try home.run("check").outputText.contains("attempts     no failed unlock is noted"))
  }
}
