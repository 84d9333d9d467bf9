import Geodesy

/// The coastlines of a map within a box, and the sea that they enclose.
///
/// OpenStreetMap draws a coastline so that the land is on its left. There are no areas of sea, as
/// the sea is the rest of the Earth. Here the border of the box closes them.
struct Coast {
  /// The areas of sea in the box. The first ring of each is the outer one, the others are islands.
  private(set) var sea: [[[Coordinate]]] = []
  private let box: GeoBox

  /// - Parameters:
  ///   - lines: the coastlines, each with the land on its left.
  ///   - box: a box in which the map has all coastlines. If a coastline ends within the box, the
  ///     sea is unknown and remains empty.
  init(_ lines: [[Coordinate]], in box: GeoBox) {
    self.box = box
    var islands: [[Coordinate]] = []
    var shores: [[Coordinate]] = []
    for line in Coast.joined(lines) {
      let isRing = line.first == line.last
      let parts = box.parts(of: line)
      if isRing, parts == [line] {
        if line.isCounterclockwise { islands.append(line) } else { sea.append([line]) }
      } else {
        shores += isRing ? Coast.joined(parts) : parts
      }
    }
    let arcs = shores.compactMap(arc)
    guard arcs.count == shores.count else {
      sea = []
      return
    }
    sea += rings(of: arcs).map { [$0] }
    if arcs.isEmpty, sea.isEmpty, !islands.isEmpty { sea = [[box.ring]] }
    for island in islands {
      let owner = sea.firstIndex { isInside(island[0], $0[0]) }
      if let owner { sea[owner].append(island) }
    }
  }

  /// Returns lines that are joined where one begins at the end of another. Directions stay.
  private static func joined(_ lines: [[Coordinate]]) -> [[Coordinate]] {
    var joined: [[Coordinate]] = []
    for line in lines where line.count > 1 {
      var line = line
      if line.first != line.last, let next = joined.firstIndex(where: { $0.first == line.last }) {
        line += joined.remove(at: next).dropFirst()
      }
      if line.first != line.last,
        let before = joined.firstIndex(where: { $0.last == line.first && $0.first != $0.last })
      {
        line = joined.remove(at: before) + line.dropFirst()
      }
      joined.append(line)
    }
    return joined
  }
}

// MARK: - Along the border

extension Coast {
  /// A coastline from border to border, with the places of its ends along the border.
  private struct Arc {
    var line: [Coordinate]
    var from: Double
    var to: Double
  }

  /// Returns the line as an arc; nil if an end does not lie on the border.
  private func arc(_ line: [Coordinate]) -> Arc? {
    guard let first = line.first, let last = line.last, let from = box.placeOnBorder(first),
      let to = box.placeOnBorder(last)
    else { return nil }
    return Arc(line: line, from: from, to: to)
  }

  /// Returns the rings of sea. The sea is on the right of each arc. From the end of an arc, it goes
  /// on clockwise along the border to the start of the next one.
  private func rings(of arcs: [Arc]) -> [[Coordinate]] {
    var unused = Array(arcs.indices)
    var rings: [[Coordinate]] = []
    while let start = unused.first {
      var ring: [Coordinate] = []
      var current = start
      repeat {
        unused.removeAll { $0 == current }
        ring += arcs[current].line
        let end = arcs[current].to
        let next =
          (unused + [start]).min {
            GeoBox.stretch(from: end, to: arcs[$0].from)
              < GeoBox.stretch(from: end, to: arcs[$1].from)
          } ?? start
        ring += box.corners(from: end, to: arcs[next].from)
        current = next
      } while current != start
      if let first = ring.first { rings.append(ring + [first]) }
    }
    return rings
  }
}

extension GeoBox {
  /// The corners clockwise, from the northwestern one.
  private var clockwise: [Coordinate] {
    [
      Coordinate(latitude: north, longitude: west), Coordinate(latitude: north, longitude: east),
      Coordinate(latitude: south, longitude: east), Coordinate(latitude: south, longitude: west),
    ]
  }

  /// The border as a closed ring, clockwise.
  var ring: [Coordinate] { clockwise + clockwise.prefix(1) }

  /// Returns the place of a position on the border: 0 to 4, clockwise from the northwestern corner,
  /// with 1 for each side; nil for a position that is not on the border.
  fileprivate func placeOnBorder(_ position: Coordinate) -> Double? {
    let x = (position.longitude - west) / (east - west)
    let y = (north - position.latitude) / (north - south)
    let nearly = 1e-9
    if abs(y) < nearly { return x }
    if abs(x - 1) < nearly { return 1 + y }
    if abs(y - 1) < nearly { return 3 - x }
    return abs(x) < nearly ? 4 - y : nil
  }

  /// Returns the length of the border clockwise from one place to another, in sides.
  fileprivate static func stretch(from: Double, to: Double) -> Double {
    to >= from ? to - from : to - from + 4
  }

  /// Returns the corners that lie clockwise between two places on the border.
  fileprivate func corners(from: Double, to: Double) -> [Coordinate] {
    let length = GeoBox.stretch(from: from, to: to)
    return (0..<8).compactMap { corner in
      let ahead = Double(corner) - from
      return ahead > 0 && ahead < length ? clockwise[corner % 4] : nil
    }
  }
}
