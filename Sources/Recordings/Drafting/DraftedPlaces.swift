import Geodesy
import World

/// The places at which the person stays in a drafted scenario. A stay within 100 m of a place is at
/// that place.
struct DraftedPlaces: Sendable {
  enum Target: Hashable {
    case place(Int)
    case coordinate(Coordinate)
  }

  static let reachMeters = 100.0

  private(set) var all: [TracePlace] = []
  /// The places that are named in the recording.
  private let named: [TracePlace]

  init(named: [TracePlace]) { self.named = named }

  /// Returns the place near `center`. If there is none, creates a place at `center`.
  mutating func place(at center: Coordinate) -> Target {
    if let index = all.firstIndex(where: { $0.isNear(center) }) { return .place(index) }
    let namesake = named.first { $0.isNear(center) && !$0.name.asPlaceName.isEmpty }
    var name = namesake?.name.asPlaceName ?? "place-\(all.count + 1)"
    while all.contains(where: { $0.name == name }) { name += "-\(all.count + 1)" }
    all.append(TracePlace(name: name, coordinate: center.rounded))
    return .place(all.count - 1)
  }

  func coordinate(of target: Target) -> Coordinate {
    switch target {
    case .place(let index): all[index].coordinate
    case .coordinate(let coordinate): coordinate
    }
  }
}

extension TracePlace {
  fileprivate func isNear(_ center: Coordinate) -> Bool {
    coordinate.distanceMeters(to: center) <= DraftedPlaces.reachMeters
  }
}

extension Coordinate {
  /// The coordinate rounded to five decimals of a degree, about a meter.
  var rounded: Coordinate {
    Coordinate(
      latitude: (latitude * 1e5).rounded() / 1e5, longitude: (longitude * 1e5).rounded() / 1e5)
  }
}

extension String {
  /// The name without characters that a scenario would have to escape.
  fileprivate var asPlaceName: String {
    let kept = unicodeScalars.filter {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == " " || $0 == "-"
    }
    return String(String.UnicodeScalarView(kept)).split(separator: " ").joined(separator: " ")
  }
}
