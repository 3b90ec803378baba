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
    guard !current.isSame(as: base), let edited = try? Draft(parsing: text),
      let before = try? Draft(parsing: base), let now = try? Draft(parsing: current)
    else { return text }
    var result = now
    var conflicts: [(field: Field, value: String)] = []
    for field in Field.allCases {
      func value(_ draft: Draft) -> String { draft.values[field] ?? "" }
      guard !value(edited).isSame(as: value(before)) else { continue }
      result.values[field] = edited.values[field]
      if !value(now).isSame(as: value(before)), !value(now).isSame(as: value(edited)) {
        conflicts.append((field, now.values[field] ?? "empty"))
      }
    }
    if !edited.description.isSame(as: before.description) {
      let isConflict =
        !now.description.isSame(as: before.description)
        && !now.description.isSame(as: edited.description)
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
