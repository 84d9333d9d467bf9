import Evaluation
import Text

/// Somebody who says what to try next, and is told what came of it.
///
/// Everything else is this program's: what may be tried, what it is worth, who is judged. An adviser that is
/// started again and told the same asks the same.
package protocol Adviser: AnyObject {
  /// Who it is, with its version; asked for once, before anything else.
  func begin(_ task: AdviserTask) throws -> String
  /// So many candidates, of each an answer for every setting: see `TuningSpace`.
  func ask(_ count: Int) throws -> [[Double]]
  /// Of what was asked for last, in its order.
  func tell(_ results: [AdviserResult]) throws
}

/// What may be tried and what is wanted.
package struct AdviserTask: Encodable, Sendable, Equatable {
  package struct Setting: Encodable, Sendable, Equatable {
    package enum Kind: String, Encodable, Sendable { case choice, steps, range }

    package var name: String
    package var kind: Kind
    /// How many values there are; of a range nil.
    package var count: Int?
    package var from: Double?
    package var to: Double?
    package var isGeometric: Bool?
  }

  package enum Direction: String, Encodable, Sendable { case minimize, maximize }

  package var seed: UInt32
  package var population: Int
  package var settings: [Setting]
  /// Of the objectives.
  package var directions: [Direction]
  /// The preset's answers; null for one that lies outside.
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
  /// Of the objectives; null where one does not apply.
  @ExplicitNull package var values: [Double]? = nil
  /// Of the requirements, how far off each is; at most 0 where it is met.
  package var violations: [Double]
}

/// Why there is no advice.
package enum AdviserTrouble: Error, Sendable, Equatable, CustomStringConvertible {
  /// There is no such program, or it cannot be started.
  case noProgram(String)
  /// It is there without Optuna.
  case noOptuna(String, reason: String)
  /// It did not begin as an adviser does: most likely it is another program.
  case noAdviser(String, reason: String)
  /// It ended in the middle; its last words.
  case ended(String)
  /// It answered something that was not asked.
  case nonsense(String)

  package var description: String {
    switch self {
    case .noProgram(let path): "'\(path)' cannot be started"
    case .noOptuna(let path, let reason): "'\(path)' has no Optuna: \(reason)"
    case .noAdviser(let path, let reason): "'\(path)' is no Python with Optuna: \(reason)"
    case .ended(let words):
      "the adviser ended before it was done\(words.isEmpty ? "" : ": " + words); "
        + "the same command goes on from here"
    case .nonsense(let found): "the adviser's answer makes no sense: \(found)"
    }
  }
}
