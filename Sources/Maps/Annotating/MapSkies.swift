import Foundation
import Geodesy
import World

/// The view of the sky at each position, from the buildings and woods of the map.
///
/// The model's classes of sky stay; the map only says which class applies. Among buildings and
/// trees the class is `urban`: an iPhone's error was 7 to 13 m among both (STD-10).
struct MapSkies: Sendable {
  /// The height of a building whose height the map does not give: two levels and a roof. This is an
  /// estimate.
  private static let usualHeightMeters = 8.0
  /// The height at which a person carries the phone.
  private static let phoneHeightMeters = 1.2
  /// The distance from the middle of a street within which a building hides the sky.
  private static let reachMeters = 60.0
  /// A street is a canyon if the buildings hide the sky up to this angle, averaged over both sides.
  /// This is an estimate: below it, satellites of usual elevation stay in view on both sides.
  private static let canyonDegrees = 25.0

  private let buildings: [MapObjects.Building]
  private let woods: [MapObjects.Area]
  private let density: BuiltDensity
  private var buildingGrid = GeoGrid(cellDegrees: 0.001)
  private var woodGrid = GeoGrid(cellDegrees: 0.005)

  init(_ objects: MapObjects, density: BuiltDensity) {
    buildings = objects.buildings
    woods = objects.woods
    self.density = density
    for (index, building) in buildings.enumerated() { buildingGrid.insert(index, in: building.box) }
    for (index, wood) in woods.enumerated() { woodGrid.insert(index, in: wood.box) }
  }

  /// Returns the view of the sky on an open way at a position.
  ///
  /// - Parameter courseDegrees: the direction of the way.
  func sky(at position: Coordinate, courseDegrees: Double) -> SkyView {
    if isInWood(position) { return .urban }
    let near = indices(around: position, meters: MapSkies.reachMeters)
    // Where the map has no building, it may only be incomplete.
    guard !near.isEmpty else { return density.area(at: position) == .urban ? .urban : .open }
    let left = hiddenDegrees(from: position, towards: courseDegrees - 90, near)
    let right = hiddenDegrees(from: position, towards: courseDegrees + 90, near)
    return (left + right) / 2 >= MapSkies.canyonDegrees ? .urban : .open
  }

  /// Returns whether a place is indoors; nil if the map has no building nearby and may be
  /// incomplete.
  ///
  /// An address is often a point beside its building, so 15 m from an outline count as indoors.
  func isIndoors(_ position: Coordinate) -> Bool? {
    let flat = Flat(around: position)
    let near = indices(around: position, meters: 200).map { buildings[$0] }
    guard !near.isEmpty else { return nil }
    return near.contains { building in
      isInside(position, building.ring)
        || zip(building.ring, building.ring.dropFirst()).contains {
          flat.distance(toLine: $0, $1).meters <= 15
        }
    }
  }

  private func isInWood(_ position: Coordinate) -> Bool {
    guard let box = GeoBox(around: [position]) else { return false }
    return woodGrid.indices(near: box).contains { index in
      // A position in a hole is inside two rings.
      woods[index].box.contains(position)
        && woods[index].rings.count { isInside(position, $0) } % 2 == 1
    }
  }

  private func indices(around position: Coordinate, meters: Double) -> [Int] {
    guard let box = GeoBox(around: [position])?.widened(byMeters: meters) else { return [] }
    return buildingGrid.indices(near: box).filter { buildings[$0].box.intersects(box) }
  }

  /// Returns the angle above the horizon up to which buildings hide the sky in one direction.
  private func hiddenDegrees(
    from position: Coordinate, towards degrees: Double, _ near: [Int]
  ) -> Double {
    let flat = Flat(around: position)
    let direction = Flat.Point(x: sin(degrees * .pi / 180), y: cos(degrees * .pi / 180))
    var largest = 0.0
    for index in near {
      let building = buildings[index]
      let height =
        (building.heightMeters ?? MapSkies.usualHeightMeters) - MapSkies.phoneHeightMeters
      for (a, b) in zip(building.ring, building.ring.dropFirst()) {
        guard let meters = flat.distance(along: direction, toLine: a, b),
          meters <= MapSkies.reachMeters
        else { continue }
        largest = max(largest, atan2(height, max(meters, 0.5)) * 180 / .pi)
      }
    }
    return largest
  }
}
