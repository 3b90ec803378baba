extension Draft {
  /// A text that was edited earlier, as a text to edit of what it is of now.
  ///
  /// What the edit changed is changed in what there is now. Where both have changed, the edited value
  /// stands, and above it what there is now; of a description, both.
  ///
  /// - Parameters:
  ///   - text: The text as it was edited.
  ///   - base: The text that the edit began with.
  ///   - current: The text of what there is now.
  static func rebased(_ text: String, from base: String, onto current: String) -> String {
    guard current != base, let edited = try? Draft(parsing: text),
      let before = try? Draft(parsing: base), let now = try? Draft(parsing: current)
    else { return text }
    var result = now
    var conflicts: [(field: Field, value: String)] = []
    for field in Field.allCases where edited.values[field] != before.values[field] {
      result.values[field] = edited.values[field]
      let value = now.values[field]
      if value != before.values[field], value != edited.values[field] {
        conflicts.append((field, value ?? "empty"))
      }
    }
    if edited.description != before.description {
      let isConflict =
        now.description != before.description && now.description != edited.description
      result.description =
        edited.description
        + (isConflict ? "\n\n--- changed meanwhile to ---\n" + now.description : "")
    }
    guard let placed = try? Draft(parsing: result.text) else { return result.text }
    return annotated(
      result.text,
      with: conflicts.map { conflict in
        (placed.lines[conflict.field] ?? 1, "changed meanwhile to: \(conflict.value)")
      })
  }
}
