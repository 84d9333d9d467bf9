import Geodesy
import PhoneAPI
import PhoneStorm
import RunObservation
import Testing
import Timekeeping
import TrackingEngine

@testable import Evaluation
@testable import Simulation

private let morning = Instant(nanoseconds: 1_772_434_800_000_000_000)
private func minute(_ count: Int64) -> Instant { morning + .minutes(count) }

/// Each check on a day that contains something impossible.
@Suite("The storm's checks find a doctored day")
struct DoctoredDayTests {
  // MARK: The cell

  /// Returns the problems of samples of a cell with 40,000 J and an adapter of 20 W.
  private func battery(_ samples: [(Double, Int, Double, Bool)]) -> [String] {
    var check = BatteryCheck(capacityJoules: 40_000, adapterWatts: 20)
    for (index, sample) in samples.enumerated() {
      check.add(
        BatteryCheck.Sample(
          instant: minute(Int64(index)), level: sample.0, gauge: sample.1, drawnJoules: sample.2,
          isCharging: sample.3))
    }
    return check.problems.sentences
  }

  @Test("A cell that loses what is drawn, and gains what a charger can give, has no problem")
  func honestCell() {
    // 0.01 of 40,000 J are 400 J. On the charger the rise of 0.02 is 800 J, and 100 J are drawn:
    // 900 J of at most 20 W × 60 s = 1200 J.
    #expect(
      battery([
        (0.50, 52, 0, false), (0.49, 51, 400, true), (0.51, 53, 500, false), (0.50, 52, 900, false),
      ]) == [])
    // The last impulse draws more than the cell had.
    #expect(battery([(0.001, 1, 0, false), (0, 0, 45, false)]) == [])
  }

  @Test("A charge or a gauge that rises uncharged, and a drop that was not drawn")
  func cell() {
    // Two problems: the rise itself, and its difference from the 0 J drawn.
    #expect(battery([(0.50, 52, 0, false), (0.51, 52, 0, false)]).count == 2)
    #expect(battery([(0.50, 52, 0, false), (0.50, 53, 0, false)]).count == 1)
    #expect(battery([(0.50, 52, 0, false), (0.49, 51, 300, false)]).count == 1)
    #expect(battery([(0.50, 52, 0, false), (0.49, 51, 500, false)]).count == 1)
    // The cell became empty and gave more than was drawn.
    #expect(battery([(0.50, 52, 0, false), (0, 0, 45, false)]).count == 1)
  }

  @Test("A charge out of bounds, a phone that gives energy, a charger that takes or gives too much")
  func bounds() {
    #expect(battery([(1.2, 100, 0, false)]).count == 1)
    #expect(battery([(0.5, 101, 0, false)]).count == 1)
    #expect(battery([(0.5, 50, 10, true), (0.5, 50, 0, true)]).count == 2)
    #expect(battery([(0.50, 52, 0, true), (0.49, 51, 300, true)]).count == 1)
    // 4000 J in a minute are too much; 1200 J, and as much again in tolerance, are possible.
    #expect(battery([(0.50, 52, 0, true), (0.60, 62, 0, false)]).count == 1)
  }

  // MARK: Gaps

  private func gaps(
    _ pieces: [(Int64, Int64, GapCause)], recorded: [(GapCause, Double)], coverage: Double = 0.9,
    longest: Double = 360, received: [(GapCause, Double)]? = nil
  ) -> [String] {
    // The day has an hour; a tenth of it is 360 s.
    var check = GapCheck(from: morning, to: minute(60))
    for piece in pieces { check.add(from: minute(piece.0), to: minute(piece.1), piece.2) }
    func list(_ pairs: [(GapCause, Double)]) -> [CauseSeconds] {
      pairs.map { CauseSeconds(cause: $0.0, seconds: $0.1) }
    }
    check.hold(
      RunGaps(
        causes: GapCauseReport(recorded: list(recorded), received: received.map(list)),
        positionCoverage: coverage, judgedSeconds: 3600, longestSeconds: longest))
    return check.problems.sentences
  }

  @Test("Gaps whose causes add up have no problem")
  func honestGaps() {
    #expect(
      gaps(
        [(1, 3, .stale), (3, 7, .acquiring)],
        recorded: [(.stale, 120), (.acquiring, 240), (.unexplained, 0)]) == [])
  }

  @Test("Unexplained time, a sum that is short, and a piece that is reported under another cause")
  func causes() {
    let whole: [(Int64, Int64, GapCause)] = [(1, 7, .stale)]
    #expect(
      gaps([(1, 7, .unexplained)], recorded: [(.unexplained, 360)])
        == ["gaps: unexplained (recorded) is 360.0 s"])
    #expect(gaps(whole, recorded: [(.stale, 360)]).count == 1)
    // Two problems: the cause's own time, and the sum.
    #expect(gaps(whole, recorded: [(.stale, 300), (.unexplained, 0)]).count == 2)
    #expect(gaps(whole, recorded: [(.acquiring, 360), (.unexplained, 0)]).count == 2)
    #expect(gaps(whole, recorded: [(.stale, 360), (.unexplained, 0)], coverage: 0.8).count == 1)
    #expect(gaps(whole, recorded: [(.stale, 360), (.unexplained, 0)], longest: 300).count == 1)
    let honest: [(GapCause, Double)] = [(.stale, 360), (.unexplained, 0)]
    #expect(gaps(whole, recorded: honest, received: [(.unexplained, 1)]).count == 1)
    #expect(
      gaps(whole, recorded: honest, received: [(.stale, 4000), (.unexplained, 0)]).count == 1)
  }

  @Test("Pieces out of order, and beyond the day")
  func pieces() {
    let back: [(Int64, Int64, GapCause)] = [(4, 7, .stale), (1, 4, .stale)]
    let honest: [(GapCause, Double)] = [(.stale, 360), (.unexplained, 0)]
    #expect(gaps(back, recorded: honest, longest: 180).count == 1)
    #expect(gaps([(58, 64, .stale)], recorded: honest).count == 1)
  }

  // MARK: Records

  private func row(_ at: Int64, app: String = "background", may: String = "always") -> TimelineRow {
    TimelineRow(
      instant: minute(at), app: app, positioning: "off", batteryPercent: 50, queueLength: 0,
      authorization: may, isPaused: false)
  }

  private func record(_ at: Int64, of stamp: Int64? = nil, latitude: Double = 45) -> Record {
    Record(
      location: Location(
        coordinate: Coordinate(latitude: latitude, longitude: 0), horizontalAccuracyMeters: 10,
        timestamp: minute(stamp ?? at)), recordedAt: minute(at))
  }

  private func records(_ feed: (inout RecordCheck) -> Void) -> [String] {
    var check = RecordCheck(from: morning, to: minute(60))
    check.add(row(0))
    feed(&check)
    return check.problems.sentences
  }

  @Test("A record late, early, outside of the day, of the future, or nowhere")
  func recordTimes() {
    #expect(records { $0.add(record(5, of: 4)) } == [])
    #expect(
      records {
        $0.add(record(5))
        $0.add(record(4))
      }.count == 1)
    #expect(records { $0.add(record(61)) }.count == 1)
    #expect(records { $0.add(record(5, of: 6)) }.count == 1)
    #expect(records { $0.add(record(5, latitude: 91)) }.count == 1)
  }

  @Test("A record while the app is dead, or a position without permission")
  func recordRights() {
    for app in ["dead (forceQuit)", "notInstalled", "notRunningYet"] {
      #expect(
        records {
          $0.add(row(1, app: app))
          $0.add(record(2))
        }.count == 1)
    }
    #expect(
      records {
        $0.add(row(1, may: "denied"))
        $0.add(record(2))
      }.count == 1)
    // An earlier fix may be recorded later.
    #expect(
      records {
        $0.add(row(3, may: "denied"))
        $0.add(record(4, of: 2))
      } == [])
    // So may the last place, with a time of the app's own, but not one from after the change.
    for (stamp, count) in [(2, 0), (4, 1)] as [(Int64, Int)] {
      #expect(
        records {
          $0.add(row(3, may: "denied"))
          $0.add(record(5), newestFix: record(stamp).location)
        }.count == count)
    }
    // At the instant of the change both orders are valid.
    #expect(
      records {
        $0.add(row(1, may: "denied"))
        $0.add(record(1))
      } == [])
  }
}
