import Experiments
import Geodesy
import Text
import Timekeeping

/// The battery and the map of a judged log.
extension JudgePage {
  // MARK: Battery

  var battery: SectionedPage.Section? {
    guard let battery = judgment.battery else { return nil }
    let caption =
      "The battery of the log's phone"
      + (judgment.simulation == nil ? "" : ", on the 90 % range of the simulated phones")
    let drawing = batteryDrawing(battery, caption: caption)
    return SectionedPage.Section(
      id: "battery", title: "Battery", notes: words.battery(battery) + battery.remarks,
      groups: drawing.map { [.init(figures: [.init(caption: caption, drawing: $0)])] } ?? [],
      tables: [rates(battery), hours(battery)].compactMap(\.self))
  }

  private func rates(_ battery: JudgedBattery) -> SectionedPage.Rows? {
    guard let drain = battery.drain else { return nil }
    let range = battery.simulatedDrain
    let isOutside = range.map { $0.place != .within } ?? false
    return SectionedPage.Rows(
      caption: "Drain without a charger after the time at 100 %",
      columns: [
        "figure", "log", "possible", "simulated median", "simulated 90 %", "rank", "place",
      ],
      rows: [
        .init(
          style: isOutside ? "changed" : "", name: "drain",
          cells: ([
            JudgeText.rate(drain.percentPerHour),
            interval(FigureText.decimal(drain.low, 2), JudgeText.rate(drain.high)),
          ] + JudgePage.cells(range, { FigureText.decimal($0, 2) }, JudgeText.rate)).map {
            .init(text: $0)
          })
      ])
  }

  private func hours(_ battery: JudgedBattery) -> SectionedPage.Rows? {
    guard let most = battery.drainByHour.map(\.percentPerHour).max(), most > 0 else { return nil }
    return SectionedPage.Rows(
      summary: "Drain by hour of the day", caption: "Drain by hour of the local day",
      columns: ["hour", "drain", "measured over"],
      rows: battery.drainByHour.map { hour in
        .init(
          name: "\(hour.hour):00",
          cells: [
            .init(
              text: JudgeText.rate(hour.percentPerHour),
              meter: .init(
                style: "plain-bar",
                width: Drawing.rounded(max(0, hour.percentPerHour) / most * 100))),
            .init(text: FigureText.decimal(hour.hours, 1) + " h"),
          ])
      })
  }

  // MARK: Map

  private static let mapWidth = 820.0
  private static let mapHeight = 420.0

  /// The log's positions on a plain map, with a scale; nil for fewer than two.
  var map: SectionedPage.Section? {
    let caption = "The log's positions, north up"
    guard let plan = MapPlan(judgment.path.map(\.coordinate)) else { return nil }
    var drawing = Drawing(
      label: caption, width: Self.mapWidth, height: plan.height + 24)
    let places = judgment.path.map { plan.place($0.coordinate) }
    for (index, (from, to)) in zip(places, places.dropFirst()).enumerated() {
      let pause = judgment.path[index + 1].time - judgment.path[index].time
      guard pause <= JudgePage.joinedMax else { continue }
      drawing.lines.append(.init(style: "path", x1: from.x, y1: from.y, x2: to.x, y2: to.y))
    }
    drawing.dots = places.map { .init(style: "t0", x: $0.x, y: $0.y) }
    let scale = plan.scale
    drawing.lines.append(
      .init(style: "box", x1: 0, y1: plan.height + 10, x2: scale.width, y2: plan.height + 10))
    drawing.text(scale.text, scale.width + 8, plan.height + 14, "start label")
    return SectionedPage.Section(
      id: "positions", title: "Map",
      notes: ["Positions more than 10 min apart are not joined by a line."],
      groups: [.init(figures: [.init(caption: caption, drawing: drawing)])])
  }
}

extension PathPoint {
  fileprivate var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }
}

/// The projection of a small map: meters to the east and the north of its middle.
private struct MapPlan {
  let height: Double
  private let unitsPerMeter: Double
  private let corner: Coordinate
  private let local: LocalScale

  private static let size = (width: 820.0, height: 420.0)
  private static let margin = 8.0
  /// The least width of the ground that a map shows, so that a phone at rest is no line of dots.
  private static let metersMin = 100.0

  /// Makes the plan; nil for fewer than two positions, or if they cross the date line.
  init?(_ coordinates: [Coordinate]) {
    let latitudes = coordinates.map(\.latitude)
    let longitudes = coordinates.map(\.longitude)
    guard coordinates.count > 1, let south = latitudes.min(), let north = latitudes.max(),
      let west = longitudes.min(), let east = longitudes.max(), east - west < 180
    else { return nil }
    local = LocalScale(latitude: (south + north) / 2)
    corner = Coordinate(latitude: north, longitude: west)
    let size = local.displacement(
      from: Coordinate(latitude: south, longitude: west),
      to: Coordinate(latitude: north, longitude: east))
    let width = max(size.eastMeters, Self.metersMin)
    let length = max(size.northMeters, Self.metersMin)
    unitsPerMeter = min(
      (Self.size.width - 2 * Self.margin) / width, (Self.size.height - 2 * Self.margin) / length)
    height = Drawing.rounded(length * unitsPerMeter + 2 * Self.margin)
  }

  func place(_ coordinate: Coordinate) -> (x: Double, y: Double) {
    let moved = local.displacement(from: corner, to: coordinate)
    return (
      Drawing.rounded(Self.margin + moved.eastMeters * unitsPerMeter),
      Drawing.rounded(Self.margin - moved.northMeters * unitsPerMeter)
    )
  }

  /// The longest of 1, 2 and 5 times a power of ten whose line is at most 200 units long.
  var scale: (width: Double, text: String) {
    let meters = 200 / unitsPerMeter
    var unit = 1.0
    while unit * 10 <= meters { unit *= 10 }
    let length = [5.0, 2, 1].map { $0 * unit }.first { $0 <= meters } ?? unit
    return (Drawing.rounded(length * unitsPerMeter), FigureText.meters(length))
  }
}
