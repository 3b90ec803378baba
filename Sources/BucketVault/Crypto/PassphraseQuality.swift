import CPWQuality
import Glibc

/// What can be said against a passphrase that is to be.
///
/// libpwquality judges, with the dictionary of cracklib, and zxcvbn counts the guesses. libpwquality
/// knows no file of settings here: those of the machine are for logins, which can't be tried at the
/// speed of somebody who has the vault's file. The libraries keep copies of the passphrase, so they
/// are called in a ``Confinement``.
public enum PassphraseQuality: Hashable, Sendable {
  case good
  /// Good as far as it can be told; cracklib has no dictionary on this machine.
  case goodWithoutDictionary
  case weak(Weakness)
  /// The check broke off. Only the length is known to be enough.
  case unknown(Confinement.Failure)

  /// Why a passphrase is too weak.
  public enum Weakness: Hashable, Sendable {
    case tooShort(minimum: Int)
    case holdsUserName
    case palindrome
    /// Cracklib's own words: `it is based on a dictionary word`.
    case dictionary(String)
    /// It would be found within 2 to the power of `bits` guesses, fewer than there should be.
    case guessable(bits: Int, Pattern)
    /// The words of libpwquality about anything else.
    case other(String)
  }

  /// What most of a passphrase is, to somebody who guesses.
  public enum Pattern: UInt8, Hashable, Sendable {
    case commonWords, userName, repetition, sequence, neighbouringKeys, date, fewSigns
  }

  /// The bytes that a passphrase must have at least.
  ///
  /// A script of many signs, which says more with each, takes more bytes for them. Source: NIST SP
  /// 800-63B-4, 3.1.1.2, for passwords that stand alone; they need no particular kinds of signs.
  public static let minimumCount = 15

  /// The guesses that a passphrase must take at least, as a power of 2; docs/security.md says why.
  public static let minimumBits = 50

  /// Judges a passphrase. Only for a process of one thread.
  ///
  /// - Parameter userName: A name that the passphrase mustn't hold.
  public static func of(_ passphrase: borrowing Secret, userName: String?) -> PassphraseQuality {
    if passphrase.count < minimumCount { return .weak(.tooShort(minimum: minimumCount)) }
    do throws(Confinement.Failure) {
      let answer = try Confinement.run("pwquality_check", limit: 512) {
        (pipe) throws(SystemError) in
        try pipe.write(judge(passphrase, userName: userName))
      }
      return PassphraseQuality(answer)
    } catch {
      return .unknown(error)
    }
  }

  /// Reads what the child wrote.
  private init(_ answer: borrowing Secret) {
    let text = answer.withBytes { bytes in
      unsafe bytes.extracting(droppingFirst: min(4, bytes.byteCount)).withUnsafeBytes {
        unsafe String(decoding: $0, as: UTF8.self)
      }
    }
    let hasDictionary = answer[0] == 1
    self =
      switch -CInt(answer[1]) {
      case 0:
        if let pattern = Pattern(rawValue: answer[3]), answer[2] < Self.minimumBits {
          .weak(.guessable(bits: Int(answer[2]), pattern))
        } else {
          hasDictionary ? .good : .goodWithoutDictionary
        }
      case PWQ_ERROR_USER_CHECK: .weak(.holdsUserName)
      case PWQ_ERROR_PALINDROME: .weak(.palindrome)
      case PWQ_ERROR_CRACKLIB_CHECK: .weak(.dictionary(text))
      default: .weak(.other(text))
      }
  }
}

/// What the child does; its end frees what it took.
extension PassphraseQuality {
  /// Whether there is a dictionary, the number of the error with its sign changed, the bits and the
  /// pattern of ``GuessCount``, and the error's text.
  private static func judge(
    _ passphrase: borrowing Secret, userName: String?
  ) throws(SystemError) -> [UInt8] {
    guard let settings = unsafe pwquality_default_settings() else {
      throw SystemError(code: ENOMEM, call: "pwquality_default_settings")
    }
    unsafe pwquality_set_int_value(settings, PWQ_SETTING_MIN_LENGTH, CInt(minimumCount))
    // Without its dictionary cracklib refuses everything.
    let control = "glacier umbrella tuesday 49 accordion"
    let hasDictionary =
      unsafe pwquality_check(settings, control, nil, nil, nil) != PWQ_ERROR_CRACKLIB_CHECK
    if !hasDictionary { unsafe pwquality_set_int_value(settings, PWQ_SETTING_DICT_CHECK, 0) }
    var details: UnsafeMutableRawPointer?
    // Copies are nothing to fear here.
    let bytes = (0..<passphrase.count).map { passphrase[$0] }
    func points() -> CInt {
      unsafe (bytes + [0]).withUnsafeBytes { buffer in
        unsafe pwquality_check(
          settings, buffer.bindMemory(to: CChar.self).baseAddress, nil, userName, &details)
      }
    }
    var found = points()
    let guesses = GuessCount(of: bytes, userName: userName)
    let isOfChance = guesses.bits >= bitsOfChance || hasSeveralWords(bytes)
    if found == PWQ_ERROR_CRACKLIB_CHECK, isOfChance {
      unsafe pwquality_set_int_value(settings, PWQ_SETTING_DICT_CHECK, 0)
      found = points()
    }
    let code = min(found, 0)
    let text = unsafe text(of: code, details)
    return [
      hasDictionary ? 1 : 0, UInt8(-code), UInt8(min(guesses.bits, 255)), guesses.pattern.rawValue,
    ] + text.utf8
  }

  /// From so many guesses on, as a power of 2, cracklib isn't asked: of what a program picked by chance
  /// it finds one in a hundred too systematic, also by chance.
  private static let bitsOfChance = 80

  /// Whether there are four different words, of three bytes at least, one of them no digit.
  ///
  /// Cracklib knows single words. Of such phrases it finds one in sixty too systematic, by chance:
  /// it counts how often a letter stands beside its neighbour in the alphabet.
  private static func hasSeveralWords(_ bytes: [UInt8]) -> Bool {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    // The space, and most signs that words are joined with, come before the digits.
    let words = bytes.split { $0 < digits.lowerBound }
      .filter { $0.count >= 3 && !$0.allSatisfy(digits.contains) }
    return Set(words).count >= 4
  }

  /// What the library says about an error, without its beginning where cracklib says more.
  private static func text(of code: CInt, _ details: UnsafeMutableRawPointer?) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PWQ_MAX_ERROR_MESSAGE_LEN))
    guard code < 0, let text = unsafe pwquality_strerror(&buffer, buffer.count, code, details)
    else { return "" }
    let words = unsafe String(cString: text)
    let parts = words.split(separator: " - ", maxSplits: 1)
    return String(parts.last ?? "")
  }
}
