/// What the sources say of one number: its value or the range that they leave open, and who says so.
///
/// A profile picks among figures; the draw resolves the one picked.
struct Figure {
  let range: ClosedRange<Double>
  /// Fact ids first; "judgement" or "unsourced" where no source gives the number.
  let source: String
  let level: ModelParameter.Level

  static func known(_ value: Double, _ source: String) -> Figure {
    Figure(range: value...value, source: source, level: .model)
  }

  static func ranged(
    _ range: ClosedRange<Double>, _ source: String, level: ModelParameter.Level = .model
  ) -> Figure {
    Figure(range: range, source: source, level: level)
  }
}

extension ParameterDraw {
  mutating func figure(_ name: String, _ figure: Figure) -> Double {
    ranged(name, figure.range, figure.source, level: figure.level)
  }
}
