/// What every command can be told, before its name or after it.
struct GlobalOptions: Sendable, Equatable {
  var vault: FileArgument?
  var readsPasswordFromStandardInput = false
  var acceptsOlder = false
  var isQuiet = false

  private static let vaultParameter = Parameter<FileArgument?>.optional(
    "--vault FILE", "use this vault and not the usual one")
  private static let passwordParameter = Parameter.flag(
    "--password-stdin", "read passwords from standard input, a line each")
  private static let olderParameter = Parameter.flag(
    "--accept-older", "open the vault even if it is older than the one last seen here")
  private static let quietParameter = Parameter.flag(
    "-q, --quiet", "say nothing but what was asked for, and errors")
  static let vault = vaultParameter.declaration
  static let help = Declaration("-h, --help", "show this help")
  static let version = Declaration("--version", "show the version")

  static let declarations = [
    vault, passwordParameter.declaration, olderParameter.declaration,
    quietParameter.declaration, help, version,
  ]

  init() {}

  init(_ matches: Matches) throws(UsageError) {
    vault = try Self.vaultParameter.read(matches)
    readsPasswordFromStandardInput = try Self.passwordParameter.read(matches)
    acceptsOlder = try Self.olderParameter.read(matches)
    isQuiet = try Self.quietParameter.read(matches)
  }
}
