import BucketPlaces

extension Draft {
  /// The place as text; what a line can't show exactly, such as a position with more than seven
  /// decimals, is still kept by ``apply(to:)`` as long as the line isn't touched.
  init(_ place: Place) {
    self.init()
    values[.name] = place.name
    values[.at] = place.coordinate.map { Self.spaced($0.description) }
    values[.altitude] = place.altitude.map(Self.plain)
    values[.approximate] = place.approximate.map { $0 ? "yes" : "no" }
    values[.category] = place.category
    values[.tags] = place.tags.isEmpty ? nil : TagList(place.tags).text
    values[.visited] = place.visited?.description
    values[.address] = place.address
    values[.link] = place.link
    description = place.description
    // A space may carry a mark, so that it isn't white space to a place.
    values = values.mapValues(DraftLayout.trimmed)
  }

  /// Gives the place what differs from it in the draft.
  ///
  /// A place that moves loses its altitude, and that it is approximate, unless the new position tells
  /// them or those lines were changed too.
  ///
  /// - Parameter locate: Finds the place that is named beside a plus code without its leading digits;
  ///   `nil` where there are no places to look among.
  /// - Throws: All that the place can't be; it is then as it was.
  func apply(
    to place: inout Place, locating locate: (String) -> Located? = { _ in nil }
  ) throws(DraftError) {
    let before = Draft(place)
    var result = place
    var problems: [DraftError.Problem] = []
    // The position comes before what belongs to it.
    for field in Field.allCases {
      let value = values[field] ?? ""
      guard !value.isSame(as: before.values[field] ?? "") else { continue }
      do throws(Refusal) {
        try Self.set(field, to: value, in: &result, locating: locate)
      } catch {
        problems.append(DraftError.Problem(line: lines[field] ?? 1, fact: error.fact))
      }
    }
    if !description.isSame(as: before.description) {
      do throws(PlaceError) {
        try result.setDescription(description)
      } catch {
        problems.append(DraftError.Problem(line: fieldsEnd, fact: .place(error)))
      }
    }
    guard problems.isEmpty else {
      throw DraftError(problems: problems.sorted { $0.line < $1.line })
    }
    place = result
  }

  /// The doubts about a position that isn't the place's own; it may have others that are refused.
  func doubts(movingFrom place: Place) -> [PastedPosition.Doubt] {
    let value = values[.at] ?? ""
    guard !value.isSame(as: Draft(place).values[.at] ?? "") else { return [] }
    return (try? PastedPosition(parsing: value).doubts) ?? []
  }

  /// What is found of a place that is named beside a plus code.
  typealias Located = Result<Coordinate, Unlocated>

  /// Why nothing was found, in words.
  struct Unlocated: Error, Equatable {
    let message: String
  }

  /// What one value can't be, before it is known on which line it stands.
  private struct Refusal: Error {
    let fact: DraftError.Fact
  }

  private static func set(
    _ field: Field, to value: String, in place: inout Place, locating locate: (String) -> Located?
  ) throws(Refusal) {
    do {
      switch field {
      case .name: try place.setName(value)
      case .at where value.isEmpty: place.coordinate = nil
      case .at: try place.move(to: try position(value, locating: locate))
      case .altitude: try place.setAltitude(value.isEmpty ? nil : number(value))
      case .approximate: place.approximate = try yesOrNo(value)
      case .category: try place.setCategory(value)
      case .tags:
        guard let tags = TagList(parsing: value) else {
          throw Refusal(fact: .unfinishedQuote)
        }
        try place.setTags(tags.tags)
      case .visited: place.visited = value.isEmpty ? nil : try CalendarDate(typed: value)
      case .address: try place.setAddress(value)
      case .link: try place.setLink(value)
      }
    } catch let error as Refusal {
      throw error
    } catch let error as CoordinateError {
      throw Refusal(fact: .position(error))
    } catch let error as PlaceError {
      throw Refusal(fact: .place(error))
    } catch {
      preconditionFailure("a field failed in a way of its own")
    }
  }

  private static func position(
    _ value: String, locating locate: (String) -> Located?
  ) throws -> PastedPosition {
    do throws(CoordinateError) {
      return try PastedPosition(parsing: value)
    } catch .shortPlusCode(let code, let reference?) {
      switch locate(reference) {
      case .success(let point): return try PastedPosition(parsing: value, near: point)
      case .failure(let error): throw Refusal(fact: .unlocated(error.message))
      case nil: throw CoordinateError.shortPlusCode(code, reference: reference)
      }
    }
  }

  private static func number(_ value: String) throws(Refusal) -> Double {
    guard let number = Double(value), number.isFinite else {
      throw Refusal(fact: .notANumber(value))
    }
    return number
  }

  private static func yesOrNo(_ value: String) throws(Refusal) -> Bool? {
    switch value.lowercased() {
    case "": nil
    case "yes", "y", "true": true
    case "no", "n", "false": false
    default: throw Refusal(fact: .notYesOrNo(value))
    }
  }

  private static func plain(_ number: Double) -> String {
    // Whole metres need no decimals; beyond 2⁵³ there are none to leave out.
    abs(number) < 0x1p53 && number == number.rounded() ? "\(Int(number))" : "\(number)"
  }

  private static func spaced(_ pair: String) -> String {
    pair.split(separator: ",").joined(separator: ", ")
  }
}
