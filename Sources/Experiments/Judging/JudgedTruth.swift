import Evaluation
import Recordings
import Scenarios
import Simulation
import Text
import World

/// The truth with which a log is compared.
package struct JudgedTruth: Sendable {
  package let kind: TruthSummary.Kind
  package let scenario: Scenario
  /// The true days of the first seed. All figures of coverage refer to them.
  package let world: World

  /// Makes the truth of a scenario or of a recording that is replayed.
  ///
  /// - Throws: `InputError` if the person cannot follow the scenario.
  package init(_ scenario: Scenario, seed: UInt64) throws(InputError) {
    self.scenario = scenario
    if case .replay = scenario.course { kind = .recording } else { kind = .scenario }
    world = try SimulatedDay(scenario: scenario, seed: seed).world
  }

  /// Makes the days of a log that no other recording accompanies, from a scenario that replays it.
  ///
  /// - Throws: `InputError` if the log has too few positions for a route.
  package init(ofLogIn scenario: Scenario, seed: UInt64) throws(InputError) {
    self.scenario = scenario
    kind = .log
    world = try SimulatedDay(scenario: scenario, seed: seed, inferringStays: true).world
  }

  /// Returns the days of a seed, on which simulated runs take place.
  ///
  /// A scenario draws other movements for each seed, but the log belongs to one day. Its seeds
  /// therefore share the true days, and differ in the phone and in chance. A recording fixes the
  /// movement, so that its seeds also differ in what it does not state, such as the sky.
  func day(_ seed: UInt64) throws(InputError) -> SimulatedDay {
    switch kind {
    case .scenario: try SimulatedDay(scenario: scenario, seed: seed, world: world)
    case .recording: try SimulatedDay(scenario: scenario, seed: seed)
    case .log: try SimulatedDay(scenario: scenario, seed: seed, inferringStays: true)
    }
  }
}
