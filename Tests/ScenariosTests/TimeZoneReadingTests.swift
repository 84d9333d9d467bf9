import EventKernel
import TestSupport
import Testing
import Timekeeping

@testable import Scenarios

@Suite("Scenarios in two time zones")
struct TimeZoneReadingTests {
  /// A flight from Los Angeles, in UTC−8, to New York, in UTC−5: 4,000 km in some five hours.
  private static let flight = """
    odograph: 1
    start: 2026-03-02T06:00:00
    timeZone: America/Los_Angeles
    duration: 3 d
    places: { lax: { at: [33.94, -118.40] }, jfk: { at: [40.64, -73.78] } }
    week:
      monday:
        - { stay: lax, until: 09:00 }
        - { fly: jfk, timeZone: America/New_York }
        - { stay: jfk, until: 20:00 }
      tuesday: [{ stay: jfk, until: 22:00 }]
      wednesday: [{ stay: jfk }]

    """

  @Test("Times after the arrival are those of the new zone, and so are the days after")
  func after() throws {
    let scenario = try scenario(Self.flight + "person: [{ at: 19:00, opens: app }]")
    guard case .legs(let legs) = scenario.course else { return }
    let endings = legs.compactMap { leg -> Instant? in
      if case .at(let instant) = leg.ending { instant } else { nil }
    }
    // 09:00 PST and 20:00 EST; then the days begin at 06:00 EST, and 22:00 EST.
    #expect(
      endings.map(\.description) == [
        "2026-03-02T17:00:00Z", "2026-03-03T01:00:00Z", "2026-03-03T11:00:00Z",
        "2026-03-04T03:00:00Z", "2026-03-04T11:00:00Z",
      ])
    let acts = scenario.person.compactMap { event -> String? in
      if case .at(let instant, _) = event.trigger { instant.description } else { nil }
    }
    #expect(acts == ["2026-03-03T00:00:00Z", "2026-03-04T00:00:00Z", "2026-03-05T00:00:00Z"])
    let world = try scenario.world(chance: SeededRandom(seed: 1))
    #expect(world.clocks.changes.map(\.calendar.identifier) == ["America/New_York"])
  }

  @Test("A flight's own 'until' is an arrival, by the clocks of where it arrives")
  func arrival() throws {
    let text = Self.flight.replacing(
      "timeZone: America/New_York }", with: "timeZone: America/New_York, until: 17:30 }")
    guard case .legs(let legs) = try scenario(text).course else { return }
    #expect(legs[1].ending == .at(try #require(Instant(iso8601: "2026-03-02T22:30:00Z"))))
  }

  @Test("A time that the flight leaps over, or that comes twice on the way back, is an error")
  func leaps() throws {
    // The landing is at about 14:00 PST, which is 17:00 EST.
    #expect(
      message { try scenario(Self.flight + "person: [{ at: 15:00, opens: app }]") }
        == "day.yaml:13: 15:00 does not occur in the day of 2026-03-02, in which the person "
        + "changes time zones; accepted: another time, or one with its offset, such as "
        + "2026-03-02T15:00Z")
    let back = """
      odograph: 1
      start: 2026-03-02T06:00:00
      timeZone: America/New_York
      places: { lax: { at: [33.94, -118.40] }, jfk: { at: [40.64, -73.78] } }
      day: [{ stay: jfk, until: 09:00 }, { fly: lax, timeZone: America/Los_Angeles }, { stay: lax }]
      person: [{ at: 13:00, opens: app }]
      """
    #expect(message { try scenario(back) }.contains("13:00 occurs twice in the day of 2026-03-02"))
  }

  /// The drive over the border takes minutes. 13:30 is 12:30 in UTC if the person is already in
  /// Spain, and 13:30 in UTC as long as the person is in Portugal. Both happen: the person leaves
  /// from 11:00 to 15:00.
  @Test("Outages and faults of the server follow the clocks of each seed")
  func serverEvents() throws {
    let written = try scenario(
      """
      odograph: 1
      start: 2026-03-02T06:00:00
      timeZone: Europe/Lisbon
      places: { elvas: { at: [38.88, -7.16] }, badajoz: { at: [38.88, -6.97] } }
      day:
        - { stay: elvas, until: 13:00 ± 2 h }
        - { drive: badajoz, timeZone: Europe/Madrid }
        - { stay: badajoz }
      server:
        - { from: 13:30, until: 13:45, outage: true }
        - { from: 13:30, until: 13:45, status: 500 }
      """)
    var starts: Set<String> = []
    for seed in 1...30 {
      let world = try written.world(chance: SeededRandom(seed: UInt64(seed)))
      for event in written.settled(by: world.clocks).server {
        let end =
          switch event.kind {
          case .outage(let until), .fault(_, let until): until
          case .consent, .answers, .pushes: event.at
          }
        guard let change = world.clocks.changes.first?.at, change != event.at, change != end else {
          continue
        }
        #expect(end - event.at == .minutes(15))
        #expect(world.clocks.fields(of: event.at).1.description.hasPrefix("13:30"))
        starts.insert(event.at.description)
      }
    }
    #expect(starts == ["2026-03-02T12:30:00Z", "2026-03-02T13:30:00Z"])
  }

  /// At the border the clocks go back by an hour, so that some hour comes twice.
  @Test("An outage ends at the first end after its begin, also where the clocks go back")
  func serverEventsWestward() throws {
    let written = try scenario(
      """
      odograph: 1
      start: 2026-03-02T06:00:00
      timeZone: Europe/Madrid
      places: { badajoz: { at: [38.88, -6.97] }, elvas: { at: [38.88, -7.16] } }
      day:
        - { stay: badajoz, until: 14:00 ± 2 h }
        - { drive: elvas, timeZone: Europe/Lisbon }
        - { stay: elvas }
      server: [{ from: 11:00, until: 15:30, outage: true }]
      """)
    // 11:00 is 10:00 in UTC. As long as the person is in Spain, 15:30 is 14:30 in UTC, four and a
    // half hours later, even if it comes again in Portugal an hour after that.
    let firstEnd = try #require(Instant(iso8601: "2026-03-02T14:30:00Z"))
    var minutes: Set<Double> = []
    for seed in 1...30 {
      let world = try written.world(chance: SeededRandom(seed: UInt64(seed)))
      let change = try #require(world.clocks.changes.first?.at)
      for event in written.settled(by: world.clocks).server {
        guard case .outage(let until) = event.kind else { continue }
        let length = ((until - event.at).seconds / 60).rounded()
        #expect(length == (change > firstEnd ? 270 : 330))
        minutes.insert(length)
      }
    }
    #expect(minutes == [270, 330])
  }

  @Test("A time zone goes with a way or a jump, and has to be known")
  func messages() {
    #expect(
      message { try scenario(scenarioText("day: [{ stay: home, timeZone: Europe/Berlin }]")) }
        == "day.yaml:5: 'timeZone' does not go with 'stay', which has no route; accepted: until, "
        + "for, carried, area, sky, network")
    #expect(
      message {
        try scenario(
          scenarioText("day: [{ stay: home, for: 1 h }, { jump: office, timeZone: Europe/Belin }]"))
      }
        == "day.yaml:5: 'timeZone' is 'Europe/Belin'; accepted: a region's name such as "
        + "Europe/Berlin, UTC, GMT, or an offset such as UTC+1; did you mean 'Europe/Berlin'?")
  }
}
