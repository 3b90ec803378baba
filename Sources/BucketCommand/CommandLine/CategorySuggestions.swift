/// Sorts of places to begin with; any text is allowed.
enum CategorySuggestions {
  static let all = [
    "Apple Store", "Bar", "Bookstore", "Club", "Grocery Store", "Historic Building", "House",
    "Icecream Vendor", "Landmark", "Park",
  ]
}
