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

  var isWithin: Bool { ratio.map { $0 >= 1 } ?? true }

  static let header = columns("budget", "figure", "limit", "ratio")

  var line: String {
    let verdict = ratio.map { "\(short($0)) \(isWithin ? "ok" : "MISSED")" } ?? ""
    return Self.columns(subject, figure, limit, verdict)
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
