import Timekeeping

/// The charge of the recording phone's battery, as a recording reports it.
package struct BatteryReading: Sendable, Hashable {
  package enum State: String, Sendable, Hashable, CaseIterable {
    case unplugged, charging, full
  }

  package var time: Instant
  /// The charge as a share of a full battery.
  package var level: Double
  /// The state of the charger; nil if the recording does not report it.
  package var state: State?

  /// Makes a reading; nil if the level is not a share.
  package init?(time: Instant, level: Double, state: State? = nil) {
    guard (0...1).contains(level) else { return nil }
    self.time = time
    self.level = level
    self.state = state
  }
}

extension [BatteryReading] {
  /// The readings in the order of time, one for each time: the first of those with equal times.
  package var inOrderOfTime: [BatteryReading] {
    let ordered = enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    var kept: [BatteryReading] = []
    for reading in ordered where kept.last?.time != reading.time { kept.append(reading) }
    return kept
  }
}
