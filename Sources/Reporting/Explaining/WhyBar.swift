import Experiments

/// The scale of the bars in a column: the lowest and the highest value in it, and 0.
struct WhyScale {
  private(set) var low = 0.0
  private(set) var high = 0.0

  /// Makes the scale that shows these values.
  init(_ values: [Double]) {
    for value in values where value.isFinite {
      low = min(low, value)
      high = max(high, value)
    }
  }

  /// Makes the scale that shows these means with their intervals.
  init(_ means: [SeedMean]) {
    self.init(means.flatMap { [$0.mean, $0.interval?.low ?? 0, $0.interval?.high ?? 0] })
  }

  /// Returns a position in percent of the width, from 0 to 100.
  func percent(_ value: Double) -> Double {
    guard high > low, value.isFinite else { return 0 }
    return min(max((value - low) / (high - low), 0), 1) * 100
  }
}

/// A bar as SVG that is as wide as its cell. The text holds only numbers and fixed names, so it
/// needs no escaping.
struct WhyBar {
  struct Part {
    var from: Double
    var to: Double
    /// The CSS class of the filling.
    var fill: String
  }

  var scale: WhyScale
  var parts: [Part]
  /// The ends of the interval; nil to draw none.
  var whisker: (low: Double, high: Double)?

  /// Makes a bar from `start` to the mean above it, with its interval.
  init(_ mean: SeedMean, fill: String, scale: WhyScale, from start: Double = 0) {
    self.init([Part(from: start, to: start + mean.mean, fill: fill)], scale: scale)
    whisker = mean.interval.map { (start + $0.low, start + $0.high) }
  }

  init(_ parts: [Part], scale: WhyScale) {
    self.scale = scale
    self.parts = parts
  }

  /// The SVG element. Screen readers skip it: the text beside it has the same figures.
  var svg: String {
    "<svg class=\"bars\" aria-hidden=\"true\">" + line("zero", 0, 0, "0", "100%")
      + parts.map(rect).joined() + reach + "</svg>"
  }

  private func rect(_ part: Part) -> String {
    let ends = [scale.percent(part.from), scale.percent(part.to)]
    let (low, high) = (min(ends[0], ends[1]), max(ends[0], ends[1]))
    return "<rect class=\"\(part.fill)\" x=\"\(text(low))\" width=\"\(text(high - low))\" "
      + "y=\"15%\" height=\"70%\"/>"
  }

  private var reach: String {
    guard let whisker else { return "" }
    return ["halo", "reach"].map { style in
      line(style, whisker.low, whisker.high, "50%", "50%")
        + line(style, whisker.low, whisker.low, "25%", "75%")
        + line(style, whisker.high, whisker.high, "25%", "75%")
    }.joined()
  }

  private func line(
    _ style: String, _ from: Double, _ to: Double, _ top: String, _ bottom: String
  ) -> String {
    "<line class=\"\(style)\" x1=\"\(text(scale.percent(from)))\" "
      + "x2=\"\(text(scale.percent(to)))\" y1=\"\(top)\" y2=\"\(bottom)\"/>"
  }

  private func text(_ percent: Double) -> String { FigureText.decimal(percent, 2) + "%" }
}
