import Cryptography
import Documents
import Foundation
import Geodesy
import Routes
import Text
import World

/// The map in which the participants of a study live.
package struct StudyMap: Sendable {
  /// The path of the map extract; nil if the plan names only the routes.
  package var extract: String?
  /// The path of the places and routes that 'odograph route' found for the participants.
  package var routesPath: String
  /// The place in the plan that names the map or the routes.
  package var location: SourceLocation
  /// The routes, which are read at the first participant.
  let routes: RouteFileCache
}

/// A place of a participant before it is drawn from the map.
package struct PlaceWish: Sendable, Hashable {
  /// The participant's number and the place's name, such as "12/office".
  package var address: String
  /// The place's name in the persona's scenario, such as "office", or a position.
  package var name: String
  /// The place by which it is drawn, an earlier one of the participant; nil for home, the first.
  package var anchor: Anchor?

  /// A place, and the distance from it by the plan.
  package struct Anchor: Sendable, Hashable {
    package var address: String
    package var meters: Double
  }
}

/// A position of each address, such as "12/office".
package typealias TownPositions = [String: Coordinate]

extension StudyDocument {
  /// The command that finds the places and routes of all participants.
  var routing: String {
    "odograph route \(file.printable) --participants \(participants)"
      + (map?.extract == nil ? " --map FILE" : "")
  }

  /// Returns the places of a participant, home first. Each is drawn by the nearest place before it,
  /// so that lunch is near the office.
  package func placeWishes(of number: Int) throws(InputError) -> [PlaceWish] {
    var (draw, life) = person(number)
    let root = try root(of: life, &draw)
    let places = try Self.places(of: root)
    let home = places.first { $0.name == "home" } ?? places.first
    let ordered = places.filter { $0.name == home?.name } + places.filter { $0.name != home?.name }
    return ordered.enumerated().map { index, place in
      let anchors = ordered[..<index].map { earlier in
        PlaceWish.Anchor(
          address: "\(number)/\(earlier.name)",
          meters: earlier.position.distanceMeters(to: place.position))
      }
      return PlaceWish(
        address: "\(number)/\(place.name)", name: place.name,
        anchor: anchors.min { $0.meters < $1.meters })
    }
  }

  /// Returns the origin of the participants' routes and the credit of the map, as sentences for a
  /// report; nil for a study without a map.
  package func mapRemark() throws(InputError) -> String? {
    guard let map else { return nil }
    return try map.routes.file(map.routesPath, mention: map.location).origin.remark
  }

  /// The digest of what decides the participants' places: the seed, the lives with their shares and
  /// distances, and the places of their scenarios. The number of participants is no part of it.
  package var placement: String {
    let lives = lives.map { life in
      let distance = life.distance.map { "\($0.place): \($0.node.fullText)" }
      let positions = ["day", "week"].flatMap { life.root[$0]?.destinations ?? [] }
      return ["\(life.share)", distance ?? "", life.root["places"]?.fullText ?? ""]
        + positions.map { "\($0.latitude), \($0.longitude)" }
    }
    let text = (["\(seed)"] + lives.flatMap(\.self)).joined(separator: "\n")
    return String(hexadecimal(sha256(Array(text.utf8))).prefix(16))
  }

  /// Throws an error if the routes belong to another plan or another map.
  private func refuseOther(_ origin: RouteOrigin, _ map: StudyMap) throws(InputError) {
    guard origin.plan.map({ $0 == placement }) ?? true else {
      throw InputError(
        map.location,
        "\(map.routesPath.printable) holds the places of another plan: its seed, lives, shares, "
          + "distances or places differ",
        accepted: "the plan as it was, or '\(routing)', which finds them for the plan's 'seed:'")
    }
    if let extract = map.extract, origin.map?.isOther(than: extract) == true {
      throw InputError(
        map.location, "the map has changed since the routes were found",
        accepted: "'\(routing)', which finds them anew")
    }
  }

  /// Returns a participant on the map whose routes are still to be found.
  package func planned(
    _ number: Int, at positions: TownPositions, vocabulary: ScenarioVocabulary
  ) throws(InputError) -> Participant {
    try participant(number, vocabulary: vocabulary, positions: positions, routes: .planning)
  }

  /// Throws an error if the file of routes has no places of the last participant, before any other
  /// is simulated.
  package func refuseUnplaced() throws(InputError) { _ = try positions(of: participants) }

  /// Returns the positions of a participant's places in the file of routes.
  func positions(of number: Int) throws(InputError) -> TownPositions? {
    guard let map else { return nil }
    guard FileManager.default.fileExists(atPath: map.routesPath) else {
      throw InputError(
        map.location, "the participants of this study have no places and routes yet",
        accepted: "the file \(map.routesPath.printable) after '\(routing)'")
    }
    let routes = try map.routes.file(map.routesPath, mention: map.location)
    try refuseOther(routes.origin, map)
    var positions: TownPositions = [:]
    for place in routes.places(ofParticipant: number) {
      if let address = place.address { positions[address] = place.coordinate }
    }
    guard !positions.isEmpty else {
      throw InputError(
        map.location, "\(map.routesPath.printable) has no places of participant \(number)",
        accepted: "'\(routing)', which finds them")
    }
    return positions
  }

  /// Returns a participant's scenario with its places and legs at positions of the map.
  func placed(
    _ root: SourceNode, of number: Int, at positions: TownPositions
  ) throws(InputError) -> SourceNode {
    guard let map, case .mapping(var entries) = root.content else { return root }
    let places = try Self.places(of: root)
    var moves: [Coordinate: Coordinate] = [:]
    for place in places {
      guard let position = positions["\(number)/\(place.name)"] else {
        throw InputError(
          map.location, "\(map.routesPath.printable) has no place \(number)/\(place.name)",
          accepted: "'\(routing)', which finds it")
      }
      moves[place.position] = position
    }
    let relocation = StudyRelocation(
      places: Dictionary(places.map { ($0.name, $0.position) }) { first, _ in first }, moves: moves,
      home: (places.first { $0.name == "home" } ?? places.first)?.position)
    for index in entries.indices where ["places", "day", "week"].contains(entries[index].key) {
      entries[index].value = relocation.placed(entries[index].value)
    }
    entries.removeAll { $0.key == "world" }
    entries.append(map.world(over: root["world"]))
    var placed = root
    placed.content = .mapping(entries)
    return placed
  }

  /// Returns the named places, followed by the positions that legs name.
  private static func places(
    of root: SourceNode
  ) throws(InputError) -> [(name: String, position: Coordinate)] {
    var places: [(name: String, position: Coordinate)] = []
    for entry in try root["places"]?.entries("places") ?? [] {
      if let at = entry.value["at"] { places.append((entry.key, try at.coordinate())) }
    }
    for key in ["day", "week"] {
      for position in root[key]?.destinations ?? []
      where !places.contains(where: { $0.position == position }) {
        places.append(("\(position.latitude), \(position.longitude)", position))
      }
    }
    return places
  }
}

extension StudyMap {
  /// Returns the entry `world` of a participant: that of the plan, with the routes.
  fileprivate func world(over written: SourceNode?) -> SourceEntry {
    let path = URL(fileURLWithPath: routesPath).standardizedFileURL.path
    let routes = SourceEntry(
      key: "routes", keyLocation: location,
      value: SourceNode(
        name: "routes", content: .text(path, isQuoted: true), location: location))
    var entries: [SourceEntry] = []
    if case .mapping(let own)? = written?.content {
      entries = own.filter { $0.key != "routes" && $0.key != "map" }
    }
    return SourceEntry(
      key: "world", keyLocation: location,
      value: SourceNode(name: "world", content: .mapping(entries + [routes]), location: location))
  }
}

extension SourceNode {
  /// The positions to which legs lead, in order.
  fileprivate var destinations: [Coordinate] {
    switch content {
    case .text: return []
    case .list(let elements): return elements.flatMap(\.destinations)
    case .mapping(let entries):
      return entries.flatMap { entry in
        if ScenarioKeys.legActions.names.contains(entry.key) {
          return (try? entry.value.coordinate()).map { [$0] } ?? []
        }
        return entry.key == "via" ? [] : entry.value.destinations
      }
    }
  }
}
