import Geodesy

extension MapGround {
  /// Returns the map as part of a drawing. What lies outside of the plan is left out.
  func drawn(by plan: MapPlan, width: Double) -> Drawing.Ground {
    let paths = layers.flatMap { layer in
      let d = layer.lines.compactMap { numbers in
        Self.path(Self.coordinates(numbers).map(plan.place), width: width, height: plan.height)
      }.map { layer.isArea ? $0 + "z" : $0 }.joined()
      return d.isEmpty ? [] : layer.styles.map { Drawing.Ground.Path(style: "g-\($0)", d: d) }
    }
    return Drawing.Ground(width: width, height: plan.height, paths: paths)
  }

  private static func coordinates(_ numbers: [Int]) -> [Coordinate] {
    var (north, east) = (0, 0)
    return stride(from: 0, to: numbers.count - 1, by: 2).map { index in
      north += numbers[index]
      east += numbers[index + 1]
      return Coordinate(
        latitude: Double(north) / unitsPerDegree, longitude: Double(east) / unitsPerDegree)
    }
  }

  /// Returns a line in the syntax of SVG; nil if it lies beside the drawing or is a dot.
  private static func path(
    _ places: [(x: Double, y: Double)], width: Double, height: Double
  ) -> String? {
    let isSeen =
      places.contains { $0.x > 0 } && places.contains { $0.x < width }
      && places.contains { $0.y > 0 } && places.contains { $0.y < height }
    guard isSeen, let first = places.first else { return nil }
    var last = first
    var text = "M\(first.x) \(first.y)"
    for place in places.dropFirst() where abs(place.x - last.x) + abs(place.y - last.y) >= 1 {
      text += "L\(place.x) \(place.y)"
      last = place
    }
    return text.contains("L") ? text : nil
  }
}
