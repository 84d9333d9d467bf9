import Evaluation
import Scenarios
import SimulatedPhone
import Text
import Timekeeping

/// The whole of a report: `report.json`, and what the other forms are rendered from.
package struct Report: Codable, Sendable, Equatable {
  package static let schema = "odograph.report/1"

  package var schema = Report.schema
  package var provenance: Provenance
  package var scenario: ScenarioSummary
  /// In the order of the scenario's trackers, and for each in the order of seeds.
  package var runs: [RunResult]

  package init(provenance: Provenance, scenario: ScenarioSummary, runs: [RunResult]) {
    self.provenance = provenance
    self.scenario = scenario
    self.runs = runs
  }
}

/// One tracker through one seed's day.
public struct RunResult: Codable, Sendable, Equatable {
  public var tracker: String
  public var preset: String
  public var seed: UInt64
  /// The server's kind; null for a tracker that sends nothing.
  @ExplicitNull public var contract: String? = nil
  /// The engine's behaviors in order, by the name that `report.json` has for them.
  public var behaviours: [String]
  public var coverage: CoverageReport
  /// The same with gaps of a recording whose ends lie near each other taken for stays; only when asked
  /// for.
  public var coverageInferringStays: CoverageReport?
  public var gapCauses: GapCauseReport
  public var longGaps: [GapInterval]
  public var energy: EnergyReport
  /// Nil for a tracker that sends nothing.
  @ExplicitNull public var delivery: DeliveryReport? = nil
  public var lifecycle: LifecycleReport
  public var derived: DerivedReport
  /// The tracker's settings as resolved, `name=value`.
  public var settings: [String]
  /// What the phone's model drew or was given, with the source of each.
  public var model: [ModelParameter]
  /// Where sources on the phone contradict one another: the account that this run followed.
  public var readings: [ModelReading]
}

/// What happened to the app.
public struct LifecycleReport: Codable, Sendable, Equatable {
  public var launches = 0
  public var suspensions = 0
  /// How often each cause ended a process; no entry for those that did not.
  @CountPerCase public var deaths: [AppDeath: Int] = [:]
  public var deliveredFixes = 0
  public var acknowledged = 0
  public var queuedAtEnd = 0

  public init() {}
}

/// What the engine itself made of its records.
public struct DerivedReport: Codable, Sendable, Equatable {
  /// Minutes that the engine says the person was away from home; nil when it does not say.
  @ExplicitNull public var awayMinutes: Double? = nil

  /// What it took for trips by itself, such as drives; nil when it does not.
  @ExplicitNull public var trips: DerivedTripReport? = nil
}

/// What was simulated, in a few lines.
package struct ScenarioSummary: Codable, Sendable, Equatable {
  package var name: String
  package var start: String
  package var durationSeconds: Double
  package var timeZone: String
  package var phone: String
  package var system: String
  /// What had to be assumed, in whole sentences.
  package var assumptions: [String]
  /// What of the day is not as its author will have meant it.
  package var warnings: [String]

  package init(_ scenario: Scenario, assumptions: [String], warnings: [String] = []) {
    name = scenario.name
    start = scenario.start.iso8601()
    durationSeconds = scenario.duration.seconds
    timeZone = scenario.calendar.identifier
    phone = scenario.phone.profile
    system = scenario.phone.system
    self.assumptions = assumptions
    self.warnings = warnings
  }
}
