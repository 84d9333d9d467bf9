import Evaluation
import Timekeeping

/// The energy of a whole run: the sum over its segments.
struct EnergySum {
  struct Part {
    /// The energy that the phone with the tracker used up to the segment's end.
    var whole: EnergyAccount
    /// The energy that the phone with the tracker used up to `comparedSeconds`.
    ///
    /// The comparison ends when either phone, with or without the tracker, shuts off for the first
    /// time.
    var compared: EnergyAccount
    /// The energy that the phone without the tracker used up to `comparedSeconds`.
    var baseline: EnergyAccount
    var comparedSeconds: Double
    /// The number of fixes that the tracker received up to `comparedSeconds`.
    var deliveredFixes: Int
    /// The number of fixes that the tracker recorded up to `comparedSeconds`.
    var recordedFixes: Int
    /// The part of the compared energy in which the recording has a gap; nil without gaps.
    var unrecorded: UnrecordedEnergy?
  }

  private(set) var whole: EnergyAccount?
  private(set) var compared: EnergyAccount?
  private(set) var baseline: EnergyAccount?
  private(set) var comparedSeconds = 0.0
  private(set) var deliveredFixes = 0
  private(set) var recordedFixes = 0
  private(set) var unrecorded: UnrecordedEnergy?

  mutating func add(_ part: Part) {
    whole = whole.map { $0.adding(part.whole) } ?? part.whole
    compared = compared.map { $0.adding(part.compared) } ?? part.compared
    baseline = baseline.map { $0.adding(part.baseline) } ?? part.baseline
    comparedSeconds += part.comparedSeconds
    deliveredFixes += part.deliveredFixes
    recordedFixes += part.recordedFixes
    if let part = part.unrecorded { unrecorded = unrecorded?.adding(part) ?? part }
  }

  func report(simulatedSeconds: Double) -> EnergyReport {
    let nothing = EnergyAccount(
      joulesByComponent: [], joulesByCause: [], totalJoules: 0, batteryJoules: 0,
      firstShutOff: nil, secondsOff: 0, finalBatteryLevel: 0)
    var report = EnergyReport(
      of: compared ?? nothing, without: baseline ?? nothing, whole: whole,
      simulatedSeconds: simulatedSeconds, comparedSeconds: comparedSeconds,
      deliveredFixes: deliveredFixes, recordedFixes: recordedFixes)
    report.unrecorded = unrecorded
    return report
  }
}

extension EnergyAccount {
  /// Returns the sum of this account and the account of the same phone's next segment.
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
