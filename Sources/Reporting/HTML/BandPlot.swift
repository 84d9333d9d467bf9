/// A plot of figures with their intervals against bands, a row for each figure.
///
/// Each row has its own scale, on which its band goes from 0 to 1. So figures of different units
/// stand in one column.
struct BandPlot {
  struct Row {
    var name: String
    var mark: TrackerMark? = nil
    /// The figure and the ends of its interval, in units of the band.
    var point: Double
    var low: Double
    var high: Double
    /// The CSS class of the color.
    var style: String
    /// The ends of the published measurements, if they are narrower than the band.
    var range: ClosedRange<Double>? = nil
    /// The figures in words, at the end of the row.
    var text: String
  }

  /// How far the plot reaches on both sides of the band, in units of the band.
  private static let reach = 1.5
  private static let width = 820.0
  private static let rowHeight = 26.0
  private static let nameLength = 48

  var label: String
  /// The words below the plot's lower end, the band and the upper end.
  var axis: (low: String, band: String, high: String)
  var rows: [Row]

  var drawing: Drawing {
    let height = Double(rows.count) * Self.rowHeight
    var drawing = Drawing(label: label, width: Self.width, height: height + 22)
    let band = (Self.place(0), Self.place(1))
    drawing.rects = [
      .init(style: "band", x: band.0, y: 0, width: band.1 - band.0, height: height, opacity: 1)
    ]
    for (index, row) in rows.enumerated() {
      draw(row, at: (Double(index) + 0.5) * Self.rowHeight, in: &drawing)
    }
    drawing.text(axis.low, Self.place(-Self.reach), height + 16, "start label")
    drawing.text(axis.band, (band.0 + band.1) / 2, height + 16, "middle label")
    drawing.text(axis.high, Self.place(1 + Self.reach), height + 16, "end label")
    return drawing
  }

  private func draw(_ row: Row, at y: Double, in drawing: inout Drawing) {
    if let mark = row.mark {
      drawing.name(row.name, mark, y: y, length: Self.nameLength)
    } else {
      drawing.text(Drawing.short(row.name, to: Self.nameLength), 0, y + 4, "start")
    }
    if let range = row.range {
      let (low, high) = (Self.place(range.lowerBound), Self.place(range.upperBound))
      drawing.rects.append(
        .init(
          style: "measured", x: low, y: y - 9, width: max(1, high - low), height: 18, opacity: 1))
    }
    let (low, high) = (Self.place(row.low), Self.place(row.high))
    drawing.lines.append(.init(style: row.style + " box", x1: low, y1: y, x2: high, y2: y))
    for (end, place) in [(row.low, low), (row.high, high)] where Self.isOutside(end) {
      drawing.text(
        end < 0 ? "‹" : "›", place + (end < 0 ? -6 : 6), y + 4, row.style + " middle arrow")
    }
    if !Self.isOutside(row.point) {
      drawing.shapes.append(
        .init(style: row.style, shape: row.mark?.shape ?? 0, x: Self.place(row.point) - 7, y: y - 7)
      )
    }
    drawing.text(row.text, Self.width, y + 4, "end")
  }

  private static func isOutside(_ value: Double) -> Bool { value < -reach || value > 1 + reach }

  private static func place(_ value: Double) -> Double {
    let within = value.isNaN ? 0 : min(max(value, -reach), 1 + reach)
    return Drawing.rounded(330 + (within + reach) / (1 + 2 * reach) * 320)
  }
}
