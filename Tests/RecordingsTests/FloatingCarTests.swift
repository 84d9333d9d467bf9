import Geodesy
import Testing
import Timekeeping
import World

@testable import Recordings

@Suite("Reading SUMO's floating-car data")
struct FloatingCarTests {
  /// Two vehicles and a pedestrian, with degrees.
  static let city = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- generated on 2026-03-02 by Eclipse SUMO sumo Version 1.20.0 -->
    <fcd-export xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
        <timestep time="28800.00"/>
        <timestep time="28801.00">
            <vehicle id="bus.0" x="13.400000" y="52.500000" angle="90.00" type="bus" speed="9.00" pos="5.1" lane="a_0" slope="0.00"/>
            <person id="ann" x="13.410000" y="52.510000" angle="0.00" speed="1.40" pos="1.0" edge="b" slope="0.00"/>
        </timestep>
        <timestep time="28802.00">
            <vehicle id="bus.0" x="13.400130" y="52.500000" angle="90.00" type="bus" speed="9.00" pos="14.1" lane="a_0" slope="0.00"/>
            <vehicle id="car.7" x="13.420000" y="52.500000" angle="360.00" type="car" speed="0.00" pos="0.0" lane="c_0" slope="0.00"/>
            <person id="ann" x="13.410000" y="52.510013" angle="0.00" speed="1.40" pos="2.4" edge="b" slope="0.00"/>
        </timestep>
        <timestep time="86403.50">
            <vehicle id="car.7" x="13.420100" y="52.500000" angle="90.00" type="car" speed="7.00" pos="7.0" lane="c_0" slope="0.00"/>
        </timestep>
    </fcd-export>
    """

  private func options(
    _ trajectory: String? = nil, origin: Coordinate? = nil, zone: String = "UTC"
  ) -> TraceOptions {
    TraceOptions(
      trajectory: trajectory, origin: origin, start: Instant(iso8601: "2026-03-02T00:00:00Z"),
      calendar: LocalCalendar(identifier: zone) ?? .utc)
  }

  @Test("A vehicle or a person is chosen by its name")
  func chosen() throws {
    let ann = try readTrace(FloatingCarTests.city, "city.fcd.xml", options: options("ann"))
    #expect(ann.points.map(\.time.description) == ["2026-03-02T08:00:01Z", "2026-03-02T08:00:02Z"])
    #expect(ann.points.map(\.coordinate.latitude) == [52.51, 52.510013])
    let bus = try readTrace(FloatingCarTests.city, "city.fcd.xml", options: options("bus.0"))
    #expect(bus.points.map(\.speedMetersPerSecond) == [9, 9])
    #expect(bus.points.map(\.courseDegrees) == [90, 90])
  }

  @Test("All of them are run one after the other, each at its own time of day")
  func all() throws {
    let trace = try readTrace(FloatingCarTests.city, "city.fcd.xml", options: options("all"))
    // More than a day lies between two of them, so that none starts with the phone's state of
    // another.
    #expect(
      trace.points.map(\.time.description) == [
        "2026-03-02T08:00:01Z", "2026-03-02T08:00:02Z", "2026-03-04T08:00:01Z",
        "2026-03-04T08:00:02Z", "2026-03-06T08:00:02Z", "2026-03-07T00:00:03Z",
      ])
    #expect(trace.points.map(\.startsSegment) == [true, false, true, false, true, false])
    #expect(trace.remarks.first?.hasPrefix("3 trajectories were run, each on a phone") == true)
  }

  @Test("The days of thousands of vehicles follow each other, however far they reach")
  func thousands() throws {
    let vehicles = (0..<4000).map { "<vehicle id=\"v\($0)\" x=\"13.400000\" y=\"52.500000\"/>" }
    let steps = ["1.00", "2.00"].map {
      "<timestep time=\"\($0)\">\(vehicles.joined())</timestep>"
    }
    let text = "<fcd-export>\(steps.joined())</fcd-export>"
    let trace = try readTrace(text, "city.fcd.xml", options: options("all"))
    // Two days each are 8,000 days, more than 1024 weeks.
    #expect(trace.points.count == 8000)
    #expect(zip(trace.points, trace.points.dropFirst()).allSatisfy { $0.time < $1.time })
    #expect(!trace.remarks.contains { $0.contains("points were moved") })
  }

  @Test("A change of the clocks between them moves no time of day")
  func daylightSaving() throws {
    let begin = Instant(iso8601: "2026-03-27T00:00:00Z")
    let calendar = try #require(LocalCalendar(identifier: "Europe/Berlin"))
    let trace = try readTrace(
      FloatingCarTests.city, "city.fcd.xml",
      options: TraceOptions(trajectory: "all", start: begin, calendar: calendar))
    let local = trace.points.map { calendar.fields(of: $0.time).time.description }
    #expect(local == ["09:00:01", "09:00:02", "09:00:01", "09:00:02", "09:00:02", "01:00:03"])
  }

  @Test("Meters lie about the origin")
  func meters() throws {
    let text = """
      <fcd-export><timestep time="0:00:01"><vehicle id="a" x="100.00" y="50.00"/></timestep>
      <timestep time="0:01:00"><vehicle id="a" x="200.00" y="50.00"/></timestep></fcd-export>
      """
    let origin = Coordinate(latitude: 52.5, longitude: 13.4)
    let trace = try readTrace(text, "city.xml", options: options(origin: origin))
    let meters = trace.points.map { $0.coordinate.distanceMeters(to: origin) }
    #expect(abs(meters[0] - (100.0 * 100 + 50 * 50).squareRoot()) < 0.5)
    #expect(trace.points[1].time - trace.points[0].time == .seconds(59 as Int64))
    #expect(
      traceRefusal(text, "city.xml", options: options())
        == "city.xml:1: the positions are meters from an unknown origin; accepted: --origin "
        + "45.52,-122.68, or 'origin:' under 'replay:'; or SUMO's --fcd-output.geo")
  }

  @Test("The same data in SUMO's CSV are read")
  func csv() throws {
    let text = """
      timestep_time;vehicle_angle;vehicle_id;vehicle_speed;vehicle_x;vehicle_y
      28801.00;90.00;bus.0;9.00;13.400000;52.500000
      28801.00;0.00;car.7;2.00;13.410000;52.500000
      28802.00;90.00;bus.0;9.00;13.400130;52.500000
      28803.00;;;;;
      """
    let trace = try readTrace(text, "city.csv", options: options("bus.0"))
    #expect(trace.points.map(\.coordinate.longitude) == [13.4, 13.40013])
    #expect(trace.points[0].time.description == "2026-03-02T08:00:01Z")
  }

  @Test("A CSV with columns for vehicles and columns for people holds both")
  func csvOfBoth() throws {
    let text = """
      person_id;person_speed;person_x;person_y;timestep_time;vehicle_id;vehicle_speed;vehicle_x;vehicle_y
      ;;;;28801.00;bus.0;9.00;13.400000;52.500000
      ann;1.40;13.410000;52.510000;28801.00;;;;
      ;;;;28802.00;bus.0;9.00;13.400130;52.500000
      ann;1.40;13.410000;52.510013;28802.00;;;;
      """
    for (name, latitude, speed) in [("bus.0", 52.5, 9), ("ann", 52.51, 1.4)] {
      let trace = try readTrace(text, "city.csv", options: options(name))
      #expect(trace.points[0].coordinate.latitude == latitude)
      #expect(trace.points.map(\.speedMetersPerSecond) == [speed, speed])
    }
    #expect(try readTrace(text, "city.csv", options: options("all")).points.count == 4)
  }

  @Test("What is wrong is told with its line")
  func messages() {
    func refusal(_ from: String, _ to: String, _ options: TraceOptions) -> String {
      traceRefusal(FloatingCarTests.city.replacing(from, with: to), "c.xml", options: options)
    }
    #expect(
      refusal("", "", options()) == "c.xml: the file holds 3 trajectories; accepted: --trajectory, "
        + "or 'trajectory:' under 'replay:', with all or one of bus.0, ann, car.7")
    #expect(
      refusal("", "", options("anne")) == "c.xml: no trajectory is called 'anne'; "
        + "accepted: bus.0, ann, car.7; did you mean 'ann'?")
    #expect(
      refusal("", "", TraceOptions(trajectory: "ann"))
        == "c.xml: the times count from the start of the simulation; "
        + "accepted: --start 2026-03-02T00:00:00Z, or 'start:' under 'replay:'")
    #expect(
      refusal("time=\"28802.00\"", "time=\"late\"", options("ann"))
        == "c.xml:9: the time of a step is 'late'; accepted: seconds, or 1:02:03:04.50")
    #expect(
      refusal("y=\"52.510013\"", "y=\"north\"", options("ann"))
        == "c.xml:12: 'x' or 'y' of 'ann' is not a number; accepted: numbers")
    #expect(
      refusal("y=\"52.510013\"", "y=\"152.510013\"", options("ann"))
        == "c.xml:12: the position is 152.510013, 13.41; "
        + "accepted: latitude from -90 to 90, longitude from -180 to 180")
    #expect(
      refusal("time=\"28802.00\"", "time=\"28700.00\"", options("ann"))
        .hasPrefix("c.xml:12: the time runs backwards: "))
    #expect(
      traceRefusal(String(FloatingCarTests.city.prefix(600)), "c.xml", options: options("ann"))
        .hasSuffix("not well-formed XML, or the file ends too early"))
  }
}
