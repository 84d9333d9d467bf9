import Cryptography
import EventKernel
import Files
import Foundation
import Scenarios
import Simulation
import Statistics
import Text
import Timekeeping

/// The figures of a finished calibration.
struct CalibrationResult {
  let plan: CalibrationPlan
  let prior: PriorDraws
  let roles: [Calibration.Role]
  let screen: InfluentialParameters
  let surfaces: [ResponseSurface]
  let draws: [CalibrationPosterior.Draw]
  /// The drain of each night under each final draw [%/h].
  let after: [[Double]]
  let settings: FittedSettings

  private static let share = CalibrationPlan.intervalShare
  /// A parameter has moved if its posterior is narrower than this share of the prior, or if its
  /// median lies further than `movedScore` from the prior's.
  private static let narrowedShare = 0.85
  private static let movedScore = 0.5
  /// The difference that a night of a real phone usually has from the model [%/h] (judgement, from
  /// the mean errors in Docs/Calibration.md).
  private static let usualDifference = 0.5

  func calibration(options: [String]) throws -> Calibration {
    let nights = try plan.nights.indices.map(night)
    let scenarios = plan.nights.map(\.scenario)
    var calibration = Calibration(
      provenance: Provenance(scenarios: scenarios, options: options), name: plan.name,
      phone: plan.phone.profile, system: plan.phone.system,
      design: Calibration.Design(
        seed: plan.seed, priorDraws: plan.priorDraws, posteriorDraws: plan.posteriorDraws,
        intervalShare: Self.share,
        surfaceExplainedShare: surfaces.map(\.explainedShare).min()),
      nights: nights, parameters: parameters,
      unexplainedPercentPerHour:
        PredictionInterval(of: draws.map(\.unexplained), share: Self.share)?.middle ?? 0,
      summaries: Calibration.Role.allCases.compactMap { role in
        Calibration.Summary(role, nights.filter { $0.role == role }, share: Self.share)
      },
      remarks: plan.remarks)
    calibration.remarks += calibration.cautions
    return calibration
  }

  private func night(_ index: Int) throws -> Calibration.Night {
    let night = plan.nights[index]
    let drain = night.drain
    let before = interval(read(prior.drains[index], index))
    let difference = abs(interval(after[index]).middle - drain.percentPerHour)
    return Calibration.Night(
      name: night.name, sha256: try hash(night), start: night.measured.lowerBound,
      end: night.measured.upperBound, setting: night.setting, role: roles[index],
      measured: PredictionInterval(
        low: drain.low, middle: drain.percentPerHour, high: drain.high),
      hours: drain.hours,
      before: before, after: interval(predicted(index)),
      isExplained: difference <= max(before.width / 2, Self.usualDifference))
  }

  private func interval(_ drains: [Double]) -> PredictionInterval {
    PredictionInterval(of: drains, share: Self.share)
      ?? PredictionInterval(low: 0, middle: 0, high: 0)
  }

  private func hash(_ night: CalibrationNight) throws -> String {
    guard let data = FileManager.default.contents(atPath: night.path) else {
      throw FileError(path: night.path, reason: "it cannot be read again")
    }
    return sha256([UInt8](data)).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }.joined()
  }

  // MARK: Predicted measurements

  /// Returns the drains as a gauge with steps shows them.
  private func read(_ drains: [Double], _ index: Int) -> [Double] {
    let half = (plan.nights[index].drain.high - plan.nights[index].drain.low) / 2
    let chance = SeededRandom(seed: plan.seed).stream("gauge").stream(index)
    return drains.enumerated().map { draw, drain in
      let (first, last) = (
        chance.stream("first").uniform(at: Int64(draw)),
        chance.stream("last").uniform(at: Int64(draw))
      )
      return drain + half * (first - last)
    }
  }

  /// Returns the drains that would be measured: with the gauge's steps, and with what no parameter
  /// explains.
  ///
  /// A night of the calibrated phone gets the difference that its setting has shown. For another
  /// phone the difference is drawn.
  private func predicted(_ index: Int) -> [Double] {
    let chance = SeededRandom(seed: plan.seed).stream("unexplained").stream(index)
    let setting =
      roles[index] == .anotherUnit ? nil : settings.number(of: plan.nights[index])
    return zip(read(after[index], index), draws).enumerated().map { draw, pair in
      pair.0 + pair.1.difference(ofSetting: setting, chance, at: Int64(draw))
    }
  }

  // MARK: Parameters

  private var parameters: [Calibration.Parameter] {
    screen.scales.enumerated().map { place, scale in
      let scores = draws.map { $0.scores[place] }
      let values = scores.map(scale.value(atScore:))
      let mean = scores.reduce(0, +) / Double(scores.count)
      let deviation =
        (scores.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(scores.count)).squareRoot()
      let isMoved = deviation < Self.narrowedShare || abs(mean) > Self.movedScore
      return Calibration.Parameter(
        name: scale.name, source: scale.source, priorLow: scale.low, priorHigh: scale.high,
        posterior: PredictionInterval(of: values, share: Self.share)
          ?? PredictionInterval(low: scale.low, middle: scale.low, high: scale.high),
        remainingShare: deviation, outcome: isMoved ? .moved : .undecided,
        isTrait: scale.isTrait, draws: values)
    }
  }
}
