import Evaluation
import Foundation
import Text
import Timekeeping
import World

/// The battery of the log's phone, beside the batteries of the simulated phones.
package struct JudgedBattery: Codable, Sendable, Equatable {
  /// The smallest change that the phone's gauge shows, in percent.
  package var stepPercent: Double
  /// The drain without a charger after the time at 100 %; null if the log is too short for a rate.
  @ExplicitNull package var drain: JudgedDrain? = nil
  /// The drains of the simulated phones; null if no run has one.
  @ExplicitNull package var simulatedDrain: JudgedMeasure.SimulatedRange? = nil
  package var hoursUnplugged: Double
  package var hoursCharging: Double
  /// The unplugged hours in which the gauge still showed 100 %. They are not part of the drain.
  package var hoursAtFull: Double
  /// The drain without a charger by the hour of the local day. Hours without a value are left out.
  package var drainByHour: [DrainOfHour]
  /// The share of the time without readings for more than 90 min; null with less than two readings.
  @ExplicitNull package var unobservedShare: Double? = nil
  /// The readings in order of time. Readings that repeat the one before and the one after are left
  /// out, and of more than 2,000 others evenly chosen ones remain.
  package var readings: [JudgedReading]
  package var remarks: [String]

  private static let readingCountMax = 2000

  /// Analyzes the log's readings, and samples each simulated gauge at their times, so that both
  /// sides have the same instrument. Nil without readings.
  ///
  /// - Parameter simulated: the changes of each simulated gauge, in order of time.
  init?(of readings: [BatteryReading], calendar: TravelCalendar, simulated: [[GaugeReading]]) {
    guard !readings.isEmpty else { return nil }
    let own = BatteryAnalysis(of: readings, calendar: calendar)
    stepPercent = Self.rounded(100 * own.step.share)
    hoursUnplugged = own.hours(.unplugged)
    hoursCharging = own.hours(.charging)
    hoursAtFull = own.spells.reduce(0) { $0 + ($1.kind == .unplugged ? $1.hoursAtFull : 0) }
    drainByHour = own.drainByHour.compactMap(DrainOfHour.init)
    unobservedShare = own.unobservedShare
    self.readings = Self.shown(readings).map(JudgedReading.init)
    remarks = own.remarks
    guard let drain = own.drain else { return }
    self.drain = JudgedDrain(drain)
    let drains = simulated.compactMap { gauge in
      BatteryAnalysis(of: Self.sampled(gauge, at: readings), calendar: calendar).drain
    }
    simulatedDrain = JudgedMeasure.SimulatedRange(
      drains.map(\.percentPerHour), around: drain.percentPerHour)
  }

  /// The readings that a simulated gauge would have shown at the times of the log's.
  private static func sampled(
    _ gauge: [GaugeReading], at readings: [BatteryReading]
  ) -> [BatteryReading] {
    var next = 0
    return readings.compactMap { reading in
      while next < gauge.count, gauge[next].time <= reading.time { next += 1 }
      guard next > 0 else { return nil }
      return BatteryReading(time: reading.time, level: Double(gauge[next - 1].percent) / 100)
    }
  }

  private static func shown(_ readings: [BatteryReading]) -> [BatteryReading] {
    func isSame(_ a: BatteryReading, _ b: BatteryReading) -> Bool {
      a.level == b.level && a.state == b.state
    }
    let last = readings.count - 1
    let changes = readings.indices.filter { index in
      index == 0 || index == last || !isSame(readings[index], readings[index - 1])
        || !isSame(readings[index], readings[index + 1])
    }
    let step = max(1, (changes.count + readingCountMax - 1) / readingCountMax)
    return stride(from: 0, to: changes.count, by: step).map { readings[changes[$0]] }
  }

  /// Rounds to thousandths, which removes the digits that a level as a Float adds.
  fileprivate static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}

/// A drain in percent of a full battery per hour. Whatever the gauge rounds away, the true rate is
/// between `low` and `high`.
package struct JudgedDrain: Codable, Sendable, Equatable {
  package var percentPerHour: Double
  package var low: Double
  package var high: Double
  /// The hours over which the rate was measured.
  package var hours: Double

  init(_ drain: Drain) {
    percentPerHour = drain.percentPerHour
    low = drain.low
    high = drain.high
    hours = drain.hours
  }
}

/// The drain without a charger in one hour of the local day.
package struct DrainOfHour: Codable, Sendable, Equatable {
  /// The hour of the day, 0 to 23.
  package var hour: Int
  package var percentPerHour: Double
  /// The hours of readings, over all days.
  package var hours: Double

  init?(_ hourly: HourlyDrain) {
    guard let rate = hourly.percentPerHour else { return nil }
    hour = hourly.hour
    percentPerHour = rate
    hours = hourly.hours
  }
}

/// A reading of the battery in a log.
package struct JudgedReading: Codable, Sendable, Equatable {
  @ISO8601Text package var time: Instant
  package var percent: Double
  /// The state of the charger, `unplugged`, `charging` or `full`; null if the log does not state
  /// it.
  @ExplicitNull package var state: String? = nil

  init(_ reading: BatteryReading) {
    time = reading.time
    percent = JudgedBattery.rounded(100 * reading.level)
    state = reading.state?.rawValue
  }
}
