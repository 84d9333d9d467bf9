import Evaluation
import Geodesy
import Recordings
import Scenarios
import TestSupport
import Testing
import Timekeeping
import World

@testable import Experiments
@testable import Simulation

@Suite("The time that a log and its truth share")
struct JudgedTimeTests {
  /// A walk north at 1.4 m/s on each of the days, an hour from 08:00 UTC.
  static func truth(days: [Int]) throws -> JudgedTruth {
    var rows = ["time,lat,lon"]
    for day in days {
      for minute in 0...60 {
        let time = minute < 60 ? "08:\(minute < 10 ? "0" : "")\(minute)" : "09:00"
        // 84 m a minute: 0.000755 degrees of latitude.
        rows.append("2026-03-0\(day)T\(time):00Z,\(45.5 + 0.000755 * Double(minute)),-122.6")
      }
    }
    let file = try TemporaryFile(rows.joined(separator: "\n") + "\n", suffix: ".csv")
    var options = TraceOptions()
    options.calendar = .utc
    return try JudgedTruth(.traceDefaults(trace: file.path, options: options), seed: 1)
  }

  /// A log of the same walk, each ten minutes, moved in time.
  static func log(day: Int, shiftedBy shift: TimeSpan = .zero) throws -> TrackerLog {
    let start = try #require(Instant(iso8601: "2026-03-0\(day)T08:00:00Z")) + shift
    let positions = (0...6).map { index in
      RecordedPosition(
        identity: 0, timestamp: start + .minutes(Int64(index) * 10),
        recordedAt: start + .minutes(Int64(index) * 10),
        coordinate: Coordinate(latitude: 45.5 + 0.00755 * Double(index), longitude: -122.6),
        horizontalAccuracyMeters: 10)
    }
    return try #require(
      TrackerLog(name: "phone.csv", positions: positions, hasRecordingTimes: true))
  }

  private func judge(_ log: TrackerLog, _ truth: JudgedTruth) throws -> Judgment? {
    try JudgePlan(log: log, files: ["phone.csv"], truth: truth, seeds: [1])
      .run(scenario: truth.scenario, options: [])
  }

  @Test("Of a truth of three days, the log's day is judged; the share and the reason are stated")
  func days() throws {
    let truth = try Self.truth(days: [2, 3, 4])
    let judgment = try #require(try judge(Self.log(day: 3), truth))
    // One walk of three, an hour each.
    #expect(judgment.truth.judgedSeconds == 3600)
    #expect(abs(judgment.truth.judgedShare - 1.0 / 3) < 1e-12)
    #expect(judgment.truth.periods.map { $0.start.iso8601() } == ["2026-03-03T08:00:00Z"])
    #expect(
      judgment.truth.remarks == [
        "1 h of the truth's 3 h were judged: the log has records from 2026-03-03 08:00 to "
          + "2026-03-03 09:00."
      ])
    #expect(judgment.log.judgedRecordCount == 7)
  }

  @Test("A day that the truth lacks is left out; its records are counted")
  func dayWithoutTruth() throws {
    let truth = try Self.truth(days: [3])
    var log = try Self.log(day: 3)
    log.add(try Self.log(day: 4))
    let judgment = try #require(try judge(log, truth))
    #expect(judgment.truth.judgedShare == 1 && judgment.log.judgedRecordCount == 7)
    #expect(
      judgment.truth.remarks == ["7 of the log's 14 records lie outside of the judged time."])
  }

  @Test("A log of other days is refused")
  func noOverlap() throws {
    let truth = try Self.truth(days: [2])
    let refusal = message { try judge(try Self.log(day: 6), truth) }
    #expect(
      refusal == "phone.csv: the log and the truth have no time in common: the log is from "
        + "2026-03-06 08:00 to 2026-03-06 09:00, the truth from 2026-03-02 08:00 to "
        + "2026-03-02 09:00 (UTC); accepted: a truth of the log's days; --shift moves the log's "
        + "times")
  }

  @Test(
    "A log in another zone is refused with the shift, in half hours and beyond midnight too",
    arguments: [(TimeSpan.minutes(330), "-5.5", "later"), (.hours(-9), "9", "earlier")])
  func zones(shift: TimeSpan, option: String, word: String) throws {
    let truth = try Self.truth(days: [3])
    let refusal = message { try judge(try Self.log(day: 3, shiftedBy: shift), truth) }
    let hours = option.replacing("-", with: "")
    #expect(
      refusal.contains("the log's times are \(hours) h \(word) than the truth's"), "\(refusal)")
    #expect(refusal.contains("accepted: --shift \(option), which"), "\(refusal)")
  }

  /// A day in UTC: at home to 08:00, at work 15.6 km north from 09:00 to 17:00, at home from 18:00.
  private static func workday() throws -> JudgedTruth {
    let rows = [
      "00:00:00,45.5", "08:00:00,45.5", "09:00:00,45.64", "17:00:00,45.64", "18:00:00,45.5",
      "23:59:59,45.5",
    ]
    var text = "time,lat,lon\n"
    for (row, next) in zip(rows, rows.dropFirst()) {
      let start = try #require(Instant(iso8601: "2026-03-03T\(row.prefix(8))Z"))
      let end = try #require(Instant(iso8601: "2026-03-03T\(next.prefix(8))Z"))
      let (from, to) = (Double(row.dropFirst(9)) ?? 0, Double(next.dropFirst(9)) ?? 0)
      var time = start
      while time < end {
        let share = (time - start).seconds / (end - start).seconds
        text += "\(time.iso8601()),\(from + (to - from) * share),-122.6\n"
        time += .minutes(1)
      }
    }
    let file = try TemporaryFile(text, suffix: ".csv")
    var options = TraceOptions()
    options.calendar = .utc
    return try JudgedTruth(.traceDefaults(trace: file.path, options: options), seed: 1)
  }

  /// Positions of the workday at times of the day [h], moved in time.
  private static func workdayLog(
    _ hours: [Double], shiftedBy shift: TimeSpan
  ) throws -> TrackerLog {
    let midnight = try #require(Instant(iso8601: "2026-03-03T00:00:00Z"))
    let positions = hours.map { hour in
      let time = midnight + .seconds(hour * 3600) + shift
      return RecordedPosition(
        identity: 0, timestamp: time, recordedAt: time,
        coordinate: Coordinate(
          latitude: (9...17).contains(hour) ? 45.64 : 45.5, longitude: -122.6),
        horizontalAccuracyMeters: 10)
    }
    return try #require(
      TrackerLog(name: "phone.csv", positions: positions, hasRecordingTimes: true))
  }

  @Test("A log in another zone that is at home most of the time is refused with the shift")
  func homebody() throws {
    // Each half hour but for the ways: 17 records at work, and 29 at home, most of which still fit
    // five hours earlier.
    let hours = stride(from: 0.0, to: 24, by: 0.5).filter { ![8.5, 17.5].contains($0) }
    let log = try Self.workdayLog(hours, shiftedBy: .hours(-5))
    let refusal = message { try judge(log, try Self.workday()) }
    #expect(refusal.contains("5 h earlier than the truth's"), "\(refusal)")
    #expect(refusal.contains("accepted: --shift 5,"), "\(refusal)")
  }

  @Test("Few records that fit several shifts are refused without a shift, until one is given")
  func severalShifts() throws {
    let truth = try Self.workday()
    // At home at 07:30 and 20:00, at work at 12:00, five hours too early: 02:30, 15:00, 07:00. All
    // three fit from 3 h (15:00 to 18:00) to 5.5 h later (02:30 to 08:00).
    var log = try Self.workdayLog([7.5, 12, 20], shiftedBy: .hours(-5))
    let refusal = message { try judge(log, truth) }
    #expect(refusal.contains("if they are moved by 3 to 5.5 h"), "\(refusal)")
    #expect(refusal.contains("accepted: --shift with the hours"), "\(refusal)")
    var plan = JudgePlan(log: log, files: ["phone.csv"], truth: truth, seeds: [1])
    plan.shift = .zero
    #expect(try plan.run(scenario: truth.scenario, options: []) != nil)
    log.shift(by: .hours(5))
    #expect(try judge(log, truth) != nil)
  }

  @Test("A hole of the truth is not judged, and is stated")
  func hole() throws {
    // The walk's recording stops from 08:20 to 08:50, for half of the hour.
    let rows = (0...60).filter { !(21..<50).contains($0) }.map { minute in
      let time = minute < 60 ? "08:\(minute < 10 ? "0" : "")\(minute)" : "09:00"
      return "2026-03-03T\(time):00Z,\(45.5 + 0.000755 * Double(minute)),-122.6"
    }
    let file = try TemporaryFile(
      (["time,lat,lon"] + rows).joined(separator: "\n") + "\n", suffix: ".csv")
    var options = TraceOptions()
    options.calendar = .utc
    let truth = try JudgedTruth(.traceDefaults(trace: file.path, options: options), seed: 1)
    let judgment = try #require(try judge(try Self.log(day: 3), truth))
    #expect(judgment.truth.judgedSeconds == 1800 && judgment.truth.judgedShare == 0.5)
    #expect(
      judgment.truth.remarks.contains(
        "For 30 min of the judged 1 h the truth is not known: there the log is not judged."))
  }

  @Test("A clock that jumps within the log is stated with its time")
  func jump() throws {
    // Each half hour to 12:00 as it is, then three hours too late: home at 18:00 reads 21:00.
    let halfHours: [Double] = (0...41).map { Double($0) / 2 }
    let hours = halfHours.filter { $0 != 8.5 && $0 != 17.5 }
    var log = try Self.workdayLog(hours.filter { $0 <= 12 }, shiftedBy: .zero)
    log.add(try Self.workdayLog(hours.filter { $0 > 12 }, shiftedBy: .hours(3)))
    let judgment = try #require(try judge(log, try Self.workday()))
    #expect(
      judgment.truth.remarks.contains {
        $0.hasPrefix("From about 2026-03-03") && $0.contains("3 h later than the truth's")
      }, "\(judgment.truth.remarks)")
  }

  @Test("A shift of a clock that was right is refused without another")
  func needlessShift() throws {
    let log = try Self.log(day: 3, shiftedBy: .hours(5))
    let truth = try Self.truth(days: [3])
    var plan = JudgePlan(log: log, files: ["phone.csv"], truth: truth, seeds: [1])
    plan.shift = .hours(5)
    let refusal = message { try plan.run(scenario: truth.scenario, options: []) }
    #expect(refusal.hasSuffix("they fit as they are; accepted: no --shift"), "\(refusal)")
  }

  @Test("A shift that is given and wrong is refused with the right one")
  func wrongShift() throws {
    let truth = try Self.truth(days: [3])
    // Two hours too early, and moved by two hours the wrong way.
    let log = try Self.log(day: 3, shiftedBy: .hours(-4))
    var plan = JudgePlan(log: log, files: ["phone.csv"], truth: truth, seeds: [1])
    plan.shift = .hours(-2)
    let refusal = message { try plan.run(scenario: truth.scenario, options: []) }
    #expect(refusal.contains("accepted: --shift 2,"), "\(refusal)")
  }

  @Test("A log of another place is judged, and its distance is stated")
  func otherPlace() throws {
    var positions = try Self.log(day: 3).positions
    for index in positions.indices { positions[index].coordinate.latitude += 1 }
    let log = try #require(
      TrackerLog(name: "phone.csv", positions: positions, hasRecordingTimes: true))
    let judgment = try #require(try judge(log, try Self.truth(days: [3])))
    // A degree of latitude is 111 km.
    #expect(
      judgment.truth.remarks == [
        "Half of the log's positions are 111 km or more from the truth. It may be another day or "
          + "another person."
      ])
  }

  @Test("A phone that lies still fits at any hour, and is judged as it is")
  func still() throws {
    let file = try TemporaryFile(
      "time,lat,lon\n2026-03-03T08:00:00Z,45.5,-122.6\n2026-03-03T08:04:00Z,45.5,-122.6\n",
      suffix: ".csv")
    let truth = try JudgedTruth(.traceDefaults(trace: file.path), seed: 1)
    var positions = try Self.log(day: 3).positions
    for index in positions.indices { positions[index].coordinate.latitude = 45.5 }
    let log = try #require(
      TrackerLog(name: "phone.csv", positions: positions, hasRecordingTimes: true))
    #expect(try judge(log, truth)?.truth.judgedShare == 1)
  }
}
