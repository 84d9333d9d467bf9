import PhoneAPI
import TrackingEngine
import World

extension BatteryReading {
  /// Makes the reading that a tracker took with a record; nil if the phone reported no charge.
  package init?(_ record: Record) {
    let state: State? =
      switch record.surroundings.batteryState {
      case .unknown: nil
      case .unplugged: .unplugged
      case .charging: .charging
      case .full: .full
      }
    // A charge in single precision has further digits than its gauge: 0.800000012 for 80 %.
    let level = (Double(record.surroundings.batteryLevel) * 1000).rounded() / 1000
    self.init(time: record.recordedAt, level: level, state: state)
  }
}

extension [BatteryReading] {
  /// Makes the readings of a store's records in order of time, one for each time.
  package init(_ records: some Sequence<Record>) {
    self = records.compactMap(BatteryReading.init).inOrderOfTime
  }
}
