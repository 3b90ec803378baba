import TestSupport
import Testing

@testable import BucketCommand

/// What `make install` puts in place, as the programs find it that read it.
@Suite struct InstallTests {
  private let root = ScratchFolder()

  private func run(_ script: String, _ words: [String]) throws -> [String] {
    let run = try ProgramRun.of([Repository.path("Packaging/\(script)")] + words)
    #expect(run.end == .exited(0) && run.errorText == "")
    return run.outputText.split(separator: "\n").map(String.init)
  }

  private func files() throws -> [String] {
    try ProgramRun.of(["find", root.path, "-type", "f", "-printf", "/%P\n"]).outputText
      .split(separator: "\n").map(String.init)
  }

  @Test(arguments: ["/usr/local", "/opt/bucket"])
  func `what is put in place can be taken away again`(prefix: String) throws {
    _ = try run("install", [BuiltProgram.bucket, root.path, prefix, "/etc"])
    let installed = try files()
    #expect(installed.contains("\(prefix)/bin/bucket"))
    let removed = try run("uninstall", [root.path, prefix, "/etc"])
    #expect(Set(removed) == Set(installed.map { "removed \(root.path)\($0)" }))
    #expect(try files() == [])
  }

  @Test(
    .enabled(if: ShellRun.hasProgram("fish"), "fish is not installed"),
    arguments: ["/usr/local", "/opt/bucket"])
  func `fish looks where its script is, whatever the prefix`(prefix: String) throws {
    _ = try run("install", [BuiltProgram.bucket, root.path, prefix, "/etc"])
    let looksIn = try ProgramRun.of(
      ["fish", "-c", "printf '%s\\n' $fish_complete_path"],
      environment: ["HOME": root.path, "PATH": "/usr/bin:/bin"]
    ).outputText.split(separator: "\n")
    let scripts = try files().filter { $0.hasSuffix("/bucket.fish") }
    #expect(scripts.count == 1)
    for script in scripts {
      #expect(looksIn.contains { "\($0)/bucket.fish" == script }, "\(script) isn't in \(looksIn)")
    }
  }

  @Test(.enabled(if: ShellRun.hasProgram("fish"), "fish is not installed"))
  func `the way that help recommends keeps fish from what it makes of the manual`() throws {
    let household = try Household(hasVault: false)
    let generated = household.home + "/.local/share/fish/generated_completions"
    _ = try household.shell(
      """
      mkdir -p "$HOME/bin" '\(generated)'; ln -s "$BUCKET" "$HOME/bin/bucket"
      echo 'complete -c bucket -l of-another-command' > '\(generated)/bucket.fish'
      """)
    household["PATH"] = household.home + "/bin:/usr/bin:/bin"
    let offered = { () throws -> String in
      try ProgramRun.of(
        ["fish", "-c", "complete -C 'bucket list --'"], environment: household.environment
      ).outputText
    }
    #expect(try offered().contains("--of-another-command"))

    let examples = Commands.table.command(in: ["completion"])?.command.examples ?? []
    let line = try #require(examples.map(\.line).first { $0.contains("fish") })
    let fish = try PseudoTerminal(["fish", "--private"], environment: household.environment)
    fish.send("\(line)\rexit\r")
    #expect(try fish.wait() == .exited(0))
    #expect(try !offered().contains("--of-another-command"))
    #expect(try offered().contains("--tag"))
  }
}
