import Timekeeping
import World

/// The readings of the battery in a CSV file. Values that are no charge are ignored.
///
/// A file writes all its charges as shares, or all in percent. They are percent if one of them is
/// above 1, so the unit is certain only after the last row.
struct CSVBattery {
  private var values: [(time: Instant, level: Double, state: String?, slot: Int)] = []

  mutating func take(
    _ fields: [Substring], _ columns: CSVHeader, at time: Instant, slot: Int
  ) {
    guard let column = columns[.battery], column < fields.count,
      let level = Double(fields[column]), (0...100).contains(level)
    else { return }
    let state = columns[.batteryState].flatMap { $0 < fields.count ? String(fields[$0]) : nil }
    values.append((time, level, state, slot))
  }

  func append(to trajectories: inout Trajectories) {
    let full = values.contains { $0.level > 1 } ? 100.0 : 1
    for value in values {
      let state = value.state.flatMap { BatteryReading.State(rawValue: $0.lowercased()) }
      trajectories.append(
        BatteryReading(time: value.time, level: value.level / full, state: state), to: value.slot)
    }
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
