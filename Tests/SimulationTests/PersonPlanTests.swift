import EventKernel
import Foundation
import Scenarios
import SimulatedPhone
import TestSupport
import Testing
import Timekeeping
import World

@testable import Experiments
@testable import Simulation

@Suite("What the person does on one seed's days")
struct PersonPlanTests {
  /// Returns the acts of days at the office from about nine to five, by car, from Monday on.
  private func actions(
    _ person: String, days: Int = 5, seed: UInt64 = 1
  ) throws -> (actions: [PersonAction], day: SimulatedDay) {
    let scenario = try scenario(
      """
      odograph: 1
      start: 2026-03-02T00:00:00
      timeZone: Europe/Berlin
      duration: \(days) d
      places: { home: { at: [52.50, 13.40] }, office: { at: [52.55, 13.40] } }
      day:
        - { stay: home, until: 09:00 }
        - { drive: office }
        - { stay: office, until: 17:00 }
        - { drive: home }
      person: [{ \(person) }]
      """)
    let day = try SimulatedDay(scenario: scenario, seed: seed)
    let plan = PersonPlan(
      scenario: scenario, world: day.world, chance: SeededRandom(seed: seed).stream("person"))
    return (plan.actions(in: day.world.segments[0]), day)
  }

  private func scenario(_ text: String) throws -> Scenario {
    let file = try TemporaryFile(text, suffix: ".yaml")
    return try ScenarioReader(vocabulary: .simulatedPhone).read(path: file.path)
  }

  private func clock(_ action: PersonAction, _ day: SimulatedDay) -> TimeOfDay? {
    guard case .at(let instant) = action.trigger else { return nil }
    return day.world.calendar.fields(of: instant).time
  }

  @Test("An act on arrival comes each time that the person comes to the place, so much later")
  func arrival() throws {
    let (actions, day) = try actions("onArrival: office, after: 10 min, opens: app, for: 60 s")
    #expect(actions.count == 5)
    for action in actions {
      guard case .at(let instant) = action.trigger else { continue }
      var cursor = TrajectoryCursor()
      let before = cursor.span(at: instant - .minutes(10), on: day.world.person)
      #expect(before.place == 1 && before.start == instant - .minutes(10))
      #expect(action.then == PersonAction.FollowUp(.leavesApp, after: .minutes(1)))
    }
  }

  @Test("An act on leaving comes when the person sets off; being there at the start is no arrival")
  func departure() throws {
    let (leaving, day) = try actions("onDeparture: home, on: [monday, friday], opens: app")
    #expect(
      leaving.compactMap { clock($0, day) }
        == Array(repeating: TimeOfDay(hour: 9, minute: 0), count: 2))
    #expect(try actions("onArrival: home, opens: app").actions.count == 5)
  }

  @Test("An act so many times a day lies in its hours, each day anew, and the same under one seed")
  func timesPerDay() throws {
    let text = "timesPerDay: 2.5, between: [10:00, 12:00], opens: app"
    let (actions, day) = try actions(text, days: 40)
    // Two acts on each day, and a third on about half of the days.
    #expect((90...110).contains(actions.count))
    let times = actions.compactMap { clock($0, day) }
    #expect(
      times.allSatisfy {
        $0 >= TimeOfDay(hour: 10, minute: 0) && $0 < TimeOfDay(hour: 12, minute: 0)
      })
    #expect(Set(times).count > 60)
    #expect(try self.actions(text, days: 40).actions == actions)
    #expect(try self.actions(text, days: 40, seed: 2).actions != actions)
    // The first ten days are the same, however long the scenario.
    #expect(try Array(actions.prefix(10)) == Array(self.actions(text, days: 20).actions.prefix(10)))
  }

  @Test("Acts come in order of time, those of one time as listed, those for the battery last")
  func order() throws {
    let (actions, day) = try actions(
      "whenBattery: < 20 %, switches: { lowPowerMode: on } }, { at: 12:00, leaves: app },"
        + " { at: 08:00, opens: app }, { at: 12:00, opens: app", days: 1)
    #expect(
      actions.map(\.kind) == [
        .opensApp, .leavesApp, .opensApp, .switches(.lowPowerMode, isOn: true),
      ])
    #expect(actions.map { clock($0, day)?.hour } == [8, 12, 12, nil])
  }

  @Test("An act with a chance is done so often")
  func chance() throws {
    let (actions, _) = try actions("onArrival: office, chance: 30 %, opens: app", days: 100)
    // 100 days at 0.3 give 30, with a standard deviation of 4.6.
    #expect((16...44).contains(actions.count))
  }

  @Test("Each night the phone is plugged in between ten and midnight, until the morning")
  func night() throws {
    let (actions, day) = try actions("habit: nightly-charging", days: 10)
    // Ten evenings, and the rest of the night in which the scenario begins, from midnight on.
    #expect(actions.count == 11)
    #expect(clock(actions[0], day) == TimeOfDay(hour: 0, minute: 0))
    for action in actions.dropFirst() {
      #expect(action.kind == .plugsInHere)
      #expect(try #require(clock(action, day)) >= TimeOfDay(hour: 22, minute: 0))
      let hours = try #require(action.then).after.seconds / 3600
      #expect((6...10).contains(hours))
    }
  }

  @Test("A recording of ten days is charged at night where it was made, and its phone stays on")
  func recordedNights() throws {
    // Ten days at home in Portland, a fix an hour, and a walk of an hour around noon.
    let rows = (0...240).map { hour -> String in
      let date = Instant(nanoseconds: 1_772_438_400_000_000_000) + .hours(Int64(hour))
      return "\(date.description),\(hour % 24 == 20 ? 45.52 : 45.5),-122.6"
    }
    let file = try TemporaryFile((["time,lat,lon"] + rows).joined(separator: "\n"), suffix: ".csv")
    let scenario = try Scenario.traceDefaults(trace: file.path)
    let day = try SimulatedDay(scenario: scenario, seed: 1)
    let times = day.acts.filter { $0.kind == .plugsInHere }.compactMap { clock($0, day) }
    // Ten evenings, and the rest of the night in which the recording begins, from midnight on.
    #expect(times.count == 11)
    #expect(times.allSatisfy { $0.hour >= 22 || $0.hour < 1 })
    let phone = day.phone(segment: day.world.segments[0], app: nil, server: nil, tracker: nil)
    try phone.run(until: day.world.end)
    #expect(day.world.segments.count == 1)
    #expect(phone.firstShutOff == nil)
    var uncharged = scenario
    uncharged.person = []
    // With full health, half of 12.41 Wh lasts for 155 to 310 h at 20 to 40 mW; 30 % lasts for less
    // than the 240 h of the recording.
    uncharged.phone.batteryLevel = 0.3
    let other = try SimulatedDay(scenario: uncharged, seed: 1)
    let flat = other.phone(segment: other.world.segments[0], app: nil, server: nil, tracker: nil)
    try flat.run(until: other.world.end)
    #expect(flat.firstShutOff != nil)
  }

  @Test("A time after a drawn change of zones is by the clocks of the seed's own day")
  func drawnZones() throws {
    // A flight from Los Angeles to New York: five hours from about 09:00 PST end at about 17:00
    // EST.
    let scenario = try scenario(
      """
      odograph: 1
      start: 2026-03-02T06:00:00
      timeZone: America/Los_Angeles
      places: { lax: { at: [33.94, -118.40] }, jfk: { at: [40.64, -73.78] } }
      day:
        - { stay: lax, until: 09:00 ± 60 min }
        - { fly: jfk, timeZone: America/New_York }
        - { stay: jfk }
      person:
        - { at: 18:00, opens: app }
        - { at: 2026-03-02T23:00:00Z, leaves: app }
      server: [{ at: 18:00, pushes: silent }]
      """)
    var late = 0
    for seed in 1...20 as ClosedRange<UInt64> {
      let day = try SimulatedDay(scenario: scenario, seed: seed)
      let arrival = try #require(day.world.clocks.changes.first).at
      let six = try #require(Instant(iso8601: "2026-03-02T23:00:00Z"))
      if arrival > six { late += 1 }
      // For a landing after 18:00, the local time on arrival is already later than the act's.
      let acts = day.acts.map(\.trigger)
      #expect(acts.contains(.at(max(arrival, six))))
      #expect(acts.contains(.at(six)))
      #expect(day.scenario.server.map(\.at) == [max(arrival, six)])
    }
    #expect((1...19).contains(late))
  }

  @Test("SCR-3: 60 sessions make 4.5 h of use a day, more than half of them shorter than 30 s")
  func usePerDay() throws {
    let (actions, _) = try actions("habit: phone-use", days: 200)
    let lengths = actions.compactMap { $0.then?.after.seconds }
    #expect((59...61).contains(Double(actions.count) / 200))
    // The 12,000 lengths have a standard deviation of 900 s, so their mean has one of 8 s: 270 ± 25
    // s, or 4.5 ± 0.4 h a day.
    let hoursPerDay: Double = lengths.reduce(0, +) / 3600 / 200
    #expect((4.1...4.9).contains(hoursPerDay))
    #expect(Double(lengths.count { $0 < 30 }) / Double(lengths.count) > 0.5)
  }

  @Test("SCR-4: use is busiest from 16 to 18 h, and 87 % touch the phone at night within five days")
  func useByHour() throws {
    let (actions, day) = try actions("habit: phone-use", days: 1000)
    var byHour = [Int](repeating: 0, count: 24)
    var nights: [Int: Int] = [:]
    for (index, action) in actions.enumerated() {
      guard case .at(let instant) = action.trigger, let time = clock(action, day) else { continue }
      byHour[time.hour] += 1
      // Counts a touch only if the phone had been put down before it.
      let before = index > 0 ? actions[index - 1] : action
      let isGoingOn = { () -> Bool in
        guard case .at(let start) = before.trigger, let length = before.then?.after else {
          return false
        }
        return instant - (start + length) < .seconds(11 as Int64)
      }()
      if time.hour < 5, !isGoingOn {
        nights[Int((instant - day.world.start).seconds / 86_400) / 5, default: 0] += 1
      }
    }
    let busiest = byHour.indices.max { byHour[$0] < byHour[$1] }
    #expect(busiest == 16 || busiest == 17)
    #expect(byHour[0..<6].max()! < byHour[6..<24].min()!)
    // The two hours weigh 0.08 each of 1.013 by day, and the day has all but 0.7 % of the acts.
    // That is 0.157 of 60,000, with a standard error of 0.0015, less the acts that wait for another
    // to end. With an error of an hour it would be 0.137, less those.
    let afternoon = Double(byHour[16] + byHour[17]) / Double(byHour.reduce(0, +))
    #expect((0.143...0.155).contains(afternoon))
    // 200 periods of five days at 0.87 have a standard deviation of 0.024.
    #expect((0.80...0.94).contains(Double(nights.count) / 200))
  }
}
