import Foundation
import Geodesy
import Testing
import Text
import World

@testable import Maps

/// A position in meters east and north of a place in Liechtenstein.
func at(_ east: Double, _ north: Double) -> Coordinate {
  LocalScale(latitude: 47.14).coordinate(
    Coordinate(latitude: 47.14, longitude: 9.52),
    moved: Displacement(eastMeters: east, northMeters: north))
}

/// A feature as a line of Osmium's export.
func feature(_ type: String, _ points: [Coordinate], _ tags: String) -> String {
  let texts = points.map { "[\($0.longitude),\($0.latitude)]" }.joined(separator: ",")
  let coordinates =
    switch type {
    case "Point": texts
    case "LineString": "[\(texts)]"
    default: "[[[\(texts)]]]"
    }
  return #"{"type":"Feature","geometry":{"type":"\#(type)","coordinates":\#(coordinates)},"#
    + #""properties":{\#(tags)}}"#
}

func objects(_ lines: [String]) throws -> MapObjects {
  try MapObjects(lines: Data(lines.joined(separator: "\n").utf8), file: "town.osm.pbf")
}

func square(_ east: Double, _ north: Double, _ side: Double) -> [Coordinate] {
  [(0.0, 0.0), (1, 0), (1, 1), (0, 1), (0, 0)].map { at(east + $0.0 * side, north + $0.1 * side) }
}

@Suite("Objects of a map")
struct MapReadingTests {
  @Test("Tags decide what an object is")
  func kinds() throws {
    let map = try objects([
      feature("LineString", [at(0, 0), at(90, 0)], #""highway":"residential","maxspeed":"30""#),
      feature("LineString", [at(0, 9), at(90, 9)], #""railway":"subway","tunnel":"yes""#),
      feature(
        "LineString", [at(0, 5), at(90, 5)], #""highway":"footway","covered":"yes","tunnel":"no""#),
      feature("LineString", [at(0, 7), at(90, 7)], #""waterway":"river""#),
      feature("MultiPolygon", square(0, 20, 10), #""building":"yes","building:levels":"4""#),
      feature("MultiPolygon", square(40, 20, 10), #""natural":"wood""#),
      feature("MultiPolygon", square(80, 20, 10), #""landuse":"reservoir""#),
      feature("Point", [at(45, 0)], #""highway":"traffic_signals""#),
      feature("Point", [at(45, 9)], #""railway":"station","name":"Dock""#),
    ])
    #expect(map.ways.map(\.kind) == ["residential", "subway", "footway"])
    #expect(map.ways.map(\.isRail) == [false, true, false])
    #expect(map.ways.map(\.isTunnel) == [false, true, true])
    #expect(map.ways[0].speedLimitKilometersPerHour == 30)
    #expect(map.rivers.count == 1 && map.woods.count == 1 && map.waters.count == 1)
    // Four levels of 3 m.
    #expect(map.buildings.map(\.heightMeters) == [12])
    #expect(map.stops.map(\.cause) == [.signals, .station])
    #expect(map.named.map(\.name) == ["Dock"])
  }

  @Test(
    "The tag maxspeed is read in all its forms",
    arguments: [
      ("50", 50.0), ("30 mph", 48.28032), ("50;30", 50), ("CH:urban", 50), ("walk", 7),
      ("none", nil), ("signals", nil), ("-5", nil), ("1e9", nil), ("", nil),
    ] as [(String, Double?)])
  func maxspeed(text: String, kilometersPerHour: Double?) {
    #expect(MapTags.kilometersPerHour(maxspeed: text) == kilometersPerHour)
  }

  @Test("A damaged export is refused, at whichever byte it ends")
  func damaged() throws {
    let line = feature("Point", [at(45, 0)], #""highway":"traffic_signals""#)
    for end in 1..<line.utf8.count {
      #expect(throws: InputError.self) { try objects([String(line.prefix(end))]) }
    }
  }

  @Test("An address is found without regard to case and commas, with or without its town")
  func addresses() throws {
    let tags = #""addr:street":"Städtle","addr:housenumber":"5","addr:city":"Vaduz""#
    let book = AddressBook(try objects([feature("Point", [at(0, 0)], tags)]).named)
    for text in ["Städtle 5", "städtle  5, VADUZ", "5 Städtle", "Städtle 5 Vaduz"] {
      #expect(try book.position(of: text, at: .commandLine).distanceMeters(to: at(0, 0)) < 0.2)
    }
  }

  @Test("An unknown address gets a suggestion, and a name with two places is refused")
  func ambiguous() throws {
    let book = AddressBook(
      try objects([
        feature("Point", [at(0, 0)], #""shop":"bakery","name":"Bakery""#),
        feature("Point", [at(20, 0)], #""building":"yes","name":"Bakery""#),
        feature("Point", [at(0, 0)], #""place":"hamlet","name":"Mill""#),
        feature("Point", [at(3000, 0)], #""place":"hamlet","name":"Mill""#),
      ]).named)
    // The shop and its building are one place.
    #expect(try book.position(of: "Bakery", at: .commandLine).distanceMeters(to: at(0, 0)) < 0.2)
    do {
      _ = try book.position(of: "Bakerei", at: .commandLine)
      Issue.record("found")
    } catch { #expect(error.suggestion == "Bakery") }
    do {
      _ = try book.position(of: "Mill", at: .commandLine)
      Issue.record("found")
    } catch { #expect(error.problem.contains("2 places 'Mill'")) }
  }
}
