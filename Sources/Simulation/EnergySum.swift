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
    /// Up to the cut.
    var deliveredFixes: Int
    /// Up to the cut.
    var recordedFixes: Int
  }

  private(set) var whole: EnergyAccount?
  private(set) var compared: EnergyAccount?
  private(set) var baseline: EnergyAccount?
  private(set) var comparedSeconds = 0.0
  private(set) var deliveredFixes = 0
  private(set) var recordedFixes = 0

  mutating func add(_ part: Part) {
    whole = whole.map { $0.adding(part.whole) } ?? part.whole
    compared = compared.map { $0.adding(part.compared) } ?? part.compared
    baseline = baseline.map { $0.adding(part.baseline) } ?? part.baseline
    comparedSeconds += part.comparedSeconds
    deliveredFixes += part.deliveredFixes
    recordedFixes += part.recordedFixes
  }

  func report(simulatedSeconds: Double) -> EnergyReport {
    let nothing = EnergyAccount(
      joulesByComponent: [], joulesByCause: [], totalJoules: 0, batteryJoules: 0,
      firstShutOff: nil, secondsOff: 0, finalBatteryLevel: 0)
    return EnergyReport(
      of: compared ?? nothing, without: baseline ?? nothing, whole: whole,
      simulatedSeconds: simulatedSeconds, comparedSeconds: comparedSeconds,
      deliveredFixes: deliveredFixes, recordedFixes: recordedFixes)
  }
}

extension EnergyAccount {
  /// Two stretches of the same phone, one after the other.
  public func adding(_ next: EnergyAccount) -> EnergyAccount {
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
