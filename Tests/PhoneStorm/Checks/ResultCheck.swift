import Evaluation
import Foundation
import Simulation

/// Compares the figures of a result with each other.
package struct ResultCheck {
  package private(set) var problems = Problems("result")

  private static let shares = Measures.all.filter { $0.unit == .share }
    .flatMap(\.qualifiedNames)
  private static let seconds = Measures.all.filter { $0.unit == .seconds }
    .flatMap(\.qualifiedNames)

  package init() {}

  /// - Parameter daySeconds: the scenario's length.
  package mutating func hold(_ result: RunResult, daySeconds: Double) {
    shares(result)
    times(result, daySeconds: daySeconds)
    coverage(result.coverage)
    energy(result.energy)
    counts(result)
  }

  private mutating func shares(_ result: RunResult) {
    for (name, value) in zip(Self.shares, Measures.figures(Self.shares, of: result)) {
      guard let value else { continue }
      problems.expect((0...1).contains(value), "\(name) is \(value)")
    }
  }

  private mutating func times(_ result: RunResult, daySeconds: Double) {
    for (name, value) in zip(Self.seconds, Measures.figures(Self.seconds, of: result)) {
      guard let value else { continue }
      let mayBeNegative = ["Bias", "Delay", "Lead"].contains { name.contains($0) }
      problems.expect(value.isFinite && (mayBeNegative || value >= 0), "\(name) is \(value)")
    }
    let energy = result.energy
    let simulated = result.coverage.simulatedSeconds
    problems.expect(
      abs(simulated - daySeconds) < 1e-6, "\(simulated) s were simulated of \(daySeconds) s")
    problems.expect(
      result.coverage.judgedSeconds <= simulated + 1e-6,
      "\(result.coverage.judgedSeconds) s were judged of \(simulated) s")
    problems.expect(
      (0...simulated + 1e-6).contains(energy.comparedSeconds),
      "\(energy.comparedSeconds) s were compared of \(simulated) s")
    problems.expect(
      (0...simulated + 1e-6).contains(energy.secondsOff),
      "the phone was off for \(energy.secondsOff) s of \(simulated) s")
    problems.expect(
      (energy.secondsOff == 0) == (energy.firstShutOff == nil),
      "off for \(energy.secondsOff) s, first shut off \(energy.firstShutOff ?? "never")")
  }

  private mutating func coverage(_ coverage: CoverageReport) {
    guard let position = coverage.positionCoverage else { return }
    let alive = coverage.aliveCoverage ?? 0
    problems.expect(alive <= position + 1e-9, "aliveCoverage \(alive) above \(position)")
    let parts = [coverage.positionCoverageMoving, coverage.positionCoverageStill].compactMap { $0 }
    guard let low = parts.min(), let high = parts.max() else { return }
    problems.expect(
      position >= low - 1e-9 && position <= high + 1e-9,
      "positionCoverage \(position) lies outside of its parts \(low) to \(high)")
  }

  private mutating func energy(_ energy: EnergyReport) {
    let total = energy.totalJoules
    let tolerance = 1e-6 + 1e-9 * abs(total)
    let components = energy.byComponent.reduce(0) { $0 + $1.joules }
    problems.expect(
      abs(components - total) <= tolerance, "components add up to \(components) J of \(total) J")
    let causes = energy.byCause.reduce(0) { $0 + $1.joules }
    problems.expect(
      abs(causes - total) <= tolerance, "causes add up to \(causes) J of \(total) J")
    let marginal = energy.byComponent.reduce(0) { $0 + $1.marginalJoules }
    problems.expect(
      abs(marginal - energy.marginalJoules) <= tolerance,
      "marginal components add up to \(marginal) J of \(energy.marginalJoules) J")
    for component in energy.byComponent {
      problems.expect(component.joules >= 0, "\(component.name) took \(component.joules) J")
    }
    problems.expect(
      (0...1 + 1e-9).contains(energy.finalBatteryLevel),
      "the final charge is \(energy.finalBatteryLevel)")
  }

  private mutating func counts(_ result: RunResult) {
    let life = result.lifecycle
    let deaths = life.deaths.values.reduce(0, +)
    problems.expect(deaths <= life.launches, "\(deaths) deaths of \(life.launches) launches")
    problems.expect(
      min(life.launches, life.suspensions, life.deliveredFixes, life.queuedAtEnd) >= 0,
      "a count below 0: \(life)")
    guard let delivery = result.delivery else { return }
    problems.expect(
      delivery.recorded == result.coverage.fixCount,
      "\(delivery.recorded) records to deliver of \(result.coverage.fixCount)")
    problems.expect(
      delivery.received + delivery.lost <= delivery.recorded,
      "\(delivery.received) received and \(delivery.lost) lost of \(delivery.recorded)")
  }
}

/// Compares the ledger's sums with the cell's, which are computed separately.
package func ledgerProblems(of account: EnergyAccount, drawnJoules: Double) -> Problems {
  var problems = Problems("ledger")
  let total = account.totalJoules
  let tolerance = 1e-6 + 1e-8 * abs(total)
  problems.expect(
    abs(total - drawnJoules) <= tolerance, "\(total) J booked, \(drawnJoules) J drawn from the cell"
  )
  let sums = [account.joulesByComponent, account.joulesByCause]
  for parts in sums {
    let sum = parts.reduce(0) { $0 + $1.joules }
    problems.expect(abs(sum - total) <= tolerance, "parts add up to \(sum) J of \(total) J")
    for part in parts {
      problems.expect(
        part.joules.isFinite && part.joules >= -tolerance, "\(part.name) took \(part.joules) J")
    }
  }
  return problems
}
