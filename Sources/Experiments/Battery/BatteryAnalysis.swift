import Timekeeping
import World

/// The figures of a series of battery readings: the drain, the time on a charger, and the
/// peculiarities of the gauge.
package struct BatteryAnalysis: Sendable {
  /// The longest time between two readings that still counts as observed. Apps that only run at a
  /// background refresh read the battery about once an hour.
  package static let observedMax = TimeSpan.minutes(90)

  package var step: GaugeStep
  /// The spells with and without a charger, in order of time.
  package var spells: [BatterySpell]
  /// The drain of all spells without a charger together; nil if none is long enough.
  package var drain: Drain?
  /// The drain without a charger in each hour of the local day, 24 values.
  package var drainByHour: [HourlyDrain]
  /// The share of the time between the first and the last reading without readings for longer
  /// than `observedMax`; nil with less than two readings.
  package var unobservedShare: Double?
  /// The falls of more than 5 % within a minute.
  package var suddenFalls = 0
  /// The rises while both readings state that the phone is unplugged: a charger that was not seen,
  /// or a gauge that corrects itself.
  package var risesUnplugged = 0

  /// Analyzes readings in order of time, with strictly increasing times.
  package init(of readings: [BatteryReading], calendar: TravelCalendar) {
    let step = GaugeStep(of: readings)
    var byHour = DrainByHour(calendar: calendar)
    var spells: [BatterySpell] = []
    for (kind, range) in BatterySpells(of: readings, step: step).ranges {
      let slice = readings[range]
      guard let spell = BatterySpell(kind, slice, step: step) else { continue }
      spells.append(spell)
      guard kind == .unplugged else { continue }
      byHour.add(GaugeFalls(of: slice, from: range.lowerBound, step: step).all)
    }
    self.step = step
    self.spells = spells
    drain = Drain.pooled(spells.compactMap(\.drain))
    drainByHour = byHour.hours
    unobservedShare = BatteryAnalysis.unobservedShare(of: readings)
    for (from, to) in zip(readings, readings.dropFirst()) { countJump(from: from, to: to) }
  }

  /// The hours in spells of a kind.
  package func hours(_ kind: BatterySpell.Kind) -> Double {
    spells.reduce(0) { $0 + ($1.kind == kind ? $1.hours : 0) }
  }

  /// Whole sentences on what makes the gauge's figures less certain; none for a clean series.
  package var remarks: [String] {
    var remarks: [String] = []
    if suddenFalls > 0 {
      remarks.append(
        "The battery level fell by more than 5 % within a minute "
          + (suddenFalls == 1 ? "once." : "\(suddenFalls) times.")
          + " An old battery does this, or two devices are in one file.")
    }
    if risesUnplugged > 0 {
      remarks.append(
        "The battery level rose while the phone was unplugged "
          + (risesUnplugged == 1 ? "once." : "\(risesUnplugged) times.")
          + " The readings missed a charger, or the gauge corrected itself.")
    }
    return remarks
  }

  private mutating func countJump(from: BatteryReading, to: BatteryReading) {
    if from.level - to.level > 0.0505, to.time - from.time <= .minutes(1) { suddenFalls += 1 }
    if from.state == .unplugged, to.state == .unplugged,
      step.count(from: from.level, to: to.level) > 0
    {
      risesUnplugged += 1
    }
  }

  private static func unobservedShare(of readings: [BatteryReading]) -> Double? {
    guard let first = readings.first, let last = readings.last, first.time < last.time else {
      return nil
    }
    var unobserved = 0.0
    for (from, to) in zip(readings, readings.dropFirst()) where to.time - from.time > observedMax {
      unobserved += (to.time - from.time).seconds
    }
    return unobserved / (last.time - first.time).seconds
  }
}
