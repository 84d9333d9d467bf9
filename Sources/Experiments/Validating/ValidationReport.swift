import Scenarios

/// The results of a validation, row by row.
package struct ValidationReport: Sendable {
  package struct Section: Sendable {
    package var document: ValidationDocument
    package var rows: [ValidationVerdict]
  }

  package var sections: [Section]
  package var seeds: [UInt64]
  /// False if the validation was interrupted.
  package var isComplete: Bool

  package var rows: [ValidationVerdict] { sections.flatMap(\.rows) }
  package func count(_ outcome: ValidationVerdict.Outcome) -> Int {
    rows.count { $0.outcome == outcome }
  }
}

/// The result of one row, compared with the band of published measurements.
package struct ValidationVerdict: Sendable {
  /// The outcome of a row.
  ///
  /// A row passes if the median over the seeds lies in the band and the interval is not too wide.
  package enum Outcome: String, Sendable, CaseIterable {
    case passed
    /// The median lies in the band, but this is no test of the model: the row's measurements were
    /// used to set parameters of the model.
    case fitted
    case missed
    /// The median lies in the band, but `interval` is more than twice as wide as the range of the
    /// published measurements.
    case vague = "too vague"
    /// No seed has a figure, for example because the measure never applies.
    case none = "no figure"
  }

  package var row: ValidationRow
  package var outcome: Outcome
  package var median: Double?
  /// The interval from the 5th to the 95th percentile of the seeds' figures.
  package var interval: ClosedRange<Double>?
  /// The 90 % confidence interval of the median. Other seeds would give a slightly different
  /// median.
  package var medianInterval: ClosedRange<Double>?

  /// Creates the verdict on a row.
  ///
  /// - Parameters:
  ///   - figures: The figure of each seed.
  ///   - against: For each seed, the figure of the row's second subject, with which the first is
  ///     compared. Nil if the row has only one subject.
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

  /// True if other seeds might change the outcome: an end of the band lies within `medianInterval`.
  package var isClose: Bool {
    guard let medianInterval, outcome != .none else { return false }
    return [row.band.lowerBound, row.band.upperBound].contains {
      medianInterval.lowerBound < $0 && $0 < medianInterval.upperBound
    }
  }

  /// Returns the 90 % confidence interval of the median by order statistics.
  ///
  /// The number of values below the median has a binomial distribution. The function approximates
  /// it by a normal distribution.
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
      let value =
        switch row.kind {
        case .ratio, .level: other == 0 ? .nan : figure / other
        case .order: figure - other
        }
      // Two delays without end cannot be compared.
      return value.isNaN ? nil : value
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

  /// The relative distance of the median from the nearer end of the band: median / end − 1. It is 0
  /// within the band.
  package var excess: Double {
    guard let median else { return 0 }
    if median > row.band.upperBound {
      return row.band.upperBound == 0 ? .infinity : median / row.band.upperBound - 1
    }
    guard median < row.band.lowerBound, row.band.lowerBound != 0 else { return 0 }
    return median / row.band.lowerBound - 1
  }

  /// Returns the quantile of sorted values, interpolated linearly. Values may be infinite.
  private static func quantile(_ share: Double, of sorted: [Double]) -> Double {
    let place = share * Double(sorted.count - 1)
    let (low, high) = (sorted[Int(place.rounded(.down))], sorted[Int(place.rounded(.up))])
    if low == high { return low }
    return low + (high - low) * (place - place.rounded(.down))
  }
}
