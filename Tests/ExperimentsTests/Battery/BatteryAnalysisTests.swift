import Testing
import Timekeeping

@testable import Experiments
@testable import World

@Suite("Battery readings") struct BatteryAnalysisTests {
  private typealias State = BatteryReading.State

  /// Makes readings from minutes after 2026-03-02T00:00:00Z, levels in percent, and states.
  private func readings(
    _ values: [(minute: Double, percent: Double)], _ state: State? = .unplugged
  ) -> [BatteryReading] {
    let midnight = Instant(secondsSince1970: 1_772_409_600)
    return values.compactMap {
      BatteryReading(
        time: midnight + .seconds($0.minute * 60), level: $0.percent / 100, state: state)
    }
  }

  private func analysis(
    _ readings: [BatteryReading], calendar: LocalCalendar = .utc
  ) -> BatteryAnalysis {
    BatteryAnalysis(of: readings, calendar: TravelCalendar(calendar))
  }

  @Test("Time at 100 % after unplugging is no drain of zero, but left out of the rate")
  func plateau() throws {
    // Two hours at 100 %, then 1 % every 30 min: 2 % an hour, and not 10 % in 7 h.
    let falling = stride(from: 0.0, through: 10, by: 1).map { (fall: Double) in
      (minute: 120 + fall * 30, percent: 99 - fall)
    }
    let night = analysis(readings([(0, 100), (60, 100)] + falling))
    let drain = try #require(night.drain)
    #expect(abs(drain.percentPerHour - 2) < 1e-9)
    #expect(drain.hours == 5)
    #expect(abs(night.spells[0].hoursAtFull - 1) < 1e-9)
  }

  @Test("A night that never leaves 100 % has no rate")
  func onlyPlateau() {
    #expect(analysis(readings([(0, 100), (300, 100)])).drain == nil)
  }

  @Test("With rare readings, the bounds of the drain are the gauge's step over the time")
  func rareReadings() throws {
    // 97, 93, 89 % at one reading an hour: 8 % in 2 h, each end up to 1 % lower than it reads, so
    // (8 ± 1) ÷ 2 h. The falls are known to an hour each, which is worse.
    let drain = try #require(analysis(readings([(0, 97), (60, 93), (120, 89)])).drain)
    #expect(abs(drain.percentPerHour - 4) < 1e-9)
    #expect(abs(drain.low - 3.5) < 1e-9 && abs(drain.high - 4.5) < 1e-9)
  }

  @Test("With frequent readings, the bounds are from the minutes in which the gauge fell")
  func frequentReadings() throws {
    // A reading each minute, and a fall each 20 min: the first fall is between minutes 19 and 20,
    // the last between 99 and 100. 4 % in 79 to 81 min.
    let minutes = (0...110).map { (minute: Int) in
      (minute: Double(minute), percent: Double(80 - minute / 20))
    }
    let drain = try #require(analysis(readings(minutes)).drain)
    #expect(abs(drain.percentPerHour - 3) < 1e-9)
    #expect(abs(drain.low - 4.0 / 81 * 60) < 1e-9 && abs(drain.high - 4.0 / 79 * 60) < 1e-9)
  }

  @Test("A true rate is within the bounds, whatever its phase, its gauge and its readings")
  func boundsHold() throws {
    for (rate, phase, step, every) in [
      (0.4, 0.3, 1.0, 17.0), (4.4, 0.9, 1, 60), (9, 0.1, 5, 7), (2.2, 0.55, 5, 1), (1, 0, 1, 1),
    ] {
      let values = stride(from: 0, through: 600, by: every).map { minute in
        let charge = 95 + phase - rate * minute / 60
        return (minute: minute, percent: (charge / step).rounded(.up) * step)
      }
      let drain = try #require(analysis(readings(values)).drain)
      #expect(drain.low <= rate + 1e-9 && rate <= drain.high + 1e-9, "\(rate) in \(drain)")
      #expect(drain.low <= drain.percentPerHour && drain.percentPerHour <= drain.high)
    }
  }

  @Test("The gauge's step is 1 %, 5 % on systems that round so, and finer where levels are")
  func steps() {
    #expect(analysis(readings([(0, 99), (60, 95), (120, 91)])).step.share == 0.01)
    #expect(analysis(readings([(0, 100), (60, 95), (120, 90)])).step.share == 0.05)
    #expect(analysis(readings([(0, 99.5), (60, 95), (120, 90)])).step.share == 0.001)
    #expect(analysis(readings([(0, 100), (60, 100)])).step.share == 0.01)
    // UIDevice's batteryLevel is a Float, whose 0.83 is not the Double's.
    let float = BatteryReading(time: Instant(secondsSince1970: 0), level: Double(Float(0.83)))
    #expect(GaugeStep(of: readings([(1, 82)]) + [float].compactMap(\.self)).share == 0.01)
  }

  @Test("The charger's state divides the readings, and its time has no drain")
  func states() throws {
    let day =
      readings([(0, 80), (60, 78), (120, 76)])
      + readings([(130, 76), (190, 100)], .charging) + readings([(240, 100)], .full)
      + readings([(250, 100), (300, 99), (360, 96)])
    let analysis = analysis(day)
    #expect(analysis.spells.map(\.kind) == [.unplugged, .charging, .unplugged])
    #expect(analysis.spells.map(\.readingCount) == [3, 3, 3])
    // 2 % an hour over 2 h, then 3 % an hour over 1 h.
    #expect(abs(try #require(analysis.drain).percentPerHour - 7.0 / 3) < 1e-9)
    #expect(abs(analysis.hours(.charging) - 110.0 / 60) < 1e-9)
  }

  @Test("Without a state, a rise of two steps is a charger, and of one step is not")
  func inferredCharging() {
    let charged = analysis(
      readings([(0, 60), (60, 58), (120, 70), (180, 90), (240, 90), (300, 88)], nil))
    #expect(charged.spells.map(\.kind) == [.unplugged, .charging, .unplugged])
    // The charger was connected after the reading of 58 %, and removed after the last of 90 %.
    #expect(charged.spells.map(\.last.level) == [0.58, 0.9, 0.88])
    let corrected = analysis(readings([(0, 60), (60, 58), (120, 59), (180, 57)], nil))
    #expect(corrected.spells.map(\.kind) == [.unplugged])
  }

  @Test("A rise to 100 % is a charger too: the gauge does not return there by itself")
  func full() {
    let topped = analysis(readings([(0, 99), (60, 100), (300, 100), (360, 99), (420, 98)], nil))
    #expect(topped.spells.map(\.kind) == [.unplugged, .charging, .unplugged])
    #expect(topped.drain?.percentPerHour == 1)
  }

  @Test("A rise of two steps while unplugged ends the spell, and is counted")
  func unseenCharger() throws {
    let day = analysis(readings([(0, 50), (60, 48), (600, 90), (660, 88)]))
    #expect(day.spells.count == 2)
    #expect(day.risesUnplugged == 1)
    #expect(abs(try #require(day.drain).percentPerHour - 2) < 1e-9)
    #expect(
      day.remarks == [
        "The battery level rose while the phone was unplugged once. The readings missed a charger, "
          + "or the gauge corrected itself."
      ])
  }

  @Test("A fall of more than 5 % within a minute is counted, and one of 5 % is not")
  func suddenFall() {
    #expect(analysis(readings([(0, 50), (1, 45), (60, 44)])).suddenFalls == 0)
    let old = analysis(readings([(0, 50), (1, 44), (60, 43), (61, 30)]))
    #expect(old.suddenFalls == 2)
    #expect(old.remarks.count == 1)
  }

  @Test("The drain of each hour of the day is by local time, and hours without a fall are empty")
  func hours() throws {
    // In UTC+1, from 09:00: 6 % an hour until 10:00, then 3 % an hour until 12:00.
    let values = (0...180).map { minute in
      let percent = minute <= 60 ? 90 - minute / 10 : 84 - (minute - 60) / 20
      return (minute: 480 + Double(minute), percent: Double(percent))
    }
    let day = analysis(readings(values), calendar: .hoursAhead(1))
    // The first fall is half a minute before 09:10, as the readings have it.
    let first = day.drainByHour[9]
    #expect(abs(first.hours - 50.5 / 60) < 1e-9)
    #expect(abs(try #require(first.percentPerHour) - 6) < 0.05)
    #expect(abs(try #require(day.drainByHour[10].percentPerHour) - 3) < 0.05)
    #expect(day.drainByHour[8].percentPerHour == nil)
    #expect(day.drainByHour.map(\.hour) == Array(0..<24))
    #expect(abs(day.drainByHour.reduce(0) { $0 + $1.percent } - 11) < 1e-9)
  }

  @Test("Time without readings for more than 90 minutes is a share of the whole")
  func unobserved() throws {
    let night = analysis(readings([(0, 90), (90, 89), (330, 80), (360, 79)]))
    // 4 of 6 h.
    #expect(abs(try #require(night.unobservedShare) - 4.0 / 6) < 1e-9)
    #expect(analysis(readings([(0, 90)])).unobservedShare == nil)
  }
}
