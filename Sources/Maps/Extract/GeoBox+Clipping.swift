import Geodesy

extension GeoBox {
  /// Returns the parts of a line that lie within the box.
  func parts(of line: [Coordinate]) -> [[Coordinate]] {
    guard !line.allSatisfy(contains) else { return [line] }
    var parts: [[Coordinate]] = []
    for (a, b) in zip(line, line.dropFirst()) {
      guard let (from, to) = part(from: a, to: b) else { continue }
      if parts.last?.last == from {
        parts[parts.count - 1].append(to)
      } else {
        parts.append([from, to])
      }
    }
    return parts
  }

  /// Returns the part of a straight line within the box; nil if the line does not meet the box.
  ///
  /// Source: Liang and Barsky, "A new concept and method for line clipping", ACM Transactions on
  /// Graphics 1984.
  private func part(from a: Coordinate, to b: Coordinate) -> (Coordinate, Coordinate)? {
    let (dx, dy) = (b.longitude - a.longitude, b.latitude - a.latitude)
    let sides = [
      (-dx, a.longitude - west), (dx, east - a.longitude), (-dy, a.latitude - south),
      (dy, north - a.latitude),
    ]
    var (start, end) = (0.0, 1.0)
    for (direction, room) in sides {
      if direction == 0 {
        if room < 0 { return nil }
      } else if direction < 0 {
        start = max(start, room / direction)
      } else {
        end = min(end, room / direction)
      }
    }
    guard start < end else { return nil }
    func point(_ share: Double) -> Coordinate {
      Coordinate(latitude: a.latitude + share * dy, longitude: a.longitude + share * dx)
    }
    return (start == 0 ? a : point(start), end == 1 ? b : point(end))
  }

  /// Returns the part of a closed ring within the box; empty if they do not meet.
  ///
  /// Source: Sutherland and Hodgman, "Reentrant polygon clipping", Communications of the ACM 1974.
  func part(ofRing ring: [Coordinate]) -> [Coordinate] {
    guard !ring.allSatisfy(contains) else { return ring }
    let sides: [(bound: Double, axis: KeyPath<Coordinate, Double>, isLower: Bool)] = [
      (west, \.longitude, true), (east, \.longitude, false), (south, \.latitude, true),
      (north, \.latitude, false),
    ]
    var rest = ring
    for side in sides {
      var kept: [Coordinate] = []
      func isWithin(_ value: Double) -> Bool {
        side.isLower ? value >= side.bound : value <= side.bound
      }
      for (a, b) in zip(rest, rest.dropFirst() + rest.prefix(1)) {
        let (from, to) = (a[keyPath: side.axis], b[keyPath: side.axis])
        if isWithin(from) { kept.append(a) }
        if isWithin(from) != isWithin(to) {
          let share = (side.bound - from) / (to - from)
          kept.append(
            Coordinate(
              latitude: a.latitude + share * (b.latitude - a.latitude),
              longitude: a.longitude + share * (b.longitude - a.longitude)))
        }
      }
      rest = kept
    }
    guard let first = rest.first else { return [] }
    return rest.last == first ? rest : rest + [first]
  }
}
