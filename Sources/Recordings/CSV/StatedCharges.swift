import Text
import Timekeeping
import World

/// The charges of the battery that a file writes as text, in columns or extensions. Values that are
/// no charge are left out and counted.
///
/// A file writes all its charges as shares, or all in percent. They are percent if one of them is
/// above 1, so the unit is certain only after the last value.
struct StatedCharges {
  private var values: [(time: Instant, level: Double, state: String?, slot: Int)] = []
  private var leftOut = 0
  private var firstLeftOut: (text: String, line: Int?)?

  /// Takes a value as text. An empty value, or one that means none, is not counted as left out.
  mutating func take(
    _ text: some StringProtocol, state: (some StringProtocol)?, at time: Instant, slot: Int = 0,
    line: Int?
  ) {
    guard !MissingValue.isNone(text) else { return }
    guard let level = Double(String(text)), (0...100).contains(level) else {
      leftOut += 1
      firstLeftOut = firstLeftOut ?? (String(text), line)
      return
    }
    values.append((time, level, state.map { String($0) }, slot))
  }

  /// The readings with their slots, in the order of the file.
  var readings: [(reading: BatteryReading, slot: Int)] {
    let full = values.contains { $0.level > 1 } ? 100.0 : 1
    return values.compactMap { value in
      let state = value.state.flatMap(BatteryReading.State.init(stated:))
      return BatteryReading(time: value.time, level: value.level / full, state: state)
        .map { ($0, value.slot) }
    }
  }

  func append(to trajectories: inout Trajectories) {
    for (reading, slot) in readings { trajectories.append(reading, to: slot) }
  }

  var remarks: [String] {
    guard let firstLeftOut else { return [] }
    let place = firstLeftOut.line.map { " on line \($0)" } ?? ""
    let found = "\(quoted(firstLeftOut.text))\(place)"
    return [
      leftOut == 1
        ? "The battery value \(found) is no charge and was left out."
        : "\(leftOut) battery values, such as \(found), are no charges and were left out."
    ]
  }
}

extension BatteryReading.State {
  /// Finds the state that a word or a number of UIKit's `UIDevice.BatteryState` states: 1
  /// unplugged, 2 charging, 3 full. OwnTracks uses the same numbers. Nil for other values.
  init?(stated: String) {
    switch stated.lowercased() {
    case "1": self = .unplugged
    case "2": self = .charging
    case "3": self = .full
    case let word: self.init(rawValue: word)
    }
  }
}

/// The words that mean that a field has no value.
enum MissingValue {
  static func isNone(_ text: some StringProtocol) -> Bool {
    ["", "n/a", "na", "nan", "null", "none"].contains(text.lowercased())
  }
}

extension BatteryReading {
  /// Returns the sentence on the battery's charge in a recording; none without readings.
  static func remarks(on readings: [BatteryReading]) -> [String] {
    guard let first = readings.first, let last = readings.last else { return [] }
    func percent(_ reading: BatteryReading) -> String {
      "\(Int((100 * reading.level).rounded())) %"
    }
    let count = "The recording has \(readings.count) battery "
    return [
      readings.count == 1
        ? count + "reading, of \(percent(first))."
        : count + "readings, from \(percent(first)) to \(percent(last))."
    ]
  }
}
