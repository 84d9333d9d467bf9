import Foundation
import Testing
import Timekeeping

@testable import RecordStorage
@testable import TrackingEngine

/// Tests of exports that sum up local days. Home has a radius of 100 m; minutes count from 09:00
/// UTC.
@Suite("Exports by the day")
struct DayExportTests {
  @Test("EHE-Pilot's second form: each step counts for the state of the record before it")
  func secondForm() throws {
    let rig = try ExportRig([
      ExportRig.fix(0), ExportRig.fix(10, north: 500, accuracy: 4.04),
      ExportRig.fix(30.5, north: 900, accuracy: 30), ExportRig.fix(61, accuracy: -1),
    ])
    let text = try rig.text(.ehePilotSecond)
    let place = { (meters: Double) in
      let coordinate = Rig.place(north: meters)
      return "\(coordinate.latitude),\(coordinate.longitude)"
    }
    // Outdoors and away from 10 to 30.5 min, then only away until 61.
    #expect(
      text == """
        Timestamp,Latitude,Longitude,Accuracy,IsAwayFromHome,IsOutdoors,\
        CumulativeTimeAwayHome(minutes),CumulativeTimeOutdoors(minutes)
        2026-03-02T09:00:00.000Z,\(place(0)),5.0,0,0,0,0
        2026-03-02T09:10:00.000Z,\(place(500)),4.0,1,1,0,0
        2026-03-02T09:30:30.000Z,\(place(900)),30.0,1,0,21,21
        2026-03-02T10:01:00.000Z,\(place(0)),N/A,0,0,51,21

        """)
    let newestFirst = try rig.text(.ehePilotSecond) { $0.isNewestFirst = true }
    let lines = text.split(separator: "\n")
    let reversed: [Substring] = lines.prefix(1) + lines.dropFirst().reversed()
    #expect(newestFirst.split(separator: "\n") == reversed)
  }

  @Test("The sums begin anew with each local day's first record, in either direction")
  func midnight() throws {
    let berlin = try #require(LocalCalendar(identifier: "Europe/Berlin"))
    // Midnight in Berlin is at 23:00 UTC, 840 min after 09:00.
    let rig = try ExportRig([
      ExportRig.fix(830, north: 500), ExportRig.fix(839, north: 500),
      ExportRig.fix(850, north: 500), ExportRig.fix(870, north: 500),
    ])
    for isNewestFirst in [false, true] {
      let text = try rig.text(.ehePilotSecond) {
        $0.calendar = berlin
        $0.isNewestFirst = isNewestFirst
      }
      let ends = text.split(separator: "\n").dropFirst().map {
        $0.split(separator: ",").suffix(2).joined(separator: ",")
      }
      let expected = ["0,0", "9,9", "0,0", "20,20"]
      #expect(ends == (isNewestFirst ? expected.reversed() : expected))
    }
  }

  @Test("Without a home its fields are empty")
  func homeless() throws {
    let text = try ExportRig([ExportRig.fix(0, hasHome: false)]).text(.ehePilotSecond)
    #expect(text.hasSuffix(",5.0,,,0,0\n"))
  }

  @Test("Days: who is away at midnight is away until a record at home; outdoors ends with the day")
  func days() throws {
    // Away from 10 min on and at home again at 26 h. Outdoors until 30 min, and from 14 h to
    // midnight, which is 15 h after the first record. The third day's only record is a visit.
    let visit = Record(
      kind: .visit(arrival: ExportRig.instant(0), departure: ExportRig.instant(9)),
      location: ExportRig.fix(40 * 60).location, recordedAt: ExportRig.instant(40 * 60))
    let rig = try ExportRig([
      ExportRig.fix(0), ExportRig.fix(10, north: 500), ExportRig.fix(30, north: 700, accuracy: 50),
      ExportRig.fix(14 * 60, north: 700), ExportRig.fix(26 * 60), visit,
    ])
    // The distances are 500 m, 200 m and 0 m, and 700 m back.
    #expect(
      try rig.text(.days) == """
        date,records,distance_m,away_minutes,outdoors_minutes
        2026-03-02,4,700,890,80
        2026-03-03,1,700,660,0
        2026-03-04,1,0,0,0

        """)
    let newestFirst = try rig.text(.days) { $0.isNewestFirst = true }
    #expect(newestFirst.split(separator: "\n")[1] == "2026-03-04,1,0,0,0")
  }

  @Test("A day in between without a record is a line; without a home no time counts as away")
  func emptyDay() throws {
    let rig = try ExportRig([
      ExportRig.fix(0, hasHome: false), ExportRig.fix(48 * 60, north: 1000, hasHome: false),
    ])
    #expect(
      try rig.text(.days) == """
        date,records,distance_m,away_minutes,outdoors_minutes
        2026-03-02,1,0,,
        2026-03-03,0,0,,
        2026-03-04,1,1000,,

        """)
  }

  @Test("A day of 23 hours, away throughout, has 1380 minutes")
  func shortDay() throws {
    let pacific = try #require(LocalCalendar(identifier: "America/Los_Angeles"))
    let start = ExportRig.instant(0)
    let day = pacific.startOfDay(CivilDate(year: 2026, month: 3, day: 8))
    func minutes(_ instant: Instant) -> Double { (instant - start).seconds / 60 }
    let rig = try ExportRig([
      ExportRig.fix(minutes(day - .minutes(5)), north: 500, accuracy: 50),
      ExportRig.fix(minutes(day + .hours(30)), north: 500, accuracy: 50),
    ])
    let lines = try rig.text(.days) { $0.calendar = pacific }.split(separator: "\n")
    #expect(lines[2] == "2026-03-08,0,0,1380,0")
  }
}
