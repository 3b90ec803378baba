import FoundationEssentials
import TestSupport

@testable import BucketVault

/// A folder of PAM services whose passwords are in a file, and the user who runs the tests.
final class LoginSample {
  let folder = ScratchFolder()
  let user: String

  /// The module of libpam-wrapper, if it is installed.
  static let matrix: String? = ["/usr/lib", "/usr/lib64"].flatMap { root in
    [root] + File.names(in: root).map { root + "/" + $0 }
  }
  .map { $0 + "/pam_wrapper/pam_matrix.so" }
  .first { FileManager.default.fileExists(atPath: $0) }

  static var isAvailable: Bool { matrix != nil && Preflight.loginName != nil }

  /// - Parameter service: The lines of the service, with `MATRIX` for the module and its passwords
  ///   and `DIR` for the folder.
  init(_ service: String, password: String = "secret") throws {
    user = Preflight.loginName ?? "?"
    let passwords = folder.path(of: "passwords")
    try Data("\(user):\(password):bucket\n".utf8).write(to: URL(filePath: passwords))
    let text = service.replacing("MATRIX", with: "\(Self.matrix ?? "?") passdb=\(passwords)")
      .replacing("DIR", with: folder.path)
    try Data((text + "\n").utf8).write(to: URL(filePath: folder.path(of: "bucket")))
  }

  /// The service that asks for the password and lets the user in.
  static let usual = "auth required MATRIX\naccount required MATRIX"

  private func unlocker(_ header: VaultHeader, _ conversation: ScriptedConversation) -> Unlocker {
    Unlocker(
      header, preflight: Preflight(configuration: folder.path), conversation: conversation,
      terminal: "pts/0")
  }

  func open(
    _ header: VaultHeader, _ conversation: ScriptedConversation, way: Unlocker.Way
  ) throws(UnlockRefusal) -> Unlocker.Opened {
    try unlocker(header, conversation).open(way)
  }

  /// The login password that a slot is to follow, if there is one to follow.
  func newLogin(
    _ header: VaultHeader, _ conversation: ScriptedConversation
  ) throws(UnlockRefusal) -> Login.Answer? {
    switch try unlocker(header, conversation).newLogin() {
    case .follow(let answer): answer
    case .opensAlready, .none: nil
    }
  }

  /// What became of an unlock: nothing where it gave the sample's key.
  func refusal(
    of header: VaultHeader, _ conversation: ScriptedConversation, way: Unlocker.Way = .usual
  ) -> UnlockRefusal? {
    do throws(UnlockRefusal) {
      let key = try open(header, conversation, way: way).takeKey()
      return key.secret.revealed == Secret.counting.revealed ? nil : .cancelled
    } catch {
      return error
    }
  }
}

extension VaultHeader {
  static let sealed = Date(timeIntervalSince1970: 1_773_326_820)
  /// The login password is `secret`, the passphrase `a long phrase`, the recovery key that of
  /// ``RecoveryKeyTests``; the data key counts up.
  private static let whole: VaultHeader = {
    let key = DataKey(.counting)
    let header = VaultHeader.new(for: key, created: sealed)
    var slots = SlotSet(key: DataKey(.counting), header)
    do {
      try slots.add(
        .login, secret: Secret(text: "secret"), derivation: .floor, label: "", created: sealed)
      try slots.add(
        .passphrase, secret: Secret(text: "a long phrase"), derivation: .floor, label: "",
        created: sealed)
      try slots.add(
        .recovery, secret: .counting, derivation: .blake2b, label: "", created: sealed)
      return try slots.header(following: header)
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  /// A header with slots of these kinds alone.
  static func sample(_ kinds: KeySlot.Kind...) -> VaultHeader {
    var header = whole
    header.slots = header.slots.filter { kinds.contains($0.kind) }
    return header
  }
}
