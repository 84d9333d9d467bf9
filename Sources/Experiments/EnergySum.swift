import Evaluation
import Timekeeping

/// Energy accounts over the stretches of a run, added up.
struct EnergySum {
  struct Part {
    /// The tracker's stretch to its end.
    var whole: EnergyAccount
    /// The same, cut at the earlier shut-off of the two days.
    var compared: EnergyAccount
    /// The day without the tracker, cut likewise.
    var baseline: EnergyAccount
    var comparedSeconds: Double
  }

  private(set) var whole: EnergyAccount?
  private(set) var compared: EnergyAccount?
  private(set) var baseline: EnergyAccount?
  private(set) var comparedSeconds = 0.0

  mutating func add(_ part: Part) {
    whole = whole.map { $0.adding(part.whole) } ?? part.whole
    compared = compared.map { $0.adding(part.compared) } ?? part.compared
    baseline = baseline.map { $0.adding(part.baseline) } ?? part.baseline
    comparedSeconds += part.comparedSeconds
  }

  func report(simulatedSeconds: Double, delivered: Int, recorded: Int) -> EnergyReport {
    let nothing = EnergyAccount(
      joulesByComponent: [], joulesByCause: [], totalJoules: 0, batteryJoules: 0,
      firstShutOff: nil, secondsOff: 0, finalBatteryLevel: 0)
    var report = EnergyReport(
      of: compared ?? nothing, without: baseline ?? nothing, simulatedSeconds: simulatedSeconds,
      comparedSeconds: comparedSeconds, deliveredFixes: delivered, recordedFixes: recorded)
    report.secondsOff = whole?.secondsOff ?? 0
    report.firstShutOff = whole?.firstShutOff?.iso8601()
    report.finalBatteryLevel = whole?.finalBatteryLevel ?? 0
    return report
  }
}

extension EnergyAccount {
  /// Two stretches of the same phone, one after the other.
  func adding(_ next: EnergyAccount) -> EnergyAccount {
    EnergyAccount(
      joulesByComponent: zip(joulesByComponent, next.joulesByComponent).map {
        NamedJoules($0.name, joules: $0.joules + $1.joules)
      },
      joulesByCause: zip(joulesByCause, next.joulesByCause).map {
        NamedJoules($0.name, joules: $0.joules + $1.joules)
      },
      totalJoules: totalJoules + next.totalJoules, batteryJoules: next.batteryJoules,
      firstShutOff: firstShutOff ?? next.firstShutOff, secondsOff: secondsOff + next.secondsOff,
      finalBatteryLevel: next.finalBatteryLevel)
  }
}
