import Geodesy
import PhoneAPI
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("Time outdoors")
struct OutdoorsTests {
  private let dayEnd = Instant(nanoseconds: 0) + .days(1)

  private func record(minute: Int, accuracy: Double, isHome: Bool? = false) -> Record {
    let instant = Instant(nanoseconds: 0) + .minutes(Int64(minute))
    return Record(
      location: Location(
        coordinate: Rig.origin, horizontalAccuracyMeters: accuracy, timestamp: instant),
      recordedAt: instant,
      home: isHome.map { HomeRelation(distanceMeters: 0, isHome: $0) })
  }

  @Test("It opens at a record below 10 m away from home and closes at the next that is not so")
  func intervals() {
    let records = [
      record(minute: 0, accuracy: 5, isHome: true), record(minute: 10, accuracy: 9.9),
      record(minute: 30, accuracy: 5), record(minute: 40, accuracy: 10),
      record(minute: 60, accuracy: -1), record(minute: 70, accuracy: 5, isHome: nil),
      record(minute: 80, accuracy: 5), record(minute: 95, accuracy: 3, isHome: true),
    ]
    // Outdoors from 10 to 40 and from 80 to 95.
    let deriver = OutdoorsDeriver(accuracyBelowMeters: 10)
    #expect(deriver.minutes(of: records, until: dayEnd) == 45)
    #expect(deriver.minutes(of: records.reversed(), until: dayEnd) == 45)
    // As shipped, records below 4 m or without an accuracy count: 60 to 70, where home is not
    // known.
    let shipped = OutdoorsDeriver(accuracyBelowMeters: 4, countsUnknownAccuracy: true)
    #expect(shipped.minutes(of: records, until: dayEnd) == 10)
  }

  @Test("What is open at midnight runs until then; half a minute rounds up")
  func midnight() {
    let deriver = OutdoorsDeriver(accuracyBelowMeters: 10)
    let late = [record(minute: 23 * 60, accuracy: 5)]
    #expect(deriver.minutes(of: late, until: dayEnd) == 60)
    #expect(deriver.minutes(of: late, until: dayEnd - .seconds(30 as Int64)) == 60)
    #expect(deriver.minutes(of: late, until: dayEnd - .seconds(31 as Int64)) == 59)
  }

  // MARK: On the phone

  private func rig(_ change: (inout TrackerSettings) -> Void = { _ in }) -> Rig {
    let rig = Rig(
      .ehePilotTwo {
        $0.endpoint = nil
        change(&$0)
      })
    rig.launch(.significantChange)
    return rig
  }

  private func workOut(_ rig: Rig) {
    rig.tracker?.perform(UserAction("workOutTimeOutdoors"))
  }

  private func days(_ rig: Rig) throws -> [DayOutdoors] {
    try rig.store.newest(100, of: .timeOutdoors).map { record in
      try #require(
        DayOutdoors(record, details: rig.store.details(of: record.identifier)))
    }
  }

  @Test("A whole day becomes a record that ends with it; today never does")
  func wholeDay() throws {
    let rig = rig()
    rig.deliver(rig.fix(north: 2000))  // 09:00
    rig.advance(seconds: 90 * 60)
    rig.deliver(rig.fix(north: 0))
    workOut(rig)
    #expect(try days(rig).isEmpty)
    rig.advance(seconds: 14 * 3600)
    workOut(rig)
    let day = try #require(try days(rig).first)
    #expect(day.minutes == 90 && day.date == CivilDate(year: 2026, month: 3, day: 2))
    #expect(day.computedAt == rig.system.now)
    let record = try #require(rig.witness.records.last)
    #expect(record.location.timestamp.iso8601() == "2026-03-03T00:00:00Z")
    #expect(record.source == .derived)
    #expect(
      try rig.store.details(of: record.identifier)
        == #"{"minutes":90,"computedAt":"2026-03-03T00:30:00Z"}"#)
  }

  @Test("A late record has the day worked out again, in the place of what waits; also after a kill")
  func corrected() throws {
    let rig = rig()
    rig.deliver(rig.fix(north: 2000))
    rig.advance(seconds: 90 * 60)
    rig.deliver(rig.fix(north: 0))
    rig.advance(seconds: 15 * 3600)
    workOut(rig)
    workOut(rig)
    rig.kill()
    rig.launch(.significantChange)
    workOut(rig)
    #expect(try days(rig).map(\.minutes) == [90])
    // The user is at home after half an hour already.
    rig.deliver(rig.fix(north: 0, age: 16 * 3600))
    workOut(rig)
    #expect(try days(rig).map(\.minutes) == [30])
    let identifiers = rig.witness.records.filter { !$0.isLocation }
      .map { StableIdentifier(of: $0, from: "VENDOR-1").description }
    #expect(identifiers.count == 2 && Set(identifiers).count == 1)
  }

  @Test("neverCorrected: a day is worked out once")
  func neverCorrected() throws {
    let rig = rig { $0.pilotQuirks.neverCorrected = true }
    rig.deliver(rig.fix(north: 2000))
    rig.advance(seconds: 16 * 3600)
    workOut(rig)
    rig.deliver(rig.fix(north: 0, age: 15 * 3600))
    workOut(rig)
    #expect(try days(rig).map(\.minutes) == [15 * 60])
  }

  @Test("twoThresholds: below 4 m counts, 5 m does not")
  func twoThresholds() throws {
    for (accuracy, minutes) in [(3.9, [900]), (5, [])] {
      let rig = rig { $0.pilotQuirks.twoThresholds = true }
      rig.deliver(rig.fix(north: 2000, accuracy: accuracy))
      rig.advance(seconds: 16 * 3600)
      workOut(rig)
      #expect(try days(rig).map(\.minutes) == minutes)
    }
  }

  @Test("Five days back and no further, each in its own zone's bounds")
  func fiveDays() throws {
    let rig = rig()
    for _ in 0..<7 {
      rig.deliver(rig.fix(north: 2000))
      rig.advance(seconds: 3600)
      rig.deliver(rig.fix(north: 0))
      rig.advance(seconds: 23 * 3600)
    }
    workOut(rig)
    #expect(try days(rig).map(\.date.day) == [8, 7, 6, 5, 4])
    #expect(try days(rig).allSatisfy { $0.minutes == 60 })
  }
}
