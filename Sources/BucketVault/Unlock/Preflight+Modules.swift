/// What the modules of the service have on record.
extension Preflight {
  /// Whether pam_unix looks up when accounts expire.
  var checksAccountsInShadow: Bool {
    stack.modules(named: "pam_unix.so").contains { $0.type == "account" }
  }

  /// Whether pam_nologin keeps everybody out for now.
  var forbidsLogins: Bool {
    stack.modules(named: "pam_nologin.so").contains { module in
      let files = module.values(of: "file")
      return (files.isEmpty ? ["/var/run/nologin", "/etc/nologin"] : files).contains(
        where: File.exists)
    }
  }

  /// Whether pam_faillock has as many failures of a user on record as it allows.
  static func hasTooManyFailures(of user: String, _ stack: ServiceStack) -> Bool {
    stack.modules(named: "pam_faillock.so").contains { module in
      let settings = FaillockSettings(module)
      return failures(of: user, in: settings.folder) >= settings.failuresAllowed
    }
  }

  /// Counts the valid records of a tally: 64 bytes each, with a word of status at 54.
  ///
  /// Source: modules/pam_faillock/faillock.h of Linux-PAM.
  private static func failures(of user: String, in folder: String) -> Int {
    let recordCount = 64
    let tally = SmallFile.bytes(folder + "/" + user) ?? []
    return stride(from: 0, through: tally.count - recordCount, by: recordCount)
      .count { tally[$0 + 54] & 1 != 0 }
  }

  private struct FaillockSettings {
    let folder: String
    let failuresAllowed: Int

    init(_ module: ServiceStack.Module) {
      let path = module.values(of: "conf").last ?? "/etc/security/faillock.conf"
      let file = SmallFile.text(path, followingLinks: true) ?? ""
      func value(_ name: String) -> String? {
        if let value = module.values(of: name).last { return value }
        let lines = file.split(whereSeparator: \.isNewline).map { line in
          line.prefix { $0 != "#" }.split { $0 == "=" || $0.isWhitespace }
        }
        return lines.last { $0.count == 2 && $0[0] == name }.map { String($0[1]) }
      }
      folder = value("dir") ?? "/var/run/faillock"
      failuresAllowed = value("deny").flatMap { Int($0) } ?? 3
    }
  }
}

extension ServiceStack.Module {
  /// The values of the arguments `name=value`.
  func values(of name: String) -> [String] {
    arguments.filter { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
  }
}
