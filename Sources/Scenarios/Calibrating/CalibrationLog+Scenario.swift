import Geodesy
import Recordings
import Text
import Timekeeping
import World

extension CalibrationLog {
  /// Returns the scenario that simulates a part of the log.
  ///
  /// - Parameters:
  ///   - first: the first reading of the battery, with the level at the start.
  ///   - end: the end of the part.
  ///   - trace: the log as read.
  ///   - phone: the phone that recorded the log.
  package func simulated(
    from first: BatteryReading, to end: Instant, of trace: Trace, phone: PhoneSetup
  ) throws(InputError) -> Scenario {
    let start = first.time
    var setup = phone
    setup.batteryLevel = first.level
    if var scenario {
      guard scenario.start < end, scenario.end > start else {
        throw InputError(
          location, "the log and its scenario do not overlap",
          accepted: "a scenario at the time of the log, \(start.iso8601()) to \(end.iso8601())")
      }
      setup.carried = scenario.phone.carried
      scenario.phone = setup
      return scenario
    }
    let calendar = options.calendar ?? .guess(for: trace)
    guard rest == nil else {
      let middle = trace.points[trace.points.count / 2].coordinate
      return resting(at: middle, from: start, to: end, calendar: calendar, phone: setup)
    }
    return Scenario(
      name: trace.name, file: path, sourceFiles: [path], start: start, duration: end - start,
      calendar: calendar, phone: setup, course: try course(from: start, to: end, of: trace))
  }

  /// Returns the scenario of a phone that lies still at the log's `rest`.
  package func resting(
    at coordinate: Coordinate, from start: Instant, to end: Instant, calendar: LocalCalendar,
    phone: PhoneSetup
  ) -> Scenario {
    var scenario = Scenario(
      name: path, file: path, sourceFiles: [path], start: start, duration: end - start,
      calendar: calendar, phone: phone, course: .legs([Leg(.stay(.place(0)))]))
    scenario.phone.carried = .table
    scenario.area = .suburban
    scenario.places = [
      Place(
        name: "rest", coordinate: coordinate, radiusMeters: 20, isIndoors: rest != .outdoors,
        hasWindow: rest == .window, wifiName: hasWiFi ? "Wi-Fi" : nil)
    ]
    return scenario
  }

  private func course(
    from start: Instant, to end: Instant, of trace: Trace
  ) throws(InputError) -> Course {
    var part = trace
    part.points = trace.points.filter { $0.time >= start && $0.time <= end }
    guard part.points.count >= 2 else {
      throw InputError(
        location,
        "the log has fewer than two positions between \(start.iso8601()) and "
          + "\(end.iso8601()), so that the person's way is unknown",
        accepted: "'rest: indoors' for a phone that lay still, or a 'scenario'")
    }
    return .replay(part)
  }
}
