import Evaluation
import ModelParameters
import PhoneProfiles
import RunObservation
import Scenarios
import SimulatedPhone
import Text
import Timekeeping

/// The contents of `report.json`, from which the other forms of a report are rendered.
package struct Report: Codable, Sendable, Equatable {
  package static let schema = "odograph.report/1"

  package var schema = Report.schema
  package var provenance: Provenance
  package var scenario: ScenarioSummary
  /// The results of all runs, ordered by the scenario's trackers, then by seed.
  package var runs: [RunResult]

  package init(provenance: Provenance, scenario: ScenarioSummary, runs: [RunResult]) {
    self.provenance = provenance
    self.scenario = scenario
    self.runs = runs
  }
}

/// The result of one tracker on the day of one seed.
public struct RunResult: Codable, Sendable, Equatable {
  public var tracker: String
  public var preset: String
  public var seed: UInt64
  /// The kind of server to which the tracker sends; null for a tracker that sends nothing.
  @ExplicitNull public var contract: String? = nil
  /// The names of the tracker's behaviors, in the order of the preset.
  public var behaviours: [String]
  public var coverage: CoverageReport
  /// The coverage of a second run, in which gaps of the recording count as stays.
  ///
  /// A gap counts as a stay if its two ends lie near each other. Nil if no second run was
  /// requested.
  public var coverageInferringStays: CoverageReport?
  public var gapCauses: GapCauseReport
  public var longGaps: [GapInterval]
  public var energy: EnergyReport
  /// The figures about sending records to the server; null for a tracker that sends nothing.
  @ExplicitNull public var delivery: DeliveryReport? = nil
  public var lifecycle: LifecycleReport
  public var derived: DerivedReport
  /// The tracker's settings in this run, each as `name=value`.
  public var settings: [String]
  /// The values of the phone model's parameters, drawn or given, with the source of each.
  public var model: [ModelParameter]
  /// The model variants that this run used. Where sources contradict each other, each model variant
  /// follows one of them.
  public var readings: [ModelVariant]
}

/// The figures that the tracker itself computed from its records.
public struct DerivedReport: Codable, Sendable, Equatable {
  /// The minutes that the person was away from home according to the tracker; null if the tracker
  /// does not compute them.
  @ExplicitNull public var awayMinutes: Double? = nil

  /// The trips that the tracker detected by itself, such as drives; null if the tracker detects no
  /// trips.
  @ExplicitNull public var trips: DerivedTripReport? = nil
}

/// A short description of what was simulated.
package struct ScenarioSummary: Codable, Sendable, Equatable {
  package var name: String
  package var start: String
  package var durationSeconds: Double
  package var timeZone: String
  package var phone: String
  package var system: String
  /// The assumptions that the simulator made, in whole sentences.
  package var assumptions: [String]
  /// The warnings about parts of the scenario that are probably mistakes.
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
