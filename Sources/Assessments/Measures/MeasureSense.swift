/// The direction in which a measure gets better: higher or lower values.
package enum MeasureSense: String, Codable, Sendable, CaseIterable {
  case moreIsBetter, lessIsBetter

  package func isBetter(_ a: Double, than b: Double) -> Bool {
    switch self {
    case .moreIsBetter: a > b
    case .lessIsBetter: a < b
    }
  }

  /// Returns how much better `a` is than `b`, in the measure's unit. Negative if `a` is worse.
  package func advantage(of a: Double, over b: Double) -> Double {
    switch self {
    case .moreIsBetter: a - b
    case .lessIsBetter: b - a
    }
  }
}
