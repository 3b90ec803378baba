extension ForeignPlace {
  /// What GPX and KML alike say of a place, but for its position, by elements that all programs know,
  /// as it is read back.
  init(native place: Place) {
    self.init(line: 0)
    // Schemas have no time outside of the calendar.
    created = place.created.flatMap { CalendarDate(utc: $0) == nil ? nil : $0 }
    name = XMLText.representable(place.name)
    description = XMLText.representable(place.description)
    link = place.link.flatMap { XMLText.isAddress($0) ? $0 : nil }
    address = place.address.map(XMLText.representable)
  }
}
