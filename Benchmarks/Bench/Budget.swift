import Foundation

/// A measurement with limits for its figures.
protocol Budget: Sendable {
  /// The name on the command line.
  static var name: String { get }
  /// True if other work on the machine changes the figures.
  static var dependsOnTime: Bool { get }
  static func measure(rounds: Int) throws -> [Finding]
}

extension Budget {
  static var dependsOnTime: Bool { true }
}

/// A figure, with its limit and the ratio between the two.
struct Finding {
  var subject: String
  var figure: String
  var limit = ""
  /// The ratio to the limit: 1 or more is within the budget; nil if nothing was compared.
  var ratio: Double?
  /// True if the limit is a goal. To miss a goal is no failure.
  var isGoal = false

  static func measured(_ subject: String, _ figure: String) -> Finding {
    Finding(subject: subject, figure: figure)
  }

  static func notMeasured(_ subject: String, because reason: String) -> Finding {
    Finding(subject: subject, figure: reason)
  }

  /// Returns a finding for a figure that should be large, such as a speed.
  static func atLeast(
    _ limit: Double, _ unit: String, subject: String, figure: Double
  ) -> Finding {
    Finding(
      subject: subject, figure: "\(short(figure)) \(unit)", limit: ">= \(short(limit)) \(unit)",
      ratio: figure / limit)
  }

  /// Returns a finding for a figure that should be small, such as a duration.
  static func atMost(
    _ limit: Double, _ unit: String, subject: String, figure: Double
  ) -> Finding {
    Finding(
      subject: subject, figure: "\(short(figure)) \(unit)", limit: "<= \(short(limit)) \(unit)",
      ratio: limit / figure)
  }

  /// Returns a finding for the speed on two processors against one, from the durations of pairs.
  ///
  /// The second processor of a virtual machine may do other work or share a core with the first, so
  /// the limit is a goal. The figure is the median of the pairs, each measured in turns.
  static func gain(subject: String, pairs: [(one: Double, two: Double)]) -> Finding {
    let gains = pairs.map { $0.one / $0.two }.sorted()
    var finding = atLeast(1.9, "times", subject: subject, figure: gains[gains.count / 2])
    finding.isGoal = true
    return finding
  }

  var isWithin: Bool { reachesLimit || isGoal }

  private var reachesLimit: Bool { ratio.map { $0 >= 1 } ?? true }

  private var verdict: String {
    guard let ratio else { return "" }
    return short(ratio) + (reachesLimit ? " ok" : isGoal ? " below the goal" : " MISSED")
  }

  static let header = columns("budget", "figure", "limit", "ratio")

  var line: String {
    Self.columns(subject, figure, limit, verdict)
  }

  private static func columns(
    _ subject: String, _ figure: String, _ limit: String, _ verdict: String
  ) -> String {
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(1, width - text.count))
    }
    return padded(subject, 58) + padded(figure, 22) + padded(limit, 14) + verdict
  }
}

/// Returns a number with three significant digits.
func short(_ number: Double) -> String {
  let digits = number == 0 ? 0 : max(0, 2 - Int(log10(abs(number)).rounded(.down)))
  return String(format: "%.\(digits)f", number)
}

/// Returns the seconds that `work` takes.
func seconds(_ work: () throws -> Void) rethrows -> Double {
  let clock = ContinuousClock()
  return try clock.measure(work) / .seconds(1)
}
