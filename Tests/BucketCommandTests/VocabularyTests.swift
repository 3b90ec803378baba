import TestSupport
import Testing

@testable import BucketCommand

/// What shells complete from the vault.
@Suite struct VocabularyTests {
  private static let nasty = #"A $(touch "$HIT") `touch "$HIT"` 'x' \ ;*"#
  private let household: Household

  init() throws {
    household = try Household()
    household["HIT"] = household.home + "/hit"
    _ = try household.bucket(["add", Self.nasty, "-c", Self.nasty, "-t", "$(touch \"$HIT\")"])
    _ = try household.bucket(["add", "Lake Baikal", "-c", "Lake", "-t", "a b", "-t", "\"a, b\""])
    _ = try household.bucket(["add", "\u{202E}turned \u{1F1E6}", "-t", "\u{202E}turned"])
  }

  private func words(_ line: String...) throws -> [String] {
    let run = try household.bucket(["complete", "--"] + line)
    #expect(run.end == .exited(0) && run.errorText == "")
    return run.outputText.split(separator: "\n").dropFirst().map(String.init)
  }

  @Test func `names, categories and tags come from the open vault`() throws {
    #expect(try words("show", "") == [Self.nasty, "Lake Baikal"])
    #expect(try words("visit", "Lake ") == ["Lake Baikal"])
    #expect(try words("visit", "lÄke b") == ["Lake Baikal"])
    #expect(try words("list", "-c", "lAK") == ["Lake"])
    #expect(try words("list", "--TAG=a") == [])
    #expect(try words("list", "--near=La") == ["--near=Lake Baikal"])
    #expect(try words("list", "-c", "") == [Self.nasty, "Lake"])
    #expect(try words("list", "-t", "") == ["$(touch \"$HIT\")", "a b", "\"a, b\""])
    #expect(try words("add", "x", "-c", "La") == ["Landmark", "Lake"])
    #expect(try words("add", "x", "-c", "lANDM") == ["Landmark"])
    #expect(try words("add", "x", "-t", "A") == ["a b"])
  }

  @Test func `of a locked vault nothing is offered, and nobody is asked`() throws {
    try household.lock()
    #expect(try words("show", "") == [])
    #expect(try words("add", "x", "-c", "La") == ["Landmark"])
    let terminal = try household.terminal(["complete", "--", "show", ""])
    #expect(try terminal.wait() == .exited(0))
    #expect(terminal.transcript == "words\r\n")
  }

  @Test func `looking for words changes nothing`() throws {
    _ = try words("show", "")
    let before = try household.everything()
    _ = try words("show", "")
    #expect(try household.everything() == before)
  }

  @Test func `nothing that a name or a tag holds is run by a shell`() throws {
    let bash = try household.shell(
      """
      cd "$HOME"; bucket() { "$BUCKET" "$@"; }; command() { shift 0; "$BUCKET" "${@:2}"; }
      source <("$BUCKET" completion bash)
      for line in "bucket show " "bucket list -t " "bucket list -c "; do
        COMP_LINE=$line COMP_POINT=${#line}; _bucket bucket ""; printf '%s\\n' "${COMPREPLY[@]}"
      done
      """)
    #expect(
      bash.outputText.contains(#"\$\(touch\ \"\$HIT\"\)"#), "\(bash.outputText)\(bash.errorText)")
    #expect(bash.outputText.contains(#"Lake\ Baikal"#))
    let fish = try household.shell(
      """
      mkdir -p "$HOME/bin"; ln -s "$BUCKET" "$HOME/bin/bucket"; export PATH="$HOME/bin:$PATH"
      cd "$HOME"; fish -c 'bucket completion fish | source; complete -C "bucket show "'
      """)
    #expect(fish.outputText.contains("Lake Baikal"), "\(fish.errorText)")
    let hit = try household.shell("test -e \"$HIT\" && echo HIT")
    #expect(hit.outputText == "")
  }
}
