import EventKernel
import ModelParameters
import PhoneProfiles
import Scenarios
import SimulatedPhone
import Simulation

/// The simulations of a calibration, distributed over the processor's cores.
struct CalibrationRuns {
  private let plan: CalibrationPlan
  private let total: Int
  private var done = 0

  init(_ plan: CalibrationPlan, fitCount: Int) {
    self.plan = plan
    let nights = plan.nights.count
    total = nights * plan.priorDraws + (fitCount + nights) * plan.posteriorDraws
  }

  /// Simulates every night under draws of the model as it is today. Nil if interrupted.
  mutating func prior() throws -> PriorDraws? {
    struct Piece: Sendable {
      var drain: Double
      var values: [Double]
    }
    guard let model = try plan.nights.first.map({ try DrainRun($0, seed: plan.seed).model })
    else { return nil }
    let scales = ParameterScale.all(of: model)
    let (nights, seed) = (plan.nights, plan.seed)
    let found: [[Piece]]? = try results(nights: nights.count, draws: plan.priorDraws) {
      night, draw in
      let run = try DrainRun(nights[night], seed: seed &+ UInt64(draw))
      return Piece(
        drain: run.percentPerHour, values: night == 0 ? scales.values(in: run.model) : [])
    }
    guard let found else { return nil }
    return PriorDraws(
      scales: scales,
      scores: found[0].map { piece in zip(scales, piece.values).map { $0.score(of: $1) } },
      drains: found.map { $0.map(\.drain) })
  }

  /// Simulates nights under given scores of the influential parameters. Nil if interrupted.
  mutating func drains(
    of indices: [Int], under scores: [[Double]], _ screen: InfluentialParameters
  ) throws -> [[Double]]? {
    let values = scores.map { row in zip(screen.scales, row).map { $0.override(atScore: $1) } }
    let (nights, seed) = (indices.map { plan.nights[$0] }, plan.seed)
    return try results(nights: nights.count, draws: values.count) { night, draw in
      try DrainRun(nights[night], seed: seed &+ UInt64(draw), values: values[draw]).percentPerHour
    }
  }

  /// Simulates every night under the final draws. Nil if interrupted.
  ///
  /// Another unit has traits of its own, such as the battery's health, and powers that differ by a
  /// factor.
  mutating func predictions(
    under draws: [CalibrationPosterior.Draw], _ screen: InfluentialParameters,
    roles: [Calibration.Role]
  ) throws -> [[Double]]? {
    let own = draws.map { draw in
      zip(screen.scales, draw.scores).map { $0.override(atScore: $1) }
    }
    let other = own.enumerated().map { index, values in
      let factor = CalibratedParameters.unitFactor(
        SeededRandom(seed: plan.seed &+ UInt64(index)))
      return zip(screen.scales, values).compactMap { scale, value -> ModelOverride? in
        guard !scale.isTrait else { return nil }
        return CalibratedParameters.isPower(scale.name) ? value.scaled(by: factor) : value
      }
    }
    let (nights, seed) = (plan.nights, plan.seed)
    return try results(nights: nights.count, draws: draws.count) { night, draw in
      let values = roles[night] == .anotherUnit ? other[draw] : own[draw]
      return try DrainRun(nights[night], seed: seed &+ UInt64(draw), values: values).percentPerHour
    }
  }

  /// Returns the result of each night and draw; nil if interrupted.
  private mutating func results<Result: Sendable>(
    nights: Int, draws: Int,
    _ work: @escaping @Sendable (_ night: Int, _ draw: Int) throws -> Result
  ) throws -> [[Result]]? {
    var parallel = ParallelWork(
      count: nights * draws, jobs: plan.jobs, isCancelled: plan.isCancelled)
    let (before, total, report) = (done, total, plan.onProgress)
    parallel.onProgress = { report?(before + $0, total) }
    let found = try parallel.results { try work($0 / draws, $0 % draws) }
    let whole = found.compactMap { $0 }
    guard whole.count == nights * draws else { return nil }
    done += whole.count
    return (0..<nights).map { Array(whole[($0 * draws)..<(($0 + 1) * draws)]) }
  }
}

extension [ParameterScale] {
  fileprivate func values(in model: PhoneModel) -> [Double] {
    let byName = Dictionary(
      model.parameters.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    return map { byName[$0.name] ?? $0.low }
  }
}

extension ParameterScale {
  func override(atScore score: Double) -> ModelOverride {
    ModelOverride(name, value: value(atScore: score))
  }
}

extension ModelOverride {
  fileprivate func scaled(by factor: Double) -> ModelOverride {
    ModelOverride(name, value: value * factor)
  }
}
