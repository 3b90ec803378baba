import BucketPlaces

/// All that is wrong with a draft, in the order of its lines.
struct DraftError: Error, Equatable {
  struct Problem: Equatable {
    /// From 1.
    let line: Int
    let fact: Fact
  }

  enum Fact: Equatable {
    /// There is no colon in the line.
    case notAField
    case unknownField(String)
    case repeatedField(Draft.Field)
    case notANumber(String)
    case notYesOrNo(String)
    /// A tag in quotes isn't followed by a comma or the end.
    case unfinishedQuote
    /// Fields stand below the blank line that ends the fields.
    case blankAmongFields
    /// Something was written where it would be lost.
    case textBelowScissors
    /// A mark around what there is to choose is still there.
    case undecided
    case position(CoordinateError)
    /// A plus code stands beside something that is no place; the words say why.
    case unlocated(String)
    case place(PlaceError)
  }

  let problems: [Problem]
}
