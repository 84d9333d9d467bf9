import Geodesy
import Testing
import Timekeeping
import World

@testable import Recordings

@Suite("Reading gpsd's reports")
struct GPSDReportTests {
  /// A recording in the form that `gpspipe -w` prints.
  static let recording = """
    {"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}
    {"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyUSB0","driver":"u-blox"}]}
    {"class":"WATCH","enable":true,"json":true,"nmea":false}
    {"class":"TPV","device":"/dev/ttyUSB0","mode":1}
    {"class":"SKY","device":"/dev/ttyUSB0","nSat":1,"uSat":0,"satellites":[{"PRN":2,"used":false}]}
    {"class":"TPV","device":"/dev/ttyUSB0","mode":3,"time":"2026-03-02T08:00:00.000Z","lat":52.5,"lon":13.4,"altHAE":80.5,"altMSL":40.5,"alt":40.5,"track":361.0,"speed":1.5,"eph":4.5}
    {"class":"TPV","device":"/dev/ttyUSB0","mode":2,"time":"2026-03-02T08:00:01.250Z","lat":52.6,"lon":13.4,"epx":3,"epy":4,"track":90.5}
    {"class":"TPV","device":"/dev/ttyUSB0","mode":2,"lat":52.7,"lon":13.4}

    """

  @Test(
    "Reports of a fix are points; those without a time are counted; other classes are passed over")
  func reports() throws {
    let trace = try readTrace(GPSDReportTests.recording, "t.jsonl")
    #expect(
      trace.points.map(\.time.nanoseconds) == [
        1_772_438_400_000_000_000, 1_772_438_401_250_000_000,
      ])
    #expect(trace.points.map(\.coordinate.latitude) == [52.5, 52.6])
    #expect(trace.points.map(\.altitudeMeters) == [40.5, nil])
    #expect(trace.points.map(\.speedMetersPerSecond) == [1.5, nil])
    #expect(trace.points.map(\.courseDegrees) == [nil, 90.5])
    // Without eph the accuracy follows from 3 m east and 4 m north.
    #expect(trace.points.map(\.horizontalAccuracyMeters) == [4.5, 5])
    #expect(trace.remarks == ["1 point without a time was left out."])
  }

  @Test("The receiver's sentences between the reports are passed over")
  func sentences() throws {
    let lines = GPSDReportTests.recording.split(separator: "\n")
    let text = lines.joined(
      separator: "\n$GPGGA,080001.00,5230.00000,N,01324.00300,E,1,08,1,4,M,,M,,*6B\r\n")
    #expect(try readTrace(text, "t.jsonl").points.count == 2)
  }

  @Test("Where the receiver's time steps back a new stretch begins, and the trace says so")
  func steppingBack() throws {
    func report(_ time: String, _ latitude: Double) -> String {
      """
      {"class":"TPV","device":"a","mode":3,"time":"\(time)","lat":\(latitude),"lon":13}\n
      """
    }
    let text =
      report("2045-10-16T08:00:00Z", 1) + report("2045-10-16T08:00:01Z", 2)
      + report("2026-03-02T08:00:02Z", 3) + report("2026-03-02T08:00:03Z", 4)
    let trace = try readTrace(text, "t.jsonl")
    #expect(trace.points.map(\.coordinate.latitude) == [3, 4, 1, 2])
    #expect(
      trace.remarks.first
        == "The receiver's time stepped back 1 time; the segments were put in order.")
    #expect(trace.remarks.last?.hasPrefix("2 points are dated implausibly") == true)
    #expect(
      traceRefusal(
        report("2026-03-02T08:00:00Z", 1) + report("2026-03-02T08:09:00Z", 1)
          + report("2026-03-02T08:05:00Z", 1), "t.jsonl"
      ).hasPrefix(
        "t.jsonl:3: two segments overlap in time: 2026-03-02T08:05:00.000Z follows "
          + "2026-03-02T08:09:00.000Z; accepted: the track of one person, as before line 3"))
    // Interleaved cycles of a receiver: the older report is left out.
    let interleaved = try readTrace(
      report("2026-03-02T08:00:01Z", 1) + report("2026-03-02T08:00:00Z", 1)
        + report("2026-03-02T08:00:02Z", 2), "t.jsonl")
    #expect(interleaved.points.map(\.coordinate.latitude) == [1, 2])
  }

  @Test("Several receivers are several trajectories")
  func devices() throws {
    let text = GPSDReportTests.recording
    let both = text + text.replacing("ttyUSB0", with: "ttyUSB1").replacing("52.5", with: "50.5")
    #expect(
      traceRefusal(both, "t.jsonl") == "t.jsonl: the file holds 2 trajectories; accepted: "
        + "--trajectory, or 'trajectory:' under 'replay:', with all or one of "
        + "/dev/ttyUSB0, /dev/ttyUSB1")
    let one = try readTrace(both, "t.jsonl", options: TraceOptions(trajectory: "/dev/ttyUSB1"))
    #expect(one.points.map(\.coordinate.latitude) == [50.5, 52.6])
  }

  @Test("A recording that is cut anywhere is read up to there")
  func cut() throws {
    let text = GPSDReportTests.recording
    for length in 0..<text.utf8.count {
      let part = String(decoding: text.utf8.prefix(length), as: UTF8.self)
      let whole = part.split(separator: "\n").filter {
        $0.contains("\"TPV\"") && $0.contains("\"time\"") && $0.hasSuffix("}")
      }
      if whole.count == 2 {
        #expect(try readTrace(part, "t.jsonl").points.count == 2)
      } else {
        #expect(traceRefusal(part, "t.jsonl").hasPrefix("t.jsonl"))
      }
    }
    let part = String(decoding: text.utf8.dropLast(10), as: UTF8.self)
    #expect(
      try readTrace(part, "t.jsonl").remarks == ["The last line is incomplete and was left out."])
  }

  @Test("What is wrong is told with its line")
  func refusals() {
    func refusal(_ from: String, _ to: String) -> String {
      traceRefusal(GPSDReportTests.recording.replacing(from, with: to), "t.jsonl")
    }
    #expect(
      refusal("\"lat\":52.6", "\"lat\":152.6") == "t.jsonl:7: the position is 152.6, 13.4; "
        + "accepted: latitude from -90 to 90, longitude from -180 to 180")
    #expect(
      refusal("2026-03-02T08:00:01.250Z", "soon") == "t.jsonl:7: the time is 'soon'; "
        + "accepted: a time such as 2026-03-02T06:30:00.000Z")
    #expect(refusal("\"lat\":52.5", "\"lat\":5x").hasPrefix("t.jsonl:6: the line is '{"))
    #expect(refusal("\"used\":false}]}", "").hasPrefix("t.jsonl:5: the line is '{"))
    #expect(
      refusal("\"speed\":1.5", "\"speed\":2000") == "t.jsonl:6: the speed is 2000.0; "
        + "accepted: up to 1000 m/s, below 0 if unknown")
    #expect(
      refusal("\"mode\":3", "\"mode\":0") == "t.jsonl: only one of its points has a time; "
        + "accepted: a recording of at least two points with times")
  }
}
