import Timekeeping
import World

/// The drain in one hour of the local day.
package struct HourlyDrain: Sendable {
  /// The hour of the day, 0 to 23.
  package var hour: Int
  /// The hours of unplugged time in this hour of the day, over all days.
  package var hours = 0.0
  /// The fall of the gauge in that time, in percent.
  package var percent = 0.0

  package var percentPerHour: Double? { hours > 0 ? percent / hours : nil }
}

/// The sums of the drain by the hour of the local day.
///
/// Between two falls of the gauge the charge is taken to fall evenly. The time before a spell's
/// first fall and after its last one is left out, because the charge used in it is not known.
struct DrainByHour {
  private(set) var hours = (0..<24).map { HourlyDrain(hour: $0) }
  private let calendar: TravelCalendar

  init(calendar: TravelCalendar) { self.calendar = calendar }

  mutating func add(_ falls: [GaugeFall]) {
    for (from, to) in zip(falls, falls.dropFirst()) {
      add(percent: 100 * (from.level - to.level), from: from.middle, to: to.middle)
    }
  }

  private mutating func add(percent: Double, from start: Instant, to end: Instant) {
    let whole = (end - start).seconds
    guard whole > 0 else { return }
    var time = start
    while time < end {
      let offset = calendar.calendar(at: time).offset(at: time)
      let local = time + offset
      let hourOfAllTime = floorDivide(local.wholeSeconds, 3600)
      let next = min(
        end, Instant(nanoseconds: TimeSpan.hours(hourOfAllTime + 1).nanoseconds) - offset)
      let seconds = (next - time).seconds
      let hour = Int(hourOfAllTime - 24 * floorDivide(hourOfAllTime, 24))
      hours[hour].hours += seconds / 3600
      hours[hour].percent += percent * seconds / whole
      time = next
    }
  }
}
