import Geodesy
import Text

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A map on which one place lies nearer to home or farther away than it was drawn.
///
/// Nearer: the whole map shrinks towards home. Farther: what lies around the place moves away with it, what
/// lies around home or behind it stays, and what lies between is spread out along the way; so a long way to
/// work does not make the walk to the park one too. As good as exact over the tens of kilometers that people
/// commute.
struct StretchedMap {
  private let home: Coordinate
  /// From home to the place as drawn, in degrees; a degree of longitude is so much of one of latitude.
  private let north: Double
  private let east: Double
  private let degreeShare: Double
  private let factor: Double

  /// Shares of the way to the place up to which things stay, and from which on they move with it.
  private static let still = 0.25
  private static let carried = 0.75

  /// - Parameter meters: between home and the place from now on.
  init?(home: Coordinate, place: Coordinate, isSoFar meters: Double) {
    let drawn = home.distanceMeters(to: place)
    guard drawn > 0 else { return nil }
    self.home = home
    north = place.latitude - home.latitude
    east = place.longitude - home.longitude
    degreeShare = cos(home.latitude * .pi / 180)
    factor = meters / drawn
  }

  func moved(_ point: Coordinate) -> Coordinate {
    let (up, right) = (point.latitude - home.latitude, point.longitude - home.longitude)
    guard factor > 1 else {
      return Coordinate(
        latitude: home.latitude + up * factor, longitude: home.longitude + right * factor)
    }
    let square = degreeShare * degreeShare
    let along = (up * north + right * east * square) / (north * north + east * east * square)
    let share = min(max((along - Self.still) / (Self.carried - Self.still), 0), 1) * (factor - 1)
    return Coordinate(
      latitude: point.latitude + share * north, longitude: point.longitude + share * east)
  }
}

extension SourceNode {
  /// With every position in it moved; nothing else in places and legs is two numbers.
  func moved(on map: StretchedMap) -> SourceNode {
    var moved = self
    switch content {
    case .text: break
    case .list(let elements):
      if let coordinate = try? coordinate() {
        let position = map.moved(coordinate)
        moved.content = .list(
          zip(elements, [position.latitude, position.longitude]).map { element, degrees in
            var element = element
            element.content = .text("\(degrees)", isQuoted: false)
            return element
          })
      } else {
        moved.content = .list(elements.map { $0.moved(on: map) })
      }
    case .mapping(let entries):
      moved.content = .mapping(
        entries.map { entry in
          var entry = entry
          entry.value = entry.value.moved(on: map)
          return entry
        })
    }
    return moved
  }
}
