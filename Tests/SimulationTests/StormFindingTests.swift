import Evaluation
import Foundation
import Scenarios
import Simulation
import TestSupport
import Testing

/// Days on which the phone storm found a defect, reduced to the part that shows it.
@Suite("Days that a storm has found")
struct StormFindingTests {
  private func result(_ text: String, preset: String? = nil, seed: UInt64 = 1) throws -> RunResult {
    let place = try Workplace()
    if let preset { _ = try place.write(preset, to: "own.yaml") }
    let path = try place.write(text, to: "day.yaml")
    let scenario = try ScenarioReader(vocabulary: .simulatedPhone).read(path: path)
    let day = try SimulatedDay(scenario: scenario, seed: seed)
    return try TrackerRun(day: day, tracker: try day.provision(scenario.trackers[0])).run()
  }

  @Test("East over the date line the day before comes second, and is study day 1 all the same")
  func dateLine() throws {
    // Chatham is 25 h 45 min ahead of Pago Pago. The local date is the 21st, and the 20th after the
    // arrival.
    let result = try result(
      """
      odograph: 1
      start: 2026-06-21T01:30:00
      timeZone: Pacific/Chatham
      duration: 12 h
      places:
        home: { at: [-43.95, -176.56] }
        hotel: { at: [-14.28, -170.70] }
      day:
        - { stay: home, for: 1 h }
        - { fly: hotel, timeZone: Pacific/Pago_Pago }
        - { stay: hotel }
      trackers: [overland-battery-saving]

      """)
    #expect(result.coverage.missingness.byStudyDay.map(\.day) == [1, 2])
  }

  private static let refreshing = """
    preset: refreshing
    manifest:
      backgroundModes: [location, fetch]
      tasks: [com.EHE-Pilot.LocationUpdate]
      usage: [locationWhenInUse, locationAlwaysAndWhenInUse]
    behavio\("u")rs: [BEHAVIORS]

    """

  private func unexplained(
    _ behaviors: String, _ permissions: String, person: String = ""
  ) throws -> [Double?] {
    try (1...6 as ClosedRange<UInt64>).map { seed in
      let result = try result(
        """
        odograph: 1
        start: 2026-02-28T07:00:00Z
        duration: 2 d
        permissions: { location: \(permissions) }
        places: { home: { at: [52.52, 13.405], wifi: Net, wifiKnown: false } }
        day: [{ stay: home }]
        person: [\(person)]
        trackers: [own.yaml]

        """, preset: Self.refreshing.replacingOccurrences(of: "BEHAVIORS", with: behaviors),
        seed: seed)
      return result.gapCauses.recorded.first { $0.cause == .unexplained }?.seconds
    }
  }

  @Test("Until the one fix of a background task comes, the phone is acquiring it")
  func oneFix() throws {
    #expect(try unexplained("backgroundRefresh", "always") == [0, 0, 0, 0, 0, 0])
  }

  @Test("Updates that begin in the background with When In Use have a cause to bring nothing")
  func begunInBackground() throws {
    let seconds = try unexplained(
      "liveUpdates, backgroundRefresh", "denied",
      person: """
        { at: 09:00, permits: { location: whenInUse } }, { at: 10:00, crashes: app }, \
        { at: 14:00, crashes: app }
        """)
    #expect(seconds == [0, 0, 0, 0, 0, 0])
  }

  @Test("Updates that may not go on in the background are no reason that is not known")
  func inVain() throws {
    // The app sends for half a minute after the user has left it, and has had no fix yet.
    let result = try result(
      """
      odograph: 1
      start: 2026-02-28T07:00:00Z
      duration: 1 h
      places: { home: { at: [52.52, 13.405] } }
      day: [{ stay: home, sky: none, network: none }]
      person: [{ at: 07:30, opens: app, for: 20 s }]
      trackers: [continuous-location-as-shipped]

      """)
    #expect(result.gapCauses.recorded.first { $0.cause == .unexplained }?.seconds == 0)
  }

  @Test("An app that was never permitted does not read the fixes of a navigation app")
  func latestFix() throws {
    let result = try result(
      """
      odograph: 1
      start: 2026-02-28T07:00:00Z
      duration: 3 h
      permissions: { location: ask, motion: granted, answers: { location: ignores } }
      places: { home: { at: [52.52, 13.405] }, office: { at: [52.60, 13.405] } }
      day: [{ stay: home, for: 1 h }, { drive: office }, { stay: office }]
      person:
        - { at: 07:30, uses: navigation, for: 2 h }
        - { at: 07:58, opens: app, for: 1 h }
      trackers: [drives-as-shipped]

      """)
    #expect(result.coverage.fixCount == 0)
  }

  @Test(
    "A parameter that is fixed beyond its other end ends no run",
    arguments: [
      "region.lateExitMetersMax: 100, region.missedExitProbability: 1",
      "visit.departureMetersMax: 80", "visit.departureSecondsMax: 31", "pause.secondsMax: 46",
      "restart.updateHourMax: 1",
    ])
  func crossedEnds(model: String) throws {
    let result = try result(
      """
      odograph: 1
      start: 2026-02-28T07:00:00Z
      duration: 1 d
      phone: { model: { \(model) } }
      places: { home: { at: [52.52, 13.405] }, office: { at: [52.56, 13.405] } }
      day: [{ stay: home, for: 1 h }, { drive: office }, { stay: office }]
      person: [{ at: 20:00, updates: phone }]
      trackers:
        - preset: overland-significant-only
          home: home
          set:
            trackingMode: both
            visitTracking: true
            pausesAutomatically: true
            resumeGeofenceRadius: 90 m

      """)
    #expect(result.coverage.simulatedSeconds == 86_400)
  }
}
