import Documents
import Evaluation
import Text

/// An optimizer, which proposes candidates to try and receives their results.
///
/// Everything else is done by Odograph: defining the possible candidates, and running and judging
/// them. An optimizer that is started again and receives the same results must propose the same
/// candidates.
package protocol CandidateSampler: AnyObject {
  /// Returns the optimizer's name and version. Called once, before any other function.
  func begin(_ task: SamplerTask) throws -> String
  /// Returns `count` candidates. A candidate has one number for each setting; see `TuningSpace`.
  func ask(_ count: Int) throws -> [[Double]]
  /// Receives the results of the candidates that the last `ask` returned, in their order.
  func tell(_ results: [CandidateResult]) throws
}

/// The description of the candidates and the objectives for the optimizer.
package struct SamplerTask: Encodable, Sendable, Equatable {
  package struct Setting: Encodable, Sendable, Equatable {
    package enum Kind: String, Encodable, Sendable { case choice, steps, range }

    package var name: String
    package var kind: Kind
    /// The number of values to choose from; nil for a range.
    package var count: Int?
    package var from: Double?
    package var to: Double?
    package var isGeometric: Bool?
  }

  package enum Direction: String, Encodable, Sendable { case minimize, maximize }

  package var seed: UInt32
  package var population: Int
  package var settings: [Setting]
  /// The direction of each objective: minimize or maximize.
  package var directions: [Direction]
  /// The preset's value of each setting as the optimizer's number; see `TuningSpace`. Null if the
  /// value is not one of the setting's possible values.
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

extension SamplerTask.Setting {
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

package struct CandidateResult: Encodable, Sendable, Equatable {
  /// The value of each objective. Null if one of the objectives does not apply.
  @ExplicitNull package var values: [Double]? = nil
  /// The distance by which each requirement is missed, as a share of the requirement's limit. The
  /// distance is 0 or less if the requirement is met.
  package var violations: [Double]
}

/// The reason why the optimizer cannot propose candidates.
package enum SamplerFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The program does not exist, or cannot be started.
  case noProgram(String)
  /// The Python program exists, but cannot import Optuna.
  case noOptuna(String, reason: String)
  /// The program's first output does not come from the optimizer. Most likely the user named the
  /// wrong program.
  case noSampler(String, reason: String)
  /// The program ended during the tuning. The text is the program's last output.
  case ended(String)
  /// The program gave an invalid answer.
  case nonsense(String)

  package var description: String {
    switch self {
    case .noProgram(let path): "'\(path)' cannot be started"
    case .noOptuna(let path, let reason): "'\(path)' has no Optuna: \(reason)"
    case .noSampler(let path, let reason): "'\(path)' is not a Python with Optuna: \(reason)"
    case .ended(let words):
      "the optimizer ended before it was done\(words.isEmpty ? "" : ": " + words); "
        + "run the same command again to continue"
    case .nonsense(let found): "the optimizer's answer is invalid: \(found)"
    }
  }
}
