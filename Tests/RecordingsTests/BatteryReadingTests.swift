import Testing
import Timekeeping
import World

@testable import Recordings

@Suite("The battery's charge in recordings")
struct BatteryReadingTests {
  @Test("OwnTracks' percent and state are read, and a charge that is none is ignored")
  func ownTracks() throws {
    let trace = try readTrace(
      """
      {"_type":"location","lat":52.5,"lon":13.4,"tst":1772438400,"batt":81,"bs":1}
      {"_type":"location","lat":52.5,"lon":13.4,"tst":1772438460,"batt":80,"bs":2}
      {"_type":"location","lat":52.5,"lon":13.4,"tst":1772438520,"batt":"full"}
      {"_type":"location","lat":52.5,"lon":13.4,"tst":1772438580,"batt":101}
      {"_type":"location","lat":52.5,"lon":13.4,"tst":1772438640}
      """, "me.json")
    #expect(trace.points.count == 5)
    #expect(trace.battery.map(\.level) == [0.81, 0.8])
    #expect(trace.battery.map(\.state) == [.unplugged, .charging])
    #expect(trace.battery.map(\.time.wholeSeconds) == [1_772_438_400, 1_772_438_460])
    #expect(trace.remarks == ["The recording has 2 battery readings, from 81 % to 80 %."])
  }

  @Test("Overland's share and state are read with each location")
  func overland() throws {
    func location(_ second: Int, _ battery: String) -> String {
      """
      {"type":"Feature","geometry":{"type":"Point","coordinates":[13.4,52.5]},"properties":
      {"timestamp":"2026-03-02T08:00:0\(second)Z","device_id":"a",\(battery)}}
      """
    }
    let locations = [
      location(0, #""battery_level":0.5,"battery_state":"charging""#),
      location(1, #""battery_level":0.75,"battery_state":"full""#),
      location(2, #""battery_level":-1,"battery_state":"unknown""#),
    ]
    let trace = try readTrace(
      "{\"locations\":[" + locations.joined(separator: ",") + "]}", "a.json")
    #expect(trace.battery.map(\.level) == [0.5, 0.75])
    #expect(trace.battery.map(\.state) == [.charging, .full])
    #expect(trace.remarks == ["The recording has 2 battery readings, from 50 % to 75 %."])
  }

  /// Percent, because one value is above 1; in the second file none is.
  @Test(
    "A CSV column of charges is in percent if a value is above 1, and in shares otherwise",
    arguments: [
      ("battery", ["81", "1", "n/a"], [0.81, 0.01]),
      ("battery_level", ["0.81", "1", "low"], [0.81, 1]),
    ])
  func csv(_ column: String, _ values: [String], _ levels: [Double]) throws {
    let rows = values.enumerated().map { "2026-03-02T08:00:0\($0)Z,52.5,13.4,\($1),Charging" }
    let trace = try readTrace(
      "time,lat,lon,\(column),battery_state\n" + rows.joined(separator: "\n"), "a.csv")
    #expect(trace.points.count == 3)
    #expect(trace.battery.map(\.level) == levels)
    #expect(trace.battery.map(\.state) == [.charging, .charging])
  }

  @Test("Charges in a CSV column that are none are counted, with the first of them and its line")
  func noCharges() throws {
    func remarks(_ values: [String]) throws -> [String] {
      let rows = values.enumerated().map { "2026-03-02T08:00:0\($0)Z,52.5,13.4,\($1)" }
      return try readTrace("time,lat,lon,battery\n" + rows.joined(separator: "\n"), "a.csv").remarks
    }
    #expect(
      try remarks(["81", "low", "", "140", "n/a"]) == [
        "2 battery values, such as 'low' on line 3, are no charges and were left out.",
        "The recording has 1 battery reading, of 81 %.",
      ])
    #expect(
      try remarks(["80", "-1"]).first
        == "The battery value '-1' on line 3 is no charge and was left out.")
    #expect(try remarks(["", "n/a"]).isEmpty)
  }

  @Test("A CSV column of states may have UIKit's numbers, and the columns a unit in their names")
  func numberedStates() throws {
    let trace = try readTrace(
      """
      time,lat,lon,level_pct,battery_status
      2026-03-02T08:00:00Z,52.5,13.4,90,0
      2026-03-02T08:00:01Z,52.5,13.4,90,1
      2026-03-02T08:00:02Z,52.5,13.4,90,2
      2026-03-02T08:00:03Z,52.5,13.4,100,3
      """, "a.csv")
    #expect(trace.battery.map(\.state) == [nil, .unplugged, .charging, .full])
    #expect(trace.battery.last?.level == 1)
  }

  @Test("The extensions of GPX state the charge and the charger, as the export writes them")
  func gpx() throws {
    func point(_ second: Int, _ extensions: String) -> String {
      """
      <trkpt lat="52.5" lon="13.4"><time>2026-03-02T08:00:0\(second)Z</time>\
      <extensions>\(extensions)</extensions></trkpt>
      """
    }
    func track(_ points: [String]) throws -> Trace {
      try readTrace(
        """
        <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1" xmlns:odograph="urn:a">\
        <trk><trkseg>\(points.joined(separator: "\n"))</trkseg></trk></gpx>
        """, "a.gpx")
    }
    let own = try track([
      point(
        0,
        "<odograph:battery>0.83</odograph:battery>"
          + "<odograph:battery_state>charging</odograph:battery_state>"),
      point(1, "<odograph:battery>0.84</odograph:battery>"), point(2, ""),
    ])
    #expect(own.battery.map(\.level) == [0.83, 0.84])
    #expect(own.battery.map(\.state) == [.charging, nil])
    let percent = try track([point(0, "<battery>83</battery>"), point(1, "<battery>?</battery>")])
    #expect(percent.battery.map(\.level) == [0.83])
    #expect(percent.remarks.first?.contains("'?' on line") == true)
  }

  @Test("Readings keep their trajectory when all are run one after the other")
  func trajectories() throws {
    let text = """
      time,lat,lon,user_id,battery
      2026-03-02T08:00:00Z,52.5,13.4,a,90
      2026-03-02T08:00:00Z,52.5,13.4,b,70
      2026-03-02T08:00:09Z,52.5,13.4,a,89
      2026-03-02T08:00:09Z,52.5,13.4,b,69
      """
    let trace = try readTrace(text, "a.csv", options: TraceOptions(trajectory: "all"))
    #expect(trace.battery.map(\.level) == [0.9, 0.89, 0.7, 0.69])
    // The trajectories are on different days, and the readings are at the times of their points.
    #expect(trace.battery.map(\.time) == trace.points.map(\.time))
    let one = try readTrace(text, "a.csv", options: TraceOptions(trajectory: "b"))
    #expect(one.battery.map(\.level) == [0.7, 0.69])
  }
}
