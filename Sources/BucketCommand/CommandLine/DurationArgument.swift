/// A length of time as it was typed, such as `90s`, `15m`, `2h`, `1h30m` or `7d`.
struct DurationArgument: ArgumentValue, Equatable {
  let duration: Duration
  /// As it was typed.
  let text: String

  private static let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]

  init(argument: String) throws(ArgumentError) {
    let unclear = ArgumentError(
      reason: "it is not a length of time", hint: "write it as in 90s, 15m, 2h or 1h30m")
    var seconds: Int64 = 0
    var digits = ""
    for character in argument {
      if character.isASCII, character.isNumber {
        digits.append(character)
      } else {
        guard let unit = Self.units[character], let count = Int64(digits), count < 1_000_000 else {
          throw unclear
        }
        seconds += count * unit
        digits = ""
      }
    }
    guard digits.isEmpty, !argument.isEmpty else { throw unclear }
    duration = .seconds(seconds)
    text = argument
  }
}
