import Foundation
import PhoneAPI
import RunObservation
import Scenarios
import SimulatedPhone
import TestSupport
import Testing
import Timekeeping
import TrackingEngine

@testable import Experiments
@testable import Simulation

/// Tests of a day on which the person does everything that a scenario can hold.
@Suite("A scenario with everything in it")
struct EverythingScenarioTests {
  private static let text = """
    odograph: 1
    start: 2026-03-02T06:00:00
    timeZone: America/Los_Angeles
    duration: 2 d
    phone: { battery: 95 % }
    permissions: { location: ask, answers: { always: allows, after: 2 s } }
    world: { area: urban }
    places:
      home: { at: [34.05, -118.25], wifi: HomeNet }
      lax: { at: [33.94, -118.40], indoors: false }
      hotel: { at: [40.64, -73.78], wifi: Lobby }
    week:
      monday:
        - { stay: home, until: 08:00 }
        - { drive: lax, carried: mount }
        - { stay: lax, until: 09:30 }
        - { fly: hotel, timeZone: America/New_York, sky: urban }
        - { stay: hotel }
      tuesday: [{ stay: hotel, until: 10:00 }, { walk: [40.66, -73.78] }, { walk: hotel }, { stay: hotel }]
    person:
      - { habit: phone-use }
      - { habit: nightly-charging }
      - { at: 06:30, opens: app, for: 3 min }
      - { at: 06:31, acts: startTrip, with: { mode: car } }
      - { onDeparture: home, uses: navigation, for: 20 min }
      - { onDeparture: lax, switches: { airplaneMode: on } }
      - { onArrival: hotel, after: 5 min, switches: { airplaneMode: off, wifi: on } }
      - { whenBattery: < 30 %, switches: { lowPowerMode: on } }
      - { at: 19:00, permits: { accuracy: reduced, notifications: denied } }
      - { at: 20:00, permits: { accuracy: full } }
      - { at: 20:10, taps: notification }
      - { at: 20:30, switches: { locationServices: off, backgroundAppRefresh: off }, for: 20 min }
      - { at: 21:00, crashes: app }
      - { at: 21:10, opens: app, for: 20 s }
      - { at: 21:20, heatsTo: serious, for: 10 min }
      - { at: 2026-03-02T22:00:00-05:00, updates: phone }
      - { at: 2026-03-03T11:00:00-05:00, forceQuits: app }
      - { at: 2026-03-03T12:00:00-05:00, reboots: phone, unlockedAfter: 30 min }
      - { timesPerDay: 1, between: [13:00, 16:00], on: tuesday, opens: app, for: 20 s }
    server:
      - { at: 18:30, pushes: silent, with: { action: wake } }
      - { from: 19:00, until: 19:30, outage: true }
    trackers: [overland-high-resolution]
    """

  /// A sink that keeps the notes of a run.
  private final class Notes: RunSink {
    var notes: [PhoneNote] = []
    func record(_ record: Record) {}
    func timeline(_ row: TimelineRow) {}
    func note(_ note: PhoneNote) { notes.append(note) }
  }

  @Test("It runs, every act is told, and no gap stays unexplained")
  func runs() throws {
    let file = try TemporaryFile(Self.text, suffix: ".yaml")
    let scenario = try ScenarioReader(vocabulary: .simulatedPhone).read(path: file.path)
    let day = try SimulatedDay(scenario: scenario, seed: 1)
    var run = TrackerRun(day: day, tracker: try day.provision(scenario.trackers[0]))
    let notes = Notes()
    run.sink = notes
    run.explains = true
    let result = try run.run()
    #expect(result.gapCauses.recorded.first { $0.cause == .unexplained }?.seconds == 0)
    #expect(result.energy.marginalJoules > 0)
    let reported = notes.notes.map(\.text)
    for words in [
      "does 'startTrip' in the app", "uses a navigation app", "is done with a navigation app",
      "turns airplane mode on", "turns airplane mode off", "uses other apps",
      "plugs the phone in", "in Settings sets the app's location accuracy",
      "finds no notification to tap", "lets the phone install an update in the night",
      "force-quits the app", "restarts the phone",
    ] {
      #expect(reported.contains { $0.contains(words) }, "\(words)")
    }
  }

  @Test("What other apps draw is on the day without a tracker too, and so is no part of its cost")
  func baseline() throws {
    func marginal(_ text: String) throws -> (marginal: Double, total: Double) {
      let file = try TemporaryFile(text, suffix: ".yaml")
      let scenario = try ScenarioReader(vocabulary: .simulatedPhone).read(path: file.path)
      let day = try SimulatedDay(scenario: scenario, seed: 1)
      let result = try TrackerRun(day: day, tracker: try day.provision(scenario.trackers[0])).run()
      return (result.energy.marginalJoules, result.energy.totalJoules)
    }
    let day = """
      odograph: 1
      start: 2026-03-02T06:00:00Z
      duration: 4 h
      places: { home: { at: [34.05, -118.25], wifi: HomeNet } }
      day: [{ stay: home }]
      trackers: [overland-significant-only]

      """
    let quiet = try marginal(day)
    let busy = try marginal(
      day
        + "person: [{ at: 07:00, uses: video, for: 1 h }, { at: 09:00, uses: workout, for: 30 min }]"
    )
    // The screen alone draws more than a watt during an hour of video. The tracker's own energy may
    // differ by its work while the phone is in use anyway.
    #expect(busy.total > quiet.total + 2500)
    #expect(abs(busy.marginal - quiet.marginal) < 60)
  }
}
