import Testing

@testable import BucketPlaces

/// Links with numbers of our own, in every shape that the services give them.
@Suite struct MapLinkTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let text: String
    let name: String?
    let doubts: [PastedPosition.Doubt]

    init(_ text: String, name: String? = nil, _ doubts: PastedPosition.Doubt...) {
      (self.text, self.name, self.doubts) = (text, name, doubts)
    }

    var testDescription: String { text }
  }

  /// All of them lead to 53.5,-108.25.
  static let google = [
    Sample(
      "https://www.google.com/maps/place/Old+Hut/@53.4,-108.1,17z/data=!3m1!4b1!4m6!3m5!1s0x1:0x2!8m2!3d53.5!4d-108.25!16s%2Fg%2F1",
      name: "Old Hut"),
    Sample(
      "https://www.google.de/maps/place/Old+Hut/@53.4,-108.1,17z/data=!4m2!3d1!4d2!8m2!3d53.5!4d-108.25",
      name: "Old Hut"),
    Sample("https://www.google.com/maps/search/53.5,+-108.25?entry=tts"),
    Sample("https://www.google.com/maps/search/53.5, -108.25"),
    Sample("https://www.google.com/maps/search/53.5,%20-108.25"),
    Sample("https://www.google.com/maps/search/?api=1&query=53.5%2C-108.25"),
    Sample("https://www.google.com/maps/search/?api=1&query=955HGQ22%2B22"),
    Sample("https://maps.google.com/?q=53.5,-108.25"),
    Sample("http://maps.google.com/maps?q=53.5,-108.25(Old%20Hut)&ll=1,2", name: "Old Hut"),
    Sample("https://maps.google.co.uk/maps?q=loc:53.5,-108.25&z=5"),
    Sample("https://maps.google.com/?ll=53.5,-108.25"),
    Sample("https://maps.google.com/maps?q=Old+Hut&ll=53.5,-108.25", name: "Old Hut"),
    Sample("https://maps.google.com/maps?saddr=1,2&daddr=53.5,-108.25"),
    Sample("https://www.google.com/maps/place/53.5,-108.25/@1,2,3z"),
    Sample("https://www.google.com/maps/place/53%C2%B030'00.0%22N+108%C2%B015'00.0%22W/@1,2,17z"),
    Sample("https://www.google.com/maps/place/53°30'00.0\"N+108°15'00.0\"W/@1,2,17z"),
    Sample(
      "https://www.google.com/maps/place/GQ22%2B22+Old+Hut/@53.49,-108.26,17z",
      name: "GQ22+22 Old Hut"),
    Sample("https://www.google.com/maps/dir/1,2/53.5,-108.25/@3,4,5z"),
    Sample("https://www.google.com/maps/dir//53.5,-108.25"),
    Sample(
      "https://www.google.com/maps/dir/Here/There/@3,4,5z/data=!4m9!1m2!1d3.5!2d4.5!1m2!1d-108.25!2d53.5!3e0"
    ),
    Sample("https://www.google.com/maps/dir/?api=1&origin=1,2&destination=53.5,-108.25"),
    Sample("www.google.com/maps/search/53.5,-108.25"), Sample("google.com/maps?q=53.5,-108.25"),
    Sample("https://www.google.com/maps/@53.5,-108.25,15z", .mapCenter(.google)),
    Sample(
      "https://www.google.com/maps/@53.5,-108.25,3a,75y,90h,90t/data=!3m6!1e1", .mapCenter(.google)),
    Sample("https://earth.google.com/web/@53.5,-108.25,100a,500d", .mapCenter(.google)),
    Sample(
      "https://www.google.com/maps/place/Old+Hut/@53.5,-108.25,17z", name: "Old Hut",
      .mapCenter(.google)),
    Sample(
      "https://www.google.com/maps/@?api=1&map_action=map&center=53.5%2C-108.25",
      .mapCenter(.google)),
    Sample(
      "https://www.google.com/maps/@?api=1&map_action=pano&viewpoint=53.5%2C-108.25",
      .mapCenter(.google)),
    Sample(
      "https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d2000!2d-108.25!3d53.5!2m3!1f0",
      .mapCenter(.google)),
  ]

  static let others = [
    Sample("https://maps.apple.com/?ll=53.5,-108.25&q=Old%20Hut&t=m", name: "Old Hut"),
    Sample("https://maps.apple.com/?q=53.5,-108.25"),
    Sample(
      "https://maps.apple.com/place?address=A&coordinate=53.5,-108.25&name=Old%20Hut",
      name: "Old Hut"),
    Sample("https://maps.apple.com/?saddr=1,2&daddr=53.5,-108.25"),
    Sample("https://maps.apple.com/directions?source=1,2&destination=53.5,-108.25"),
    Sample("http://maps.apple.com/?q=Hut&sll=53.5,-108.25&z=9", name: "Hut", .mapCenter(.apple)),
    Sample("https://maps.apple.com/frame?center=53.5%2C-108.25&span=1,2", .mapCenter(.apple)),
    Sample("https://www.openstreetmap.org/?mlat=53.5&mlon=-108.25#map=9/1/2"),
    Sample("https://openstreetmap.org/directions?from=1,2&to=53.5,-108.25#map=9/1/2"),
    Sample("https://www.openstreetmap.org/directions?engine=x&route=1,2;53.5,-108.25"),
    Sample("https://www.openstreetmap.org/search?query=53.5%2C-108.25#map=9/1/2"),
    Sample("https://www.openstreetmap.org/export/embed.html?bbox=1,2,3,4&marker=53.5%2C-108.25"),
    Sample(
      "https://www.openstreetmap.org/#map=17/53.5/-108.25&layers=N", .mapCenter(.openStreetMap)),
    Sample("https://www.openstreetmap.org/node/1#map=17/53.5/-108.25", .mapCenter(.openStreetMap)),
    Sample("https://osm.org/?lat=53.5&lon=-108.25&zoom=9", .mapCenter(.openStreetMap)),
    Sample(
      "https://www.bing.com/maps?cp=1~2&sp=point.53.5_-108.25_Old%20Hut_Note", name: "Old Hut"),
    Sample("https://bing.com/maps?sp=point.53.5_-108.25_A~point.1_2_B", name: "A", .first(of: 2)),
    Sample("https://www.bing.com/maps?rtp=pos.1_2_A~pos.53.5_-108.25_B", name: "B"),
    Sample("https://www.bing.com/maps?q=53.5,-108.25&cp=1~2"),
    Sample("https://www.bing.com/maps?cp=53.5~-108.25&lvl=9", .mapCenter(.bing)),
    Sample("https://osmand.net/map?pin=53.5,-108.25#9/1/2"),
    Sample("https://osmand.net/map/?name=Hut&type=poi&pin=53.5%2C-108.25#9/1/2", name: "Hut"),
    Sample("https://osmand.net/map/navigate/?start=1,2&finish=53.5,-108.25#9/1/2"),
    Sample("https://osmand.net/go?lat=53.5&lon=-108.25&z=9&name=Hut", name: "Hut"),
    Sample("https://osmand.net/map#9/53.5/-108.25", .mapCenter(.osmAnd)),
    Sample("om://map?v=1&ll=53.5,-108.25&n=Old%20Hut", name: "Old Hut"),
    Sample("https://omaps.app/53.5,-108.25"),
    Sample("https://waze.com/ul?ll=53.5,-108.25&navigate=yes"), Sample("waze://?ll=53.5,-108.25"),
    Sample("https://ul.waze.com/ul?ll=53.5%2C-108.25&q=Hut", name: "Hut"),
    Sample("https://www.waze.com/en/live-map/directions?to=ll.53.5%2C-108.25&from=ll.1%2C2"),
    Sample("https://www.waze.com/live-map?latlng=53.5,-108.25"),
    Sample("https://share.here.com/l/53.5,-108.25,Old%20Hut?z=9", name: "Old Hut"),
    Sample("https://share.here.com/r/1,2,A/53.5,-108.25,B?m=d", name: "B"),
    Sample("https://wego.here.com/directions/mix/A:1,2/B:53.5,-108.25?map=1,2,9"),
    Sample("https://wego.here.com/?map=53.5,-108.25,9,normal", .mapCenter(.here)),
    Sample("https://yandex.ru/maps/?ll=1,2&pt=-108.25,53.5,pm2rdm&z=9"),
    Sample("https://yandex.com/maps/?pt=-108.25,53.5~1,2", .first(of: 2)),
    Sample("https://yandex.com.tr/maps/?whatshere%5Bpoint%5D=-108.25%2C53.5&whatshere%5Bzoom%5D=9"),
    Sample("https://maps.yandex.ru/?poi[point]=-108.25,53.5"),
    Sample("https://yandex.ru/maps/?rtext=1,2~53.5,-108.25&rtt=auto"),
    Sample("https://yandex.ru/maps/?text=53.5,-108.25"),
    Sample("https://yandex.ru/maps/213/moscow/?ll=-108.25%2C53.5&z=9", .mapCenter(.yandex)),
  ]

  @Test(arguments: google + others)
  func `a link leads to what it marks, and else to what it shows`(sample: Sample) throws {
    let expected = try Coordinate(latitude: 53.5, longitude: -108.25)
    for text in [
      sample.text, "Check out Hut \(sample.text)", "Hut\n\(sample.text)\nGo there.",
      "(see \(sample.text)).", "<\(sample.text)>",
    ] {
      let position = try PastedPosition(parsing: text)
      #expect(position.coordinate.distance(to: expected) < 10, "\(text)")
      #expect(position.name == sample.name, "\(text)")
      #expect(position.doubts == sample.doubts, "\(text)")
      #expect(
        position.isApproximate
          == sample.doubts.contains { if case .first = $0 { false } else { true } })
    }
  }

  @Test(
    arguments: [
      ("https://maps.app.goo.gl/AbC123", .google, true),
      ("https://goo.gl/maps/AbC123", .google, true),
      ("https://g.co/kgs/AbC123", .google, true), ("maps.app.goo.gl/AbC123?g_st=ic", .google, true),
      ("https://maps.google.com/?cid=123", .google, false),
      ("https://www.google.com/maps/place/Old+Hut/data=!4m2!3m1!1s0x0:0x7b", .google, false),
      ("https://www.google.com/search?q=Hut&ludocid=123", .google, false),
      ("https://www.google.com/maps/dir/A/B/@1,2,3z", .google, false),
      ("https://maps.google.com/maps?saddr=1,2&daddr=Hut", .google, false),
      ("https://maps.apple/p/AbC", .apple, true), ("https://maps.apple.com/p/AbC", .apple, true),
      ("https://maps.apple.com/?address=Hut", .apple, false),
      ("https://www.openstreetmap.org/node/1", .openStreetMap, false),
      ("https://www.openstreetmap.org/directions?to=Hut#map=9/1/2", .openStreetMap, false),
      ("https://osm.org/go/!!", .openStreetMap, false),
      ("https://www.bing.com/maps?sp=adr.Hut", .bing, false),
      ("https://www.bing.com/maps?rtp=pos.1_2~adr.Hut&cp=1~2", .bing, false),
      ("https://osmand.net/map", .osmAnd, false), ("https://omaps.app/", .organicMaps, false),
      ("https://waze.com/ul?q=Hut", .waze, false), ("https://her.is/AbC", .here, true),
      ("https://wego.here.com/p/s-AbC", .here, false),
      ("https://yandex.ru/maps/-/AbC", .yandex, true),
      ("https://yandex.ru/maps/org/1", .yandex, false), ("https://plus.codes/", .plusCodes, false),
    ] as [(String, MapService, Bool)])
  func `a link without a position says whose it is, and whether its server knows more`(
    text: String, service: MapService, isShort: Bool
  ) {
    #expect(throws: CoordinateError.linkWithoutPosition(service, isShort: isShort)) {
      try PastedPosition(parsing: "Hut \(text)")
    }
  }

  @Test(
    arguments: [
      ("https://google.com.evil.example/maps?q=1,2", "google.com.evil.example"),
      ("https://google.com@evil.example/maps?q=1,2", "evil.example"),
      ("https://maps.google.com:80@evil.example:81/?q=1,2", "evil.example"),
      ("https://evil.example\\@www.google.com/maps?q=1,2", "evil.example"),
      ("https://evilgoogle.com/maps?q=1,2", "evilgoogle.com"),
      ("https://google.evil.com/maps?q=1,2", "google.evil.com"),
      ("https://google.comm/maps?q=1,2", "google.comm"),
      ("https://sites.google.com/maps?q=1,2", "sites.google.com"),
      ("https://www.google.com/url?q=1,2", "www.google.com"),
      ("https://maps.apple.com.example/?ll=1,2", "maps.apple.com.example"),
      ("https://openstreetmap.org.example/#map=1/2/3", "openstreetmap.org.example"),
      ("https://notosm.org/?mlat=1&mlon=2", "notosm.org"),
      ("https://yandex.ru/?pt=1,2", "yandex.ru"),
      ("https://yandex.example/maps?pt=1,2", "yandex.example"),
      ("https://bing.com/search?cp=1~2", "bing.com"),
      ("ftp://example.org/51.5,-0.1", "example.org"),
      ("https://example.org/?q=51.5,-0.1", "example.org"),
      ("https://www.waze.com.example/ul?ll=1,2", "www.waze.com.example"),
    ])
  func `no host but the service's own is believed`(text: String, host: String) {
    #expect(throws: CoordinateError.unknownLink(host: host)) { try PastedPosition(parsing: text) }
  }

  @Test(
    arguments: [
      ("https://maps.google.com/?q=108.25,-53.5", .swapped(latitude: 108.25, longitude: -53.5)),
      ("https://www.google.com/maps/@91,-181,3z", .latitudeOutOfRange(91)),
      ("https://maps.apple.com/?ll=5,181", .longitudeOutOfRange(181)),
      ("https://yandex.ru/maps/?pt=53.5,108.25", .swapped(latitude: 108.25, longitude: 53.5)),
    ] as [(String, CoordinateError)])
  func `numbers of a link that can't be are refused`(text: String, error: CoordinateError) {
    #expect(throws: error) { try PastedPosition(parsing: text) }
  }

  @Test func `the first of several links that has a position counts`() throws {
    let text = "https://maps.app.goo.gl/x https://example.org https://osm.org/#map=9/1/2 geo:3,4"
    #expect(try PastedPosition(parsing: text).coordinate.description == "1,2")
  }

  @Test func `a minus of typography and full stops behind a link are read as meant`() throws {
    for text in [
      "https://maps.google.com/?q=\u{2212}1,%E2%88%922.", "see https://maps.google.com/?q=-1,-2).",
      "https://maps.google.com/?q=-1%2C+-2!", "HTTPS://MAPS.GOOGLE.COM/?q=-1,-2",
      "https://maps.google.com./?q=-1,-2", "https://user@maps.google.com:443/?q=-1,-2#x",
    ] {
      #expect(try PastedPosition(parsing: text).coordinate.description == "-1,-2", "\(text)")
    }
  }

  @Test func `in mainland China, Google's positions are told to be shifted`() throws {
    let beijing = try PastedPosition(parsing: "https://maps.google.com/?q=39.9,116.4")
    #expect(beijing.doubts == [.shifted] && beijing.isApproximate)
    for text in ["22.3,114.17", "25.03,121.56", "35.01,135.77", "47.9,106.9", "39.03,125.75"] {
      #expect(
        try PastedPosition(parsing: "https://maps.google.com/?q=\(text)").doubts.isEmpty, "\(text)")
    }
    #expect(try PastedPosition(parsing: "https://maps.apple.com/?ll=39.9,116.4").doubts.isEmpty)
  }

  @Test func `plus codes are read in links`() throws {
    for text in [
      "https://plus.codes/9C3XGV25+H6", "https://plus.codes/9C3XGV25%2BH6",
      "https://www.google.com/maps/place/9C3XGV25%2BH6", "https://maps.google.com/?q=9C3XGV25%2BH6",
      "https://www.google.com/maps/place/9C3XGV25+H6/@1,2,3z",
    ] {
      let position = try PastedPosition(parsing: text)
      #expect(PlusCode(of: position.coordinate).text == "9C3XGV25+H6", "\(text)")
    }
    #expect {
      try PastedPosition(parsing: "https://plus.codes/GV25+H6,%20London")
    } throws: { error in
      if case CoordinateError.shortPlusCode(_, reference: "London") = error { true } else { false }
    }
  }
}
