/// Commands that are listed together.
struct CommandGroup: Sendable {
  let title: String
  let commands: [Command]

  init(_ title: String, _ commands: [Command]) {
    self.title = title
    self.commands = commands
  }
}
