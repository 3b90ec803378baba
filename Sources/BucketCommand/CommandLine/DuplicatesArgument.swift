import BucketPlaces

/// What `import` does with a place that is on the list.
enum DuplicatesArgument: String, CaseIterable, ArgumentValue {
  case skip, merge, add

  var rule: PlaceImport.DuplicateRule {
    switch self {
    case .skip: .skip
    case .merge: .merge
    case .add: .add
    }
  }
}
