import Statistics
import Text

/// The comparison of days with one setting and days with another: for each measure the difference,
/// its interval, and the number of days that it takes to see such a difference.
package struct SettingComparison: Codable, Sendable, Equatable {
  package struct Difference: Codable, Sendable, Equatable {
    package var measure: String
    /// The number of days of each setting that have the figure.
    package var firstDays: Int
    package var secondDays: Int
    package var means: MeanDifference
  }

  /// True if the first days of both settings were compared with each other, then the second days,
  /// and so on.
  package var isPaired: Bool
  package var differences: [Difference]
  /// Whole sentences on days that were not compared.
  package var remarks: [String] = []

  /// Compares days by their figures.
  ///
  /// Days are paired in order if both settings have equally many. A measure that a day lacks is
  /// compared on the other days.
  ///
  /// - Parameter measures: The names of the measures in the order of the result.
  package init(
    of measures: [String], _ first: [[String: Double]], against second: [[String: Double]]
  ) {
    isPaired = first.count == second.count
    differences = []
    for measure in measures {
      let a = first.map { $0[measure] }
      let b = second.map { $0[measure] }
      if let difference = Self.difference(measure, a, b, isPaired: isPaired) {
        differences.append(difference)
      }
    }
    if first.count == 1 || second.count == 1 {
      remarks.append(
        "One day of a setting has no interval: the difference may be that of the days. Record at"
          + " least two days of each.")
    }
    if !isPaired {
      remarks.append(
        "The days are not paired, because there are \(first.count) of one setting and"
          + " \(second.count) of the other.")
    }
  }

  private static func difference(
    _ measure: String, _ first: [Double?], _ second: [Double?], isPaired: Bool
  ) -> Difference? {
    if isPaired {
      let pairs = zip(first, second).compactMap { pair -> (first: Double, second: Double)? in
        guard let one = pair.0, let other = pair.1 else { return nil }
        return (one, other)
      }
      return MeanDifference(pairs: pairs).map {
        Difference(
          measure: measure, firstDays: pairs.count, secondDays: pairs.count, means: $0)
      }
    }
    let (a, b) = (first.compactMap(\.self), second.compactMap(\.self))
    return MeanDifference(a, b).map {
      Difference(measure: measure, firstDays: a.count, secondDays: b.count, means: $0)
    }
  }
}
