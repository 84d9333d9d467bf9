import Testing
import Timekeeping
import World

@testable import Recordings

@Suite("Dates that a receiver left open")
struct RecordedDatesTests {
  private func gpx(_ dates: String...) -> String {
    let points = dates.map { "<trkpt lat=\"52.5\" lon=\"13.4\"><time>\($0)</time></trkpt>" }
    return "<gpx><trk><trkseg>" + points.joined(separator: "\n") + "</trkseg></trk></gpx>"
  }

  private func options(start: String) throws -> TraceOptions {
    try TraceOptions(trajectory: nil, origin: nil, start: start, timeZone: nil)
  }

  /// 1024 weeks after 2004-07-20 is 2024-03-05; a hundred years before 2094-03-02 is 1994-03-02.
  @Test(
    "A given start decides the week and the century",
    arguments: [
      ("2004-07-20", "2024-03-01T00:00:00Z", "2024-03-05"),
      ("2043-10-20", "2024-03-01T00:00:00Z", "2024-03-05"),
      ("2094-03-02", "1994-03-02T00:00:00Z", "1994-03-02"),
      ("1926-03-02", "2026-03-02T00:00:00Z", "2026-03-02"),
      ("2026-03-02", "2026-01-01T00:00:00Z", "2026-03-02"),
    ])
  func moves(_ recorded: String, _ start: String, _ expected: String) throws {
    let trace = try readTrace(
      gpx("\(recorded)T08:00:00Z", "\(recorded)T08:00:05Z"), "t.gpx", options: options(start: start)
    )
    #expect(
      trace.points.map(\.time.description) == ["\(expected)T08:00:00Z", "\(expected)T08:00:05Z"])
    #expect(
      trace.remarks
        == (recorded == expected
          ? []
          : [
            "The times of 2 points were moved to the ones nearest to \(start.prefix(10)), the given"
              + " start: by 1024 weeks, after which satellites restart their week counter, or by a"
              + " century."
          ]))
  }

  @Test("A start that no such move comes near leaves the times, and the recording says so")
  func unreachable() throws {
    let trace = try readTrace(
      gpx("2004-07-20T08:00:00Z", "2004-07-20T08:00:05Z"), "t.gpx",
      options: options(start: "2015-03-02T00:00:00Z"))
    #expect(trace.points[0].time.description == "2004-07-20T08:00:00Z")
    #expect(
      trace.remarks == [
        "The given start is 2015-03-02, but neither 1024 weeks nor a century bring the recorded"
          + " times near it; they were left as they are."
      ])
  }

  @Test(
    "A date before 1990 or after 2039 is remarked on with the remedy",
    arguments: ["1980-01-06", "1946-03-02", "2106-03-02"])
  func implausible(_ date: String) throws {
    let trace = try readTrace(gpx("\(date)T08:00:00Z", "\(date)T08:00:05Z"), "t.gpx")
    let remark = try #require(trace.remarks.first)
    #expect(trace.remarks.count == 1)
    #expect(remark.hasPrefix("2 points are dated implausibly, the first one \(date); if the"))
    #expect(remark.contains("--start 2026-03-02T00:00:00Z"))
    for good in ["1990-01-01", "2039-12-31"] {
      #expect(
        try readTrace(gpx("\(good)T08:00:00Z", "\(good)T08:00:05Z"), "t.gpx").remarks.isEmpty)
    }
  }
}
