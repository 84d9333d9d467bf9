import Timekeeping
import World

/// The rate at which a battery falls, in percent of the gauge per hour, with bounds.
///
/// The bounds are not statistical: whatever the gauge rounds away and whenever it fell between two
/// readings, the rate is between `low` and `high`.
package struct Drain: Sendable {
  package var percentPerHour: Double
  package var low: Double
  package var high: Double
  /// The hours over which the rate is measured.
  package var hours: Double

  package init(percentPerHour: Double, low: Double, high: Double, hours: Double) {
    self.percentPerHour = percentPerHour
    self.low = low
    self.high = high
    self.hours = hours
  }

  /// Measures the drain of a spell without a charger; nil if less than two readings are below
  /// 100 %, or if the times are too uncertain for a rate.
  ///
  /// The first end is the first reading below 100 %, or the first fall that the readings show. The
  /// last end is the last reading, or the last fall. Of the combinations, the one with the
  /// narrowest bounds is taken: with frequent readings the falls are known best, and with rare ones
  /// the readings.
  package init?(of spell: ArraySlice<BatteryReading>, step: GaugeStep) {
    guard let start = spell.firstIndex(where: { !$0.isFull }) else { return nil }
    let used = spell[start...]
    guard let first = used.first, let last = used.last, first.time < last.time else { return nil }
    let falls = GaugeFalls(of: spell, from: start, step: step)
    let starts = [Anchor(at: first, step: step), falls.first.map(Anchor.init)].compactMap(\.self)
    let ends = [Anchor(at: last, step: step), falls.last.map(Anchor.init)].compactMap(\.self)
    let candidates = starts.flatMap { start in ends.compactMap { Drain(from: start, to: $0) } }
    guard let best = candidates.min(by: { $0.high - $0.low < $1.high - $1.low }) else { return nil }
    self = best
  }

  /// Returns the drain of several spells together: all percent by all hours. Nil without spells.
  package static func pooled(_ drains: [Drain]) -> Drain? {
    let hours = drains.reduce(0) { $0 + $1.hours }
    guard hours > 0 else { return nil }
    func mean(_ rate: (Drain) -> Double) -> Double {
      drains.reduce(0) { $0 + rate($1) * $1.hours } / hours
    }
    return Drain(
      percentPerHour: mean(\.percentPerHour), low: mean(\.low), high: mean(\.high), hours: hours)
  }

  private init?(from start: Anchor, to end: Anchor) {
    let shortest = (end.time.lowerBound - start.time.upperBound).seconds / 3600
    let longest = (end.time.upperBound - start.time.lowerBound).seconds / 3600
    guard shortest > 0 else { return nil }
    let least = start.percent.lowerBound - end.percent.upperBound
    let most = start.percent.upperBound - end.percent.lowerBound
    hours = (shortest + longest) / 2
    percentPerHour = (least + most) / 2 / hours
    low = least / (least < 0 ? shortest : longest)
    high = most / shortest
  }
}

/// An end of the time over which a drain is measured: the charge and the time are each known to
/// within an interval.
private struct Anchor {
  var percent: ClosedRange<Double>
  var time: ClosedRange<Instant>

  /// A reading: its time is exact, and the charge is at most one step below the level.
  init(at reading: BatteryReading, step: GaugeStep) {
    let percent = reading.level * 100
    self.percent = (percent - 100 * step.share)...percent
    time = reading.time...reading.time
  }

  /// A fall: the charge was exactly the level at some time between two readings.
  init(_ fall: GaugeFall) {
    percent = (fall.level * 100)...(fall.level * 100)
    time = fall.time
  }
}

/// A fall of a gauge to a level between two readings.
struct GaugeFall {
  /// The level that the gauge shows after the fall.
  var level: Double
  var time: ClosedRange<Instant>

  var middle: Instant { time.lowerBound + (time.upperBound - time.lowerBound) * 0.5 }
}

/// The falls of a gauge to levels below all earlier ones of a spell.
///
/// A level that returns after a rise by one step is not a fall: the gauge had only corrected
/// itself.
struct GaugeFalls {
  private(set) var all: [GaugeFall] = []

  var first: GaugeFall? { all.first }
  var last: GaugeFall? { all.last }

  /// Finds the falls at and after a reading.
  init(of spell: ArraySlice<BatteryReading>, from start: Int, step: GaugeStep) {
    guard var lowest = spell.first?.level else { return }
    for index in spell.indices.dropFirst() {
      let reading = spell[index]
      guard step.count(from: lowest, to: reading.level) < 0 else { continue }
      lowest = reading.level
      guard index >= start else { continue }
      all.append(GaugeFall(level: lowest, time: spell[index - 1].time...reading.time))
    }
  }
}
