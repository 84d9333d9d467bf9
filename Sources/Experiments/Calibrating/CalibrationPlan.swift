import EventKernel
import Files
import Scenarios
import SimulatedPhone
import Simulation
import Statistics
import Text

/// A plan to narrow the parameters of a phone's model by logs of a real phone.
///
/// 1. Every night is simulated under many draws of the phone's model, as the model draws them
///    today.
/// 2. For each night that narrows the parameters, a response surface takes the place of the
///    simulation. It depends on the parameters that move the drain by more than coincidence.
/// 3. A Markov chain draws the parameters that fit the measured drains. The nights are simulated
///    again under these draws, which makes the response surfaces exact where it matters, and the
///    parameters are drawn once more.
/// 4. Every night is simulated under the final draws, and compared with its measurement.
package struct CalibrationPlan: Sendable {
  /// The probability that each predicted interval is to cover.
  package static let intervalShare = 0.9

  package var name: String
  package var phone: PhoneSetup
  package var nights: [CalibrationNight]
  /// The oddities of the logs, in whole sentences that name them.
  package var remarks: [String] = []
  package var heldBackShare = 0.34
  package var seed: UInt64 = 1
  /// The number of draws of the model before the logs.
  package var priorDraws = 300
  /// The number of draws after the logs, which the profile keeps.
  package var posteriorDraws = 200
  package var jobs = 1
  /// Called before each run, from several threads. Returns true to stop.
  package var isCancelled: @Sendable () -> Bool = { false }
  /// Called with the number of finished and of planned runs, from several threads.
  package var onProgress: (@Sendable (_ done: Int, _ total: Int) -> Void)?

  package init(name: String, phone: PhoneSetup, nights: [CalibrationNight]) {
    self.name = name
    self.phone = phone
    self.nights = nights
  }

  /// Runs the calibration.
  ///
  /// - Parameter options: the options with defaults filled in, for the result's provenance.
  /// - Returns: nil if it was interrupted.
  /// - Throws: `InputError` if no night can narrow the parameters.
  package func run(options: [String]) throws -> CalibrationOutcome? {
    let split = CalibrationSplit(nights, heldBackShare: heldBackShare, seed: seed)
    let fit = nights.indices.filter { split.roles[$0] == .fit }
    guard !fit.isEmpty else {
      throw nothingToFit
    }
    var runs = CalibrationRuns(self, fitCount: fit.count)
    guard let prior = try runs.prior() else { return nil }
    let screen = InfluentialParameters(prior, fit: fit)
    let chance = SeededRandom(seed: seed).stream("calibration")
    let first = posterior(screen.surfaces([prior.points(screen)], prior.drains, fit), fit)
      .draws(posteriorDraws, dimensions: screen.scales.count, chance: chance.stream(1))
    guard let again = try runs.drains(of: fit, under: first.map(\.scores), screen) else {
      return nil
    }
    var pooled = prior.drains
    for (place, night) in fit.enumerated() { pooled[night] += again[place] }
    let surfaces = screen.surfaces([prior.points(screen), first.map(\.scores)], pooled, fit)
    let draws = posterior(surfaces, fit)
      .draws(posteriorDraws, dimensions: screen.scales.count, chance: chance.stream(2))
    guard let after = try runs.predictions(under: draws, screen, roles: split.roles) else {
      return nil
    }
    let calibration = try CalibrationResult(
      plan: self, prior: prior, roles: split.roles, screen: screen, surfaces: surfaces,
      draws: draws, after: after, settings: FittedSettings(nights, fit: fit)
    ).calibration(options: options)
    return CalibrationOutcome(
      calibration: calibration,
      profile: PhoneProfileDocument(calibration, nights: nights, phone: phone))
  }

  /// The error for logs that all only check the result.
  private var nothingToFit: InputError {
    let hasOwn = nights.contains { $0.unit == .same }
    let hasOther = nights.contains { $0.unit == .another }
    let keys = [hasOwn ? "'use: check'" : nil, hasOther ? "'unit: another'" : nil]
    return InputError(
      .commandLine,
      "no log narrows the parameters: all are "
        + (hasOwn ? "for checking" : "of another phone, and only check the result"),
      accepted: "at least one log of the phone itself, without "
        + keys.compactMap(\.self).joined(separator: " and "))
  }

  private func posterior(_ surfaces: [ResponseSurface], _ fit: [Int]) -> CalibrationPosterior {
    let settings = FittedSettings(nights, fit: fit)
    return CalibrationPosterior(
      measurements: zip(surfaces, fit).compactMap { surface, index in
        let night = nights[index]
        // The rate's two ends each lie within a step of the gauge: the sum of two uniform errors.
        return settings.number(of: night).map {
          CalibrationPosterior.Measurement(
            surface: surface, setting: $0, percentPerHour: night.drain.percentPerHour,
            deviation: (night.drain.high - night.drain.low) / 2 / 6.0.squareRoot())
        }
      }, settingCount: settings.count)
  }
}
