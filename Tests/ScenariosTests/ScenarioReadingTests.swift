import EventKernel
import Foundation
import Geodesy
import Recordings
import TestSupport
import Testing
import Timekeeping
import TrackingEngine
import World

@testable import Scenarios

@Suite("Reading scenarios")
struct ScenarioReadingTests {
  private func legs(_ scenario: Scenario) -> [Leg] {
    if case .legs(let legs) = scenario.course { legs } else { [] }
  }

  private func local(_ instant: Instant, _ scenario: Scenario) -> String {
    let (date, time) = scenario.calendar.fields(of: instant)
    return "\(date) \(time)"
  }

  static let files = [
    "commuter-weekday", "weekend-hike", "day-at-home", "delivery-driver", "train-with-tunnels",
  ]

  /// Returns the trackers that the file must name. The first scenario for new users compares all
  /// presets but those as shipped and the references.
  private static func trackers(of file: String) -> [String] {
    file == "commuter-weekday"
      ? PresetLibrary.names.filter { !$0.hasSuffix("-as-shipped") && !references.contains($0) }
      : Scenario.defaultPresets
  }

  /// Presets of field studies, which belong to no published tracker.
  private static let references = ["always", "gated-trips", "duty-cycle"]

  @Test("Every scenario that comes with Odograph is read and can be lived", arguments: files)
  func shipped(_ name: String) throws {
    let path = packageRoot.appendingPathComponent("Scenarios/\(name).yaml").path
    let scenario = try reader.read(path: path)
    #expect(scenario.trackers.map(\.name) == Self.trackers(of: name))
    for seed in 1...20 as ClosedRange<UInt64> {
      let world = try scenario.world(chance: SeededRandom(seed: seed))
      #expect(world.start == scenario.start)
      #expect(world.end == scenario.end)
      for tracker in scenario.trackers {
        let resolved = try scenario.resolve(tracker, in: world)
        // The commuter has no gate, which `drives` remarks on.
        #expect(resolved.remarks.isEmpty || tracker.name == "drives")
        #expect(resolved.configuration.settings.homeCenter == scenario.places[0].coordinate)
      }
    }
  }

  @Test("What is written comes out in SI and true time")
  func values() throws {
    let scenario = try scenario(
      """
      odograph: 1
      name: Values
      start: 2026-03-02T06:30:00
      timeZone: America/Los_Angeles
      duration: 8 h 15 min
      phone:
        { profile: iphone-se, system: ios-26, battery: 92 %, carried: bag,
          model: { gnss.trackingWatts: 150 mW } }
      permissions: { location: whenInUse, accuracy: reduced, motion: ask, notifications: denied }
      world: { area: rural }
      places:
        home: { at: [45.5, -122.5], radius: 1.5 km, indoors: false, wifi: Net, charger: true }
        shop: { at: [45.51, -122.5] }
        desk: { at: [45.52, -122.5], window: true }
      day:
        - { stay: home, until: 07:45 ± 15 min, carried: table }
        - { cycle: [45.52, -122.5], via: [[45.51, -122.51]], speed: 18 km/h, area: urban }
        - { train: shop, tunnels: [{ from: 0.2 km, for: 300 m }], for: 20 min }
      """)
    // 06:30 in Los Angeles is 14:30 UTC in winter.
    #expect(scenario.start.description == "2026-03-02T14:30:00Z")
    #expect(scenario.duration == .minutes(495))
    #expect(scenario.phone.batteryLevel == 0.92)
    #expect(scenario.phone.model == [ModelOverride("gnss.trackingWatts", value: 0.15)])
    #expect(scenario.permissions.location == .whenInUse)
    #expect(scenario.permissions.motion == .ask)
    #expect(scenario.permissions.answers.always == .refuses)
    #expect(scenario.places[0].radiusMeters == 1500)
    #expect(scenario.places[0].hasCharger && !scenario.places[0].isIndoors)
    #expect(scenario.places[2].isIndoors && scenario.places[2].hasWindow)
    #expect(
      scenario.places[1]
        == Place(name: "shop", coordinate: Coordinate(latitude: 45.51, longitude: -122.5)))
    let legs = legs(scenario)
    #expect(legs[0].ending == .at(scenario.start + .minutes(75)))
    #expect(legs[0].endingSpread == .minutes(15))
    #expect(legs[0].carried == .table)
    #expect(abs((legs[1].speedMetersPerSecond ?? 0) - 5) < 1e-12)
    #expect(legs[1].area == .urban)
    #expect(legs[2].tunnels == [200...500])
    #expect(legs[2].ending == .after(.minutes(20)))
    #expect(legs[2].line == 18)
  }

  @Test("Each lived day follows its weekday, from the scenario's clock time on")
  func week() throws {
    // 2026-03-06 is a Friday. The clocks go forward in the night to Sunday, the 8th.
    let scenario = try scenario(
      scenarioText(
        "start: 2026-03-06T06:30:00", "duration: 3 d",
        "day: [{ stay: home, until: 01:30 }, { walk: office }, { stay: office, for: 1 h }, { walk: home }]",
        "week: { sunday: [{ stay: home }], workdays: [{ stay: home, until: 09:00 }, "
          + "{ walk: home, via: [[45.51, -122.6]] }] }"))
    let endings = legs(scenario).map { leg -> String in
      if case .at(let instant) = leg.ending { return local(instant, scenario) }
      return "\(leg.ending)"
    }
    #expect(
      endings == [
        "2026-03-06 09:00", "whenDone", "2026-03-07 06:30",  // Friday, and what is left of it
        "2026-03-08 01:30", "whenDone", "after(1 h)", "whenDone", "2026-03-08 06:30",
        "whenDone",
      ])
    // The night has 23 hours: 06:30 on Sunday is 47 hours after 06:30 on Friday.
    #expect(legs(scenario)[7].ending == .at(scenario.start + .hours(47)))
  }

  @Test("A local time that a lived day lacks is refused")
  func missingHour() {
    // The Saturday of this scenario extends into the Sunday on which 02:15 does not exist.
    let text = scenarioText(
      "start: 2026-03-06T06:30:00", "duration: 3 d", "day: [{ stay: home, until: 02:15 }]")
    #expect(
      message { try scenario(text) } == "day.yaml:6: 02:15 on 2026-03-08 does not exist in "
        + "America/Los_Angeles: the clocks skip it; accepted: another time, or one with its offset, "
        + "such as 2026-03-08T02:15-08:00")
  }

  @Test("What the person does at a time of day is done every lived day, or on those named")
  func daily() throws {
    let scenario = try scenario(
      scenarioText(
        "duration: 7 d",
        "person: [{ at: 08:10, opens: app, for: 90 s }, { at: 05:00, on: [saturday, monday], leaves: app },\n"
          + "  { at: 2026-03-04T12:00:00, forceQuits: app }, { whenBattery: < 20 %, charges: phone, for: 1 h }]"
      ))
    let reported = scenario.person.map { event -> String in
      if case .at(let instant, _) = event.trigger { return local(instant, scenario) }
      return "\(event.action) for \(event.lasts?.seconds ?? 0) s"
    }
    // From Monday 06:30 to Monday 06:30, the only 05:00 on a Monday is on the last day.
    #expect(
      reported == [
        "2026-03-02 08:10", "2026-03-03 08:10", "2026-03-04 08:10", "2026-03-04 12:00",
        "2026-03-05 08:10", "2026-03-06 08:10", "2026-03-07 05:00", "2026-03-07 08:10",
        "2026-03-08 08:10", "2026-03-09 05:00", "plugsIn for 3600.0 s",
      ])
  }

  @Test("The server fails for as long as it says, and answers with what was written")
  func server() throws {
    let scenario = try scenario(
      scenarioText(
        "trackers: [ehe-pilot-1, overland-high-resolution]",
        "server: [{ at: 15:00, answers: { set: { main: { min_distance: 50m, batch: 2, on: true, no: '1' } } } },\n"
          + "  { from: 13:00, until: 13:40, outage: true, for: ehe-pilot-1 }]"))
    #expect(scenario.server[0].kind == .outage(until: scenario.start + .minutes(430)))
    #expect(scenario.server[0].trackers == ["ehe-pilot-1"])
    #expect(
      scenario.server[1].kind
        == .answers(
          json: #"{"set":{"main":{"min_distance":"50m","batch":2,"on":true,"no":"1"}}}"#))
  }

  @Test("The server is wrong for as long as it says, and a person answers their study")
  func serverFaults() throws {
    let scenario = try scenario(
      scenarioText(
        "trackers: [ehe-pilot-1]",
        "server: [{ from: 07:00, until: 08:00, status: 429, retryAfter: 2 min },\n"
          + "  { from: 09:00, until: 09:10, fails: cut-short }, { from: 10:00, until: 11:00, delay: 20 s },\n"
          + "  { from: 12:00, until: 12:30, refusesEntry: 2 }, { at: 13:00, consent: withdrawn },\n"
          + "  { at: 14:00, consent: given, to: omh:time-interval:1.0 }]"))
    func at(_ minutes: Int64) -> Instant { scenario.start + .minutes(minutes) }
    // The scenario starts at 06:30.
    #expect(
      scenario.server.map(\.kind) == [
        .fault(.status(429, retryAfter: .minutes(2)), until: at(90)),
        .fault(.fails(.cutShort), until: at(160)),
        .fault(.delay(.seconds(20 as Int64)), until: at(270)),
        .fault(.refusesEntry(2), until: at(360)),
        .consent(.withdrawn, to: [.geoposition, .timeInterval]),
        .consent(.given, to: [.timeInterval]),
      ])
    #expect(scenario.server.map(\.at) == [at(30), at(150), at(210), at(330), at(390), at(450)])
  }

  @Test("A recording is replayed from its own file, relative to the scenario's")
  func replay() throws {
    let place = try Workplace()
    _ = try place.write(
      "trajectory,t_s,x_m,y_m\na,0,0,0\na,5,10,0\nb,0,5,5\nb,60,50,5\nb,120,90,5\n", to: "way.csv")
    let path = try place.write(
      """
      odograph: 1
      timeZone: Europe/Berlin
      replay:
        { file: way.csv, trajectory: b, origin: [52.5, 13.4], start: 2026-03-02T08:00:00, area: rural }
      person: [{ at: 08:01, opens: app }]
      """, to: "replay.yaml")
    let scenario = try reader.read(path: path)
    #expect(scenario.start.description == "2026-03-02T07:00:00Z")
    #expect(scenario.duration == .minutes(2))
    #expect(scenario.area == .rural)
    #expect(scenario.person.count == 1)
    let world = try scenario.world(chance: SeededRandom(seed: 1))
    #expect(world.start == scenario.start)
  }

  @Test("A recording on the command line is a scenario with defaults")
  func traceDefaults() throws {
    let place = try Workplace()
    let path = try place.write(goodGPX, to: "walk.gpx")
    let scenario = try Scenario.traceDefaults(trace: path)
    #expect(scenario.trackers.map(\.preset) == Scenario.defaultPresets)
    // 122.6° west correspond to 8.2 h.
    #expect(scenario.calendar.identifier == "UTC-8")
    #expect(
      scenario.remarks == [
        "Times are in UTC-8, guessed from the first position; --time-zone sets it."
      ])
    #expect(scenario.person == [.nightlyCharging])
    #expect(scenario.duration == .milliseconds(5500))
    #expect(scenario.permissions.location == .always)
    let berlin = try #require(LocalCalendar(identifier: "Europe/Berlin"))
    let reported = try Scenario.traceDefaults(trace: path, options: TraceOptions(calendar: berlin))
    #expect(reported.calendar == berlin && reported.remarks.isEmpty)
  }

  @Test("A day that cannot be lived is told with its file and line")
  func impossible() throws {
    let scenario = try scenario(
      scenarioText(
        "day: [{ stay: home, until: 06:45 }, { walk: office }, { stay: office, until: 06:50 }]"))
    // 11 km on foot do not fit into five minutes.
    #expect(
      message { try scenario.world(chance: SeededRandom(seed: 1)) }
        .hasPrefix("day.yaml:5: the stay at office should end at 2026-03-02 06:50, but begins only")
    )
  }
}
