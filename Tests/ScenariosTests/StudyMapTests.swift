import Foundation
import Geodesy
import Routes
import TestSupport
import Testing
import Text
import World

@testable import Scenarios

@Suite("A study in a town")
struct StudyMapTests {
  private let folder: URL
  private let town = Coordinate(latitude: 47.1, longitude: 9.5)

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write(
      scenarioText(
        "places: { home: { at: [45.5, -122.6] }, office: { at: [45.5, -122.5] } }",
        """
        day:
          - { stay: home, until: 08:00 }
          - { drive: office, via: [[45.51, -122.55]] }
          - { stay: office, for: 2 h }
          - drive: [45.5, -122.55]
          - { stay: [45.5, -122.55], for: 1 h }
          - drive: home
          - { stay: home, for: 1 h }
          - { walk: home, via: [[45.501, -122.6], [45.501, -122.601]] }
          - { drive: office, via: [[45.51, -122.55]] }
          - { walk: office, via: [[45.502, -122.5]] }
          - { drive: home, via: [[45.51, -122.55]] }
        """), to: "life.yaml")
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  private func study(
    _ line: String = "map: town.osm.pbf", homeTo: String = ""
  ) throws -> StudyDocument {
    try write(
      """
      odograph-study: 1
      participants: 3
      days: 2
      start: 2026-03-09T04:00:00
      timeZone: Europe/Vaduz
      \(line)
      lives: { worker: { scenario: life.yaml\(homeTo) } }
      protocol: { trackers: [adaptive] }
      """, to: "plan.yaml")
    return try StudyReader(measures: []).read(
      path: folder.appendingPathComponent("plan.yaml").path)
  }

  /// Positions of all places of a participant, in a row to the east.
  private func positions(_ study: StudyDocument, _ number: Int) throws -> TownPositions {
    let wishes = try study.placeWishes(of: number)
    let pairs = wishes.enumerated().map { index, wish in
      (
        wish.address,
        Coordinate(latitude: town.latitude, longitude: town.longitude + Double(index) / 100)
      )
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  /// Freezes straight routes between the places of some participants.
  private func freeze(
    _ study: StudyDocument, _ numbers: [Int], withRoutes: Bool = true
  ) throws {
    var file = RouteFile(
      origin: RouteOrigin(router: "Routino 3.3.3", plan: study.placement))
    for number in numbers {
      let positions = try positions(study, number)
      for (address, position) in positions.sorted(by: { $0.key < $1.key }) {
        file.add(MappedPlace(address: address, coordinate: position))
      }
      let planned = try study.planned(number, at: positions, vocabulary: vocabulary)
      for move in planned.scenario.moves where withRoutes {
        file.add(
          MappedRoute(
            points: [move.request.from, town, move.request.to],
            pieces: [.init(firstPoint: 0, way: .init())]), for: move.request)
      }
    }
    try write(file.geoJSON, to: "plan.routes.geojson")
  }

  @Test("A participant wishes for places at the distances of the plan, home first")
  func wishes() throws {
    let wishes = try study().placeWishes(of: 2)
    #expect(wishes.map(\.address) == ["2/home", "2/office", "2/45.5, -122.55"])
    // 0.1 degrees of longitude at 45.5 degrees north are 7.8 km.
    let anchors = try wishes.dropFirst().map { try #require($0.anchor) }
    #expect(wishes[0].anchor == nil)
    #expect(anchors[0].address == "2/home" && abs(anchors[0].meters - 7810) < 30)
    // The last position lies in the middle between both.
    #expect(abs(anchors[1].meters - 3905) < 15)
  }

  @Test("A study with a map has its credit")
  func credit() throws {
    let study = try study()
    try freeze(study, [1])
    let words = "Routes were found by Routino 3.3.3. © OpenStreetMap contributors, ODbL 1.0."
    #expect(try study.mapRemark() == words)
    #expect(try self.study("").mapRemark() == nil)
  }

  @Test("Legs lead to the places of the map; a round trip moves with its home, other points go")
  func legs() throws {
    let study = try study()
    let planned = try study.planned(2, at: positions(study, 2), vocabulary: vocabulary)
    let moves = planned.scenario.moves.map(\.request)
    let places = (0..<3).map {
      Coordinate(latitude: 47.1, longitude: town.longitude + Double($0) / 100)
    }
    let (home, office, between) = (places[0], places[1], places[2])
    // The second drive to the office needs no route of its own.
    #expect(moves.map(\.from) == [home, office, between, home, office, office])
    #expect(moves.map(\.to) == [office, between, home, home, office, home])
    // Round trips keep their points, that from the office too.
    #expect(moves.map(\.via.count) == [0, 0, 0, 2, 1, 0])
    // The first point lies 0.001 degrees north of home, there as here.
    #expect(moves[3].via[0] == Coordinate(latitude: 47.101, longitude: 9.5))
    #expect(moves[4].via == [Coordinate(latitude: 47.102, longitude: office.longitude)])
  }

  @Test("Without places and routes the study names the command; with them it is read")
  func frozen() throws {
    let study = try study()
    let error = message { try study.participant(1, vocabulary: vocabulary) }
    #expect(error.contains("have no places and routes yet"))
    #expect(error.contains("'odograph route "))
    try freeze(study, [1, 2])
    let again = try self.study()
    let participant = try again.participant(2, vocabulary: vocabulary)
    guard case .legs(let legs) = participant.scenario.course else { return }
    #expect(legs.filter(\.isMove).allSatisfy { $0.route?.points.count == 3 })
    #expect(
      message { try again.participant(3, vocabulary: vocabulary) }
        .contains("has no places of participant 3"))
    #expect(again.sourceFiles.contains { $0.hasSuffix("plan.routes.geojson") })
  }

  @Test("Places of another seed or of other distances are refused, those of fewer participants not")
  func otherPlan() throws {
    let study = try study()
    try freeze(study, [1])
    var more = try self.study()
    more.participants = 9
    #expect(throws: Never.self) { try more.participant(1, vocabulary: vocabulary) }
    var seeded = try self.study()
    seeded.seed += 1
    let farther = try self.study(homeTo: ", homeTo: { office: { median: 5 km, p90: 9 km } }")
    for other in [seeded, farther] {
      let error = message { try other.participant(1, vocabulary: vocabulary) }
      #expect(error.contains("holds the places of another plan"), "\(error)")
      #expect(error.contains("'odograph route "))
    }
  }

  @Test("A leg without a route names the command of the plan, not of the persona")
  func legWithoutRoute() throws {
    try freeze(try study(), [1], withRoutes: false)
    let error = message { try study().participant(1, vocabulary: vocabulary) }
    #expect(error.contains("has no route for this leg"))
    #expect(error.contains("'odograph route \(folder.path)/plan.yaml --participants 3'"))
  }

  @Test("A participant's scenario can be run alone, and a further one changes it not")
  func alone() throws {
    let study = try study()
    try freeze(study, [1, 2])
    let first = try self.study().participantText(1)
    let read = try reader.read(text: first, file: folder.appendingPathComponent("one.yaml").path)
    #expect(read.places.map(\.coordinate.latitude) == [47.1, 47.1])
    try freeze(study, [1, 2, 3])
    #expect(try self.study().participantText(1) == first)
  }
}
