import Scenarios

/// The results of a validation, row by row.
package struct ValidationReport: Sendable {
  package struct Section: Sendable {
    package var document: ValidationDocument
    package var rows: [ValidationVerdict]
  }

  package var sections: [Section]
  package var seeds: [UInt64]
  /// False if the run was interrupted.
  package var isComplete: Bool

  package var rows: [ValidationVerdict] { sections.flatMap(\.rows) }
  package func count(_ outcome: ValidationVerdict.Outcome) -> Int {
    rows.count { $0.outcome == outcome }
  }
}

/// One row, compared with its band.
package struct ValidationVerdict: Sendable {
  /// The outcome of a row. It passes if the median over seeds lies in its band and the interval is
  /// not too wide.
  package enum Outcome: String, Sendable, CaseIterable {
    case passed
    /// The row has set parameters of the model, and the median lies in its band.
    case fitted
    case missed
    /// The median is in the band, but the 90 % interval is more than twice as wide as what was
    /// measured.
    case vague = "too vague"
    /// No seed has the figure.
    case none = "no figure"
  }

  package var row: ValidationRow
  package var outcome: Outcome
  package var median: Double?
  /// The interval from the 5th to the 95th percentile over seeds.
  package var interval: ClosedRange<Double>?
  /// An interval that holds the median of infinitely many seeds with 90 % confidence.
  package var medianInterval: ClosedRange<Double>?

  /// - Parameters:
  ///   - figures: One per seed.
  ///   - against: One per seed, of the subject with which the row compares.
  init(_ row: ValidationRow, figures: [Double?], against: [Double?]?) {
    self.row = row
    let values = Self.values(row, figures, against).sorted()
    guard !values.isEmpty else {
      outcome = .none
      return
    }
    median = Self.quantile(0.5, of: values)
    interval = Self.quantile(0.05, of: values)...Self.quantile(0.95, of: values)
    medianInterval = Self.medianInterval(of: values)
    outcome = Self.outcome(row, median ?? .nan, interval)
  }

  /// True if other seeds might put the median on the other side of an end of the band.
  package var isClose: Bool {
    guard let medianInterval, outcome != .none else { return false }
    return [row.band.lowerBound, row.band.upperBound].contains {
      medianInterval.lowerBound < $0 && $0 < medianInterval.upperBound
    }
  }

  /// Returns the interval by order statistics: the number of values below the median is binomial,
  /// nearly normal.
  private static func medianInterval(of sorted: [Double]) -> ClosedRange<Double> {
    let count = Double(sorted.count)
    let reach = 1.645 * count.squareRoot() / 2
    let low = Int((count / 2 - reach).rounded(.down))
    let high = Int((count / 2 + reach).rounded(.up))
    return sorted[max(0, low)]...sorted[min(sorted.count - 1, high)]
  }

  private static func values(
    _ row: ValidationRow, _ figures: [Double?], _ against: [Double?]?
  ) -> [Double] {
    guard let against else { return figures.compactMap { $0 } }
    return zip(figures, against).compactMap { figure, other in
      guard let figure, let other else { return nil }
      switch row.kind {
      case .ratio, .level: return other == 0 ? nil : figure / other
      case .order: return figure - other
      }
    }
  }

  private static func outcome(
    _ row: ValidationRow, _ median: Double, _ interval: ClosedRange<Double>?
  ) -> Outcome {
    guard row.band.contains(median) else { return .missed }
    if row.fitted != nil { return .fitted }
    let measured = row.range.upperBound - row.range.lowerBound
    if let interval, row.kind != .order, interval.upperBound - interval.lowerBound > 2 * measured {
      return .vague
    }
    return .passed
  }

  /// The distance of the median from the band, as a share of the nearer end; 0 within.
  package var excess: Double {
    guard let median else { return 0 }
    if median > row.band.upperBound {
      return row.band.upperBound == 0 ? .infinity : median / row.band.upperBound - 1
    }
    guard median < row.band.lowerBound, row.band.lowerBound != 0 else { return 0 }
    return median / row.band.lowerBound - 1
  }

  /// Returns the quantile, linear between the neighbors, infinity included.
  private static func quantile(_ share: Double, of sorted: [Double]) -> Double {
    let place = share * Double(sorted.count - 1)
    let (low, high) = (sorted[Int(place.rounded(.down))], sorted[Int(place.rounded(.up))])
    if low == high { return low }
    return low + (high - low) * (place - place.rounded(.down))
  }
}
