/// A number from the sources: its value or its possible range, and the IDs of its sources.
///
/// The profile of a phone chooses the number that applies to the phone. `ParameterDraw` then draws
/// one value from the range.
package struct Figure {
  package let range: ClosedRange<Double>
  /// The IDs of rules in FACTS.md; "judgement" or "unsourced" if no source gives the number.
  package let source: String
  package let level: ModelParameter.Level

  package static func known(_ value: Double, _ source: String) -> Figure {
    Figure(range: value...value, source: source, level: .model)
  }

  package static func ranged(
    _ range: ClosedRange<Double>, _ source: String, level: ModelParameter.Level = .model
  ) -> Figure {
    Figure(range: range, source: source, level: level)
  }
}

extension ParameterDraw {
  package mutating func figure(_ name: String, _ figure: Figure) -> Double {
    ranged(name, figure.range, figure.source, level: figure.level)
  }
}
