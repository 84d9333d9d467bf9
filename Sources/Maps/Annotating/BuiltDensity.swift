import Foundation
import Geodesy
import World

/// How densely the map's surroundings are built: the class of area at each position.
///
/// The density of buildings and of streets is measured in squares of 250 m, and averaged over nine
/// of them. The denser class of both counts, since many extracts have few buildings. The limits are
/// estimates: a fifth of the ground under roofs or 14 km of streets per square kilometer are common
/// in the middle of towns, a twenty-fifth or 5 km in suburbs.
struct BuiltDensity: Sendable {
  private struct Cell: Hashable {
    var row: Int
    var column: Int
  }

  private static let cellMeters = 250.0
  private let origin: Coordinate
  private let scale: LocalScale
  private var roofSquareMeters: [Cell: Double] = [:]
  private var streetMeters: [Cell: Double] = [:]

  init(_ objects: MapObjects) {
    origin = objects.ways.first?.points.first ?? Coordinate(latitude: 0, longitude: 0)
    scale = LocalScale(latitude: origin.latitude)
    for building in objects.buildings {
      guard let corner = building.ring.first else { continue }
      roofSquareMeters[cell(corner), default: 0] += squareMeters(building.ring)
    }
    for way in objects.ways where !way.isRail && BuiltDensity.isStreet(way.kind) {
      for (a, b) in zip(way.points, way.points.dropFirst()) {
        let meters = a.distanceMeters(to: b)
        let parts = max(1, Int((meters / 100).rounded(.up)))
        for part in 0..<parts {
          let middle = a.interpolated(to: b, share: (Double(part) + 0.5) / Double(parts))
          streetMeters[cell(middle), default: 0] += meters / Double(parts)
        }
      }
    }
  }

  func area(at position: Coordinate) -> AreaClass {
    let middle = cell(position)
    var (roofs, streets) = (0.0, 0.0)
    for row in -1...1 {
      for column in -1...1 {
        let cell = Cell(row: middle.row + row, column: middle.column + column)
        roofs += roofSquareMeters[cell] ?? 0
        streets += streetMeters[cell] ?? 0
      }
    }
    let squareMeters = 9 * BuiltDensity.cellMeters * BuiltDensity.cellMeters
    let roofShare = roofs / squareMeters
    let kilometersPerSquareKilometer = streets / squareMeters * 1000
    if roofShare >= 0.2 || kilometersPerSquareKilometer >= 14 { return .urban }
    return roofShare >= 0.04 || kilometersPerSquareKilometer >= 5 ? .suburban : .rural
  }

  /// True for streets that houses stand at.
  private static func isStreet(_ kind: String) -> Bool {
    switch kind {
    case "motorway", "motorway_link", "trunk_link", "track", "path", "footway", "cycleway", "steps",
      "bridleway", "service":
      false
    default: true
    }
  }

  private func cell(_ position: Coordinate) -> Cell {
    let way = scale.displacement(from: origin, to: position)
    func number(_ meters: Double) -> Int { Int((meters / BuiltDensity.cellMeters).rounded(.down)) }
    return Cell(row: number(way.northMeters), column: number(way.eastMeters))
  }
}
