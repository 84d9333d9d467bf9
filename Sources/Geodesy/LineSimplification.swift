extension [Coordinate] {
  /// Returns a simplified line with fewer points, by the Douglas-Peucker algorithm. The first and
  /// the last point remain. Every removed point lies within `toleranceMeters` of the simplified
  /// line. If more than `countMax` points remain, the function doubles the tolerance until there
  /// are few enough.
  ///
  /// Source: Douglas and Peucker, "Algorithms for the reduction of the number of points required to
  /// represent a digitized line", Cartographica 1973.
  package func simplified(toleranceMeters: Double, countMax: Int = .max) -> [Coordinate] {
    guard count > 2, let first else { return self }
    let scale = LocalScale(latitude: first.latitude)
    var tolerance = toleranceMeters
    while true {
      let kept = indicesOfLine(toleranceMeters: tolerance, scale)
      if kept.count <= Swift.max(countMax, 2) { return kept.map { self[$0] } }
      tolerance *= 2
    }
  }

  private func indicesOfLine(toleranceMeters: Double, _ scale: LocalScale) -> [Int] {
    var isKept = [Bool](repeating: false, count: count)
    isKept[0] = true
    isKept[count - 1] = true
    // A stack instead of recursion, because a recording may have a million points.
    var open = [(0, count - 1)]
    while let (start, end) = open.popLast() {
      var farthest = (index: start, meters: toleranceMeters)
      for index in start + 1..<Swift.max(end, start + 1) {
        let meters = scale.distanceMeters(self[index], fromLine: self[start], self[end])
        if meters > farthest.meters { farthest = (index, meters) }
      }
      guard farthest.index != start else { continue }
      isKept[farthest.index] = true
      open.append((start, farthest.index))
      open.append((farthest.index, end))
    }
    return indices.filter { isKept[$0] }
  }
}

extension LocalScale {
  fileprivate func distanceMeters(
    _ point: Coordinate, fromLine start: Coordinate, _ end: Coordinate
  ) -> Double {
    let line = displacement(from: start, to: end)
    let way = displacement(from: start, to: point)
    let along = line.eastMeters * way.eastMeters + line.northMeters * way.northMeters
    let share = line.squaredMeters > 0 ? min(max(along / line.squaredMeters, 0), 1) : 0
    let east = way.eastMeters - share * line.eastMeters
    let north = way.northMeters - share * line.northMeters
    return (east * east + north * north).squareRoot()
  }
}
