import Glibc
import TestSupport
import Testing

@testable import BucketVault

/// libpwquality, cracklib and zxcvbn themselves, in `TerminalProbe`: a check needs a process of one thread.
@Suite struct PassphraseQualityTests {
  static let probe = BuiltProgram.path(of: "TerminalProbe")

  /// What is found out about a passphrase of the user alice.
  private func quality(
    of passphrase: [UInt8], in front: [String] = [], ignoring signal: CInt? = nil
  ) throws -> String {
    let run = try ProgramRun.of(
      front + [Self.probe] + (signal.map { ["ignoring", "\($0)"] } ?? []) + ["quality", "alice"],
      input: passphrase + Array("\n".utf8))
    #expect(run.errorText == "")
    return String(run.outputText.prefix { $0 != "\n" })
  }

  static let weak: [(String, PassphraseQuality.Weakness)] = [
    ("", .tooShort(minimum: 15)), ("password", .tooShort(minimum: 15)),
    ("Tr0ub4dor&3", .tooShort(minimum: 15)), ("fourteen signs", .tooShort(minimum: 15)),
    ("四个汉字", .tooShort(minimum: 15)),
    ("counterrevolutionary", .dictionary("it is based on a dictionary word")),
    ("Counterrevolutionary", .dictionary("it is based on a dictionary word")),
    ("yranoituloverretnuoc", .dictionary("it is based on a (reversed) dictionary word")),
    ("123456789012345678901234", .dictionary("it is too simplistic/systematic")),
    ("abcdefghijklmnopqrstuvwxyz", .dictionary("it is too simplistic/systematic")),
    (
      "hellohellohellohello",
      .dictionary("it does not contain enough DIFFERENT characters")
    ),
    ("waits dwelt defeats", .dictionary("it is too simplistic/systematic")),
    ("1234 2345 3456 4567", .dictionary("it is too simplistic/systematic")),
    ("abcdef abcdef abcdef abcdef", .dictionary("it is too simplistic/systematic")),
    ("passwordpassword", .guessable(bits: 1, .repetition)),
    ("monkeymonkeymonkey", .guessable(bits: 5, .repetition)),
    ("qwertyuiopasdfgh", .guessable(bits: 17, .commonWords)),
    ("1qaz2wsx3edc4rfv", .guessable(bits: 32, .commonWords)),
    ("edcrfvtgbyhnujmik", .guessable(bits: 39, .neighbouringKeys)),
    ("correct horse battery staple", .guessable(bits: 47, .commonWords)),
    ("tundra-obelisk-whiskey", .guessable(bits: 37, .commonWords)),
    ("the cat sat on the mat and the dog", .guessable(bits: 0, .commonWords)),
    ("the cat sat on the mat and looked at the dog", .guessable(bits: 9, .commonWords)),
    (
      "Twinkle, twinkle, little star, how I wonder what you are", .guessable(bits: 45, .commonWords)
    ),
    ("It was the best of times, it was the worst of times", .guessable(bits: 27, .commonWords)),
    ("Summer2026Summer2025", .guessable(bits: 33, .commonWords)),
    ("iloveyoualexander", .guessable(bits: 13, .commonWords)),
    ("1999-12-31 2001-05-06", .guessable(bits: 32, .date)),
    ("9f3kx9f3kx9f3kx9f3kx", .guessable(bits: 27, .repetition)),
    ("alice in wonderland, quite", .holdsUserName), ("tundra obelisk ecilA", .holdsUserName),
    ("wasitacaroracatisawwasitacaroracatisaw", .palindrome),
    ("Stressed Desserts", .palindrome),
    (String(repeating: "x", count: 1000), .palindrome),
    ("一一一一一一", .dictionary("it does not contain enough DIFFERENT characters")),
  ]

  @Test(arguments: weak) func `a weak passphrase is told to be so`(
    passphrase: String, weakness: PassphraseQuality.Weakness
  ) throws {
    #expect(try quality(of: Array(passphrase.utf8)) == "\(PassphraseQuality.weak(weakness))")
  }

  static let good = [
    "ABXDEYGHQJKWMNZPQ7STR3UV",
    "six words make a good passphrase", "über alle Berge, nur zu zweit", "тундра обелиск виски",
    "五个汉字吧",
    "🏔 tundra 🧊 obelisk", "k7Fq2nWz9xLb4vRt", "9271 5502 8846 1397",
    // Cracklib has something against these as single words.
    "beefs chinned lusts redound", "crushed-bernini-defector-stably",
    // Six words picked by dice, of several lists, and what `head -c 15 /dev/urandom | base32` makes.
    "reward plaster phantom joining onion sherry", "parole resonant hunting march herbs yoyo",
    "kraut-bohnen-lampe-sieben-uhr-zange", "GlacierUmbrellaTuesdayLemonViolinAccordion",
    "info irk liz six 80 naked", "hen yates bran nod format 92 zinc", "ZFUQ4TLLHJCZ5C6JXYQ6MYN4",
    String(String(repeating: "lichen bassoon mortgage turquoise ", count: 30).prefix(1000)),
  ]

  @Test(arguments: good) func `a long one passes without signs of any particular kind`(
    passphrase: String
  ) throws {
    #expect(try quality(of: Array(passphrase.utf8)) == "\(PassphraseQuality.good)")
  }

  @Test(arguments: ["bob", "alexander", "o'neill"])
  func `a login name is no passphrase however often it is written`(name: String) throws {
    for times in [6, 7] {
      let passphrase = String(repeating: name, count: times)
      let run = try ProgramRun.of(
        [Self.probe, "quality", name], input: Array((passphrase + "\n").utf8))
      #expect(run.outputText.hasPrefix("weak("), "\(passphrase): \(run.outputText)")
    }
  }

  @Test func `bytes that are no text are judged as they are`() throws {
    let bytes: [UInt8] =
      [0xff, 0xfe, 0x80] + Array("tundra \u{1b}[2J obelisk whiskey".utf8) + [0xc3]
    #expect(try quality(of: bytes) == "\(PassphraseQuality.good)")
  }

  @Test func `where endings of children are ignored, it is judged all the same`() throws {
    #expect(
      try quality(of: Array("passwordpassword".utf8), ignoring: SIGCHLD)
        == "\(PassphraseQuality.weak(.guessable(bits: 1, .repetition)))")
  }

  @Test(.enabled(if: Person.isRoot, "only root can hide the dictionary"))
  func `without a dictionary, the rest is judged`() throws {
    let front = [
      "unshare", "--mount", "sh", "-c", "mount -t tmpfs none /var/cache/cracklib && exec \"$@\"",
      "sh",
    ]
    for (passphrase, expected) in [
      ("counterrevolutionary", PassphraseQuality.weak(.guessable(bits: 15, .commonWords))),
      ("tundra obelisk whiskey 4907", .goodWithoutDictionary),
      ("passwordpassword", .weak(.guessable(bits: 1, .repetition))),
      ("tundra obelisk alice", .weak(.holdsUserName)),
    ] {
      #expect(try quality(of: Array(passphrase.utf8), in: front) == "\(expected)")
    }
  }

  @Test(
    .enabled(if: Trace.isPossible, "strace is missing, or may not trace here"),
    arguments: [
      (["?fork,?clone,?clone3:error=EAGAIN"], .failed(SystemError(code: EAGAIN, call: "fork"))),
      (["pipe2:error=EMFILE"], .failed(SystemError(code: EMFILE, call: "pipe2"))),
      (["?dup2,?dup3:signal=KILL"], .killed(SIGKILL)),
      (["?dup2,?dup3:signal=ALRM"], .killed(SIGALRM)),
      (
        ["?dup2,?dup3:error=EBADF"],
        .failed(SystemError(code: EBADF, call: "pwquality_check"))
      ),
    ] as [([String], Confinement.Failure)])
  func `a check that breaks off is told as that`(
    faults: [String], failure: Confinement.Failure
  ) throws {
    let front =
      ["strace", "-f", "-qq", "-o", "/dev/null"] + faults.flatMap { ["-e", "inject=\($0)"] }
    #expect(
      try quality(of: Array("tundra obelisk whiskey 4907".utf8), in: front)
        == "\(PassphraseQuality.unknown(failure))")
  }

  @Test(
    .enabled(if: MemorySearch.isPossible, "\(MemorySearch.needsRoot)"),
    arguments: ["tundra obelisk whiskey 4907", "counterrevolutionary"])
  func `what was judged is in memory once, where the secret is`(passphrase: String) throws {
    let found = try MemorySearch.occurrences(
      of: passphrase, in: [Self.probe, "quality", "alice"])
    #expect(found.count == 1)
    #expect(found.output.hasSuffix("\n\(passphrase.utf8.count) bytes\n"))
  }
}
