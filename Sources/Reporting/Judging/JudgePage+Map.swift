import Experiments
import Geodesy
import Timekeeping

/// The map: the person's way, the log, and the simulated run in the middle of all.
extension JudgePage {
  /// A path on the map. Its style is a CSS class of lines, dots and the legend.
  private struct MapLayer {
    var style: String
    var words: String
    var path: [PathPoint]
    var hasDots = true
  }

  private static let mapWidth = 820.0

  /// The paths on a plain map, with a scale; nil for a log of fewer than two positions.
  var map: SectionedPage.Section? {
    guard judgment.path.count > 1,
      let plan = MapPlan(layers.flatMap { $0.path.map(\.coordinate) })
    else { return nil }
    let caption = layers.count > 1 ? "The paths, north up" : "The log's positions, north up"
    var drawing = Drawing(label: caption, width: Self.mapWidth, height: plan.height + 24)
    drawing.ground = ground?.drawn(by: plan, width: Self.mapWidth)
    for layer in layers { draw(layer, plan, in: &drawing) }
    let scale = plan.scale
    drawing.lines.append(
      .init(style: "box", x1: 0, y1: plan.height + 10, x2: scale.width, y2: plan.height + 10))
    drawing.text(scale.text, scale.width + 8, plan.height + 14, "start label")
    return SectionedPage.Section(
      id: "positions", title: "Map", notes: mapNotes,
      groups: [.init(figures: [.init(caption: caption, drawing: drawing)])],
      legend: layers.count > 1
        ? .init(terms: layers.map { .init(fill: $0.style, words: $0.words) }) : nil)
  }

  /// The layers, the lowest first.
  private var layers: [MapLayer] {
    let middle = judgment.simulation?.middle
    let all = [
      MapLayer(
        style: "truth", words: "the person's way", path: judgment.truth.path, hasDots: false),
      MapLayer(
        style: "t1", words: "simulated, seed \(middle?.seed ?? 0)", path: middle?.path ?? []),
      MapLayer(style: "t0", words: "the log", path: judgment.path),
    ]
    return all.filter { !$0.path.isEmpty }
  }

  private var mapNotes: [String] {
    let middle =
      judgment.simulation.map {
        "Of \(FigureText.counted($0.draws.count, "simulated run")) the map shows the one that "
          + "misses as much time as the median run. "
      } ?? ""
    return [middle + "Positions more than 10 min apart are not joined by a line."]
      + (ground.map { ["The map below the paths: \($0.credit)."] } ?? [])
  }

  private func draw(_ layer: MapLayer, _ plan: MapPlan, in drawing: inout Drawing) {
    let places = layer.path.map { plan.place($0.coordinate) }
    for (index, (from, to)) in zip(places, places.dropFirst()).enumerated() {
      let pause = layer.path[index + 1].time - layer.path[index].time
      // The true way has a point where the person moves, so that a pause is a rest.
      guard pause <= JudgePage.joinedMax || !layer.hasDots else { continue }
      drawing.lines.append(
        .init(style: layer.style, x1: from.x, y1: from.y, x2: to.x, y2: to.y))
    }
    guard layer.hasDots else { return }
    drawing.dots += places.map { .init(style: layer.style, x: $0.x, y: $0.y) }
  }
}

extension PathPoint {
  fileprivate var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }
}
