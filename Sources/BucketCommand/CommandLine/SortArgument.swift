import BucketPlaces

/// A key of `--sort`.
enum SortArgument: String, CaseIterable, ArgumentValue {
  case added, name, visited, category, distance

  var key: Query.Sort {
    switch self {
    case .added: .added
    case .name: .name
    case .visited: .visited
    case .category: .category
    case .distance: .distance
    }
  }
}
