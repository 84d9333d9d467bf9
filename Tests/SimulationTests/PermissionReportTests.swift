import Evaluation
import Scenarios
import TestSupport
import Testing
import Timekeeping

@testable import Experiments
@testable import Simulation

@Suite("Permission in a run's report")
struct PermissionReportTests {
  /// A day on which the user changes permissions.
  struct Day: Sendable, CustomTestStringConvertible {
    var system = "ios-17"
    var permissions = "{ location: always }"
    var person = ""
    /// The cause that some of the gaps must have.
    var cause: GapCause?

    var testDescription: String { "\(system) \(permissions) \(person)" }

    func results() throws -> [RunResult] {
      let file = try TemporaryFile(
        """
        odograph: 1
        name: Minds change
        start: 2026-03-02T08:00:00Z
        timeZone: UTC
        duration: 8 h
        phone: { system: \(system) }
        permissions: \(permissions)
        places:
          home: { at: [45.5231, -122.6765], radius: 60 m, wifi: HomeNet }
          office: { at: [45.4122, -122.6587], radius: 80 m, wifi: Work }
        day:
          - stay: home
            for: 40 min
          - drive: office
          - stay: office
            for: 4 h
          - drive: home
        person: [\(person)]
        trackers: [overland-high-resolution, overland-battery-saving, { preset: ehe-pilot-1, home: home }]
        """, suffix: ".yaml")
      let scenario = try ScenarioReader(vocabulary: .simulatedPhone).read(path: file.path)
      return try Experiment(scenario: scenario, trackers: scenario.trackers, seeds: [1, 2]).run()
        .results
    }
  }

  static let days = [
    Day(permissions: "ask"),
    Day(permissions: "{ location: ask, answers: refuses }", cause: .notPermitted),
    Day(permissions: "{ location: ask, answers: { location: allowsOnce } }", cause: .notPermitted),
    Day(permissions: "{ location: whenInUse }"),
    Day(permissions: "{ location: whenInUse, answers: { always: allows } }"),
    Day(permissions: "{ location: denied }", cause: .notPermitted),
    Day(permissions: "{ location: always, accuracy: reduced }"),
    Day(system: "ios-26"),
    Day(system: "ios-15", permissions: "{ location: always, accuracy: reduced }"),
    Day(person: "{ at: 10:00, permits: { location: whenInUse } }", cause: .notPermitted),
    Day(
      person: """
        { at: 09:00, switches: { locationServices: off } }, \
        { at: 12:30, switches: { locationServices: on } }
        """, cause: .notPermitted),
    Day(
      person: """
        { at: 09:00, permits: { accuracy: reduced } }, { at: 12:30, permits: { accuracy: full } }
        """),
  ]

  @Test("Whatever the person permits, no gap goes unexplained", arguments: days)
  func explained(day: Day) throws {
    for result in try day.results() {
      let recorded = result.gapCauses.recorded
      #expect(recorded.first { $0.cause == .unexplained }?.seconds == 0, "\(result.tracker)")
      guard let cause = day.cause else { continue }
      let seconds = recorded.first { $0.cause == cause }?.seconds ?? 0
      #expect(seconds > 600, "\(result.tracker)")
    }
  }
}
