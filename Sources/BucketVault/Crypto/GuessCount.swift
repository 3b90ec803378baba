import CZxcvbn
import Glibc

/// How many guesses find a passphrase, as zxcvbn counts them for somebody who knows its methods.
///
/// zxcvbn keeps copies of it: only for the child of a ``Confinement``.
struct GuessCount {
  /// The guesses are 2 to the power of this.
  let bits: Int
  /// What most of the passphrase is.
  let pattern: PassphraseQuality.Pattern

  /// What a row of letters or keys is worth where most of a passphrase is such rows. zxcvbn takes one
  /// of three for any of all that there are; who has made up several of them began with the usual.
  private static let bitsOfRow = 5.0

  /// - Parameter userName: A name that is guessed first.
  init(of passphrase: [UInt8], userName: String?) {
    let plain = GuessCount(counting: passphrase, userName)
    guard let joined = Self.joined(passphrase) else {
      self = plain
      return
    }
    // Between words zxcvbn counts each sign as one that could be any; it is the same all along.
    let words = GuessCount(counting: joined, userName)
    self = words.bits < plain.bits ? words : plain
  }

  /// The words of a phrase without what is between them, each of them once, and of a sentence without
  /// the short ones; `nil` for what has more other signs than a phrase.
  private static func joined(_ passphrase: [UInt8]) -> [UInt8]? {
    let words = passphrase.split { !isOfWord($0) }
    let count = words.reduce(0) { $0 + $1.count }
    guard words.count > 1, 3 * count >= 2 * passphrase.count else { return nil }
    var seen: Set<[UInt8]> = []
    let different = words.filter { seen.insert($0.map(lowercased)).inserted }
    // A sentence, in which the articles and prepositions are what they have to be.
    let short = different.filter { $0.count <= 3 && !$0.contains(where: isDigit) }
    let isSentence =
      different.count > 6 && short.count > 3 && 5 * short.count >= 2 * different.count
    return different.filter { !isSentence || !short.contains($0) }.flatMap { $0 }
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
      true
    default: false
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
  }

  private init(counting bytes: [UInt8], _ userName: String?) {
    var parts: UnsafeMutablePointer<ZxcMatch_t>?
    let text = bytes.map { CChar(bitPattern: $0) } + [0]
    let found = unsafe (userName ?? "").withCString { name in
      var names: [UnsafePointer<CChar>?] = unsafe userName == nil ? [nil] : [name, nil]
      return unsafe ZxcvbnMatch(text, &names, &parts)
    }
    var counts: [PassphraseQuality.Pattern: Int] = [:]
    var excess = 0.0
    var next = unsafe parts
    while let part = unsafe next {
      let pattern = PassphraseQuality.Pattern(unsafe part.pointee.Type)
      counts[pattern, default: 0] += unsafe Int(part.pointee.Length)
      if pattern.isRow { excess += unsafe max(0, part.pointee.MltEnpy - Self.bitsOfRow) }
      unsafe next = part.pointee.Next
    }
    unsafe ZxcvbnFreeInfo(parts)
    let rows = counts.reduce(0) { $1.key.isRow ? $0 + $1.value : $0 }
    bits = max(0, Int(2 * rows > bytes.count ? found - excess : found))
    // Of two that are as much, the one to be told of is the same each time.
    let most = counts.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }
    pattern = most?.key ?? .commonWords
  }
}

extension PassphraseQuality.Pattern {
  /// Whether it goes on as it begins.
  fileprivate var isRow: Bool { self == .sequence || self == .neighbouringKeys }

  /// What zxcvbn found a part to be.
  fileprivate init(_ type: ZxcTypeMatch_t) {
    // A part that comes again, whatever it is.
    if type.rawValue & MULTIPLE_MATCH.rawValue != 0 {
      self = .repetition
      return
    }
    self =
      switch type {
      case DICTIONARY_MATCH, DICT_LEET_MATCH: .commonWords
      case USER_MATCH, USER_LEET_MATCH: .userName
      case REPEATS_MATCH: .repetition
      case SEQUENCE_MATCH: .sequence
      case SPATIAL_MATCH: .neighbouringKeys
      case DATE_MATCH, YEAR_MATCH: .date
      default: .fewSigns
      }
  }
}
