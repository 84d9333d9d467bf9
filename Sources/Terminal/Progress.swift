/// The progress of counted work at one moment, and its description.
package struct Progress {
  package var done: Int
  package var total: Int
  package var unit: String
  package var elapsedSeconds: Double

  package init(done: Int, total: Int, unit: String, elapsedSeconds: Double) {
    self.done = done
    self.total = total
    self.unit = unit
    self.elapsedSeconds = elapsedSeconds
  }

  /// The progress as text: "120 of 480 runs, 2 min 5 s, about 6 min left".
  package var text: String {
    let count = "\(done) of \(total) \(unit), \(Self.duration(elapsedSeconds))"
    return remainingSeconds.map { "\(count), about \(Self.duration($0)) left" } ?? count
  }

  /// The progress as a bar and text: "█████░░░░░░░░░░░░░░░ 120 of 480 runs, …".
  package var bar: String {
    let width = 20
    let filled = total > 0 ? min(width, width * min(done, total) / total) : 0
    return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
      + " " + text
  }

  /// The estimated seconds until the work is done, from the mean speed so far; nil in the first
  /// second.
  private var remainingSeconds: Double? {
    guard elapsedSeconds >= 1, done > 0, done < total else { return nil }
    return elapsedSeconds / Double(done) * Double(total - done)
  }

  /// Returns a duration as text: "45 s", "2 min 5 s", "3 h 12 min".
  static func duration(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds, 0), 1e9).rounded())
    switch whole {
    case ..<60: return "\(whole) s"
    case ..<3600: return "\(whole / 60) min" + (whole % 60 == 0 ? "" : " \(whole % 60) s")
    default: return "\(whole / 3600) h" + (whole % 3600 < 60 ? "" : " \(whole / 60 % 60) min")
    }
  }
}
