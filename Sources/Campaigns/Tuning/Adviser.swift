import Evaluation
import Text

/// An optimizer, which proposes the candidates to try next and receives their results.
///
/// Everything else is done by this program: the space of candidates, their values and their
/// judgment. An optimizer that is started again and receives the same results proposes the same
/// candidates.
package protocol Adviser: AnyObject {
  /// Returns its name and version. Called once, before anything else.
  func begin(_ task: AdviserTask) throws -> String
  /// Returns this many candidates, each with an answer for every setting; see `TuningSpace`.
  func ask(_ count: Int) throws -> [[Double]]
  /// Receives the results of the last candidates, in their order.
  func tell(_ results: [AdviserResult]) throws
}

/// The space of candidates, and the objectives.
package struct AdviserTask: Encodable, Sendable, Equatable {
  package struct Setting: Encodable, Sendable, Equatable {
    package enum Kind: String, Encodable, Sendable { case choice, steps, range }

    package var name: String
    package var kind: Kind
    /// The number of values; nil for a range.
    package var count: Int?
    package var from: Double?
    package var to: Double?
    package var isGeometric: Bool?
  }

  package enum Direction: String, Encodable, Sendable { case minimize, maximize }

  package var seed: UInt32
  package var population: Int
  package var settings: [Setting]
  /// The directions of the objectives.
  package var directions: [Direction]
  /// The preset's answers; null for one outside the space.
  package var start: [Double?]

  init(_ plan: TuningPlan) {
    let document = plan.document
    seed = UInt32(truncatingIfNeeded: document.search.firstSeed)
    population = document.population
    settings = plan.space.dimensions.map(Setting.init)
    directions = document.objectives.map { $0.isLeastBest ? .minimize : .maximize }
    start = plan.space.dimensions.map(\.startAnswer)
  }
}

extension AdviserTask.Setting {
  init(_ dimension: TuningSpace.QuantityDimension) {
    name = dimension.setting
    switch dimension.space {
    case .choice(let values): (kind, count) = (.choice, values.count)
    case .steps(let values): (kind, count) = (.steps, values.count)
    case .range(let range):
      kind = .range
      (from, to, isGeometric) = (range.from, range.to, range.isGeometric)
    }
  }
}

package struct AdviserResult: Encodable, Sendable, Equatable {
  /// The values of the objectives; null if one of them does not apply.
  @ExplicitNull package var values: [Double]? = nil
  /// The distance from each requirement; at most 0 if it is met.
  package var violations: [Double]
}

/// The reason why the optimizer cannot propose candidates.
package enum AdviserTrouble: Error, Sendable, Equatable, CustomStringConvertible {
  /// The program does not exist, or cannot be started.
  case noProgram(String)
  /// The program exists, but has no Optuna.
  case noOptuna(String, reason: String)
  /// It did not begin as an optimizer does. Most likely it is another program.
  case noAdviser(String, reason: String)
  /// It ended in the middle. The text is its last output.
  case ended(String)
  /// It gave an invalid answer.
  case nonsense(String)

  package var description: String {
    switch self {
    case .noProgram(let path): "'\(path)' cannot be started"
    case .noOptuna(let path, let reason): "'\(path)' has no Optuna: \(reason)"
    case .noAdviser(let path, let reason): "'\(path)' is not a Python with Optuna: \(reason)"
    case .ended(let words):
      "the optimizer ended before it was done\(words.isEmpty ? "" : ": " + words); "
        + "run the same command again to continue"
    case .nonsense(let found): "the optimizer's answer is invalid: \(found)"
    }
  }
}
