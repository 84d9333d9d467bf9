import Documents
import Geodesy
import Text

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A map on which one place is moved nearer to home or farther from it.
///
/// To move the place nearer, the whole map shrinks towards home. To move the place farther, its
/// surroundings move with it. The surroundings of home stay where they are, and so does everything
/// on the far side of home. The area between home and the place is stretched. A longer commute thus
/// does not lengthen the walk to a park near home.
///
/// The computation takes the Earth as flat. The error of this assumption is negligible over the
/// tens of kilometers that people commute.
struct RescaledMap {
  private let home: Coordinate
  /// The latitude difference from home to the place on the original map, in degrees.
  ///
  /// `east` is the longitude difference. `degreeShare` is the length of a degree of longitude
  /// divided by the length of a degree of latitude.
  private let north: Double
  private let east: Double
  private let degreeShare: Double
  private let factor: Double

  /// The border of the area around home that does not move, as a share of the distance to the
  /// place. It applies only if the place moves farther from home.
  ///
  /// Shares are measured along the line from home (0) to the place (1). From the share `carried`
  /// on, points move as far as the place. Between `still` and `carried`, the movement increases
  /// linearly from 0 to that of the place.
  private static let still = 0.25
  private static let carried = 0.75

  /// Makes the map on which the place has a new distance from home; nil if the map cannot be made.
  ///
  /// - Parameter meters: the new distance between home and the place.
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
  /// Returns the node of a position with another position.
  func with(_ position: Coordinate) -> SourceNode {
    guard case .list(let elements) = content else { return self }
    var changed = self
    changed.content = .list(
      zip(elements, [position.latitude, position.longitude]).map { element, degrees in
        var element = element
        element.content = .text("\(degrees)", isQuoted: false)
        return element
      })
    return changed
  }

  /// Returns the YAML node with every position in it moved. In places and legs, a list of two
  /// numbers is always a position.
  func moved(on map: RescaledMap) -> SourceNode {
    var moved = self
    switch content {
    case .text: break
    case .list(let elements):
      if let coordinate = try? coordinate() {
        moved = with(map.moved(coordinate))
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
