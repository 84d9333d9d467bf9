import Text
import Timekeeping

/// The cost of tracking: the energy of a day with the tracker, compared with the same day without
/// it.
///
///     marginalJoules = total − total of the baseline
///     marginalBatteryPercentPerDay = 100 × marginalJoules ÷ batteryJoules
///                                    ÷ (comparedSeconds ÷ 86,400)
///
/// The energy accounts of both days have to end at the same instant. If one phone shuts off before
/// the end, the caller cuts both accounts at that instant and passes the length of the compared
/// time. Time with the phone off is reported separately, as `secondsOff`. Energy is measured at the
/// load: it is all energy that the phone used, from the battery or from a charger.
public struct EnergyReport: Codable, Sendable, Equatable {
  public struct Component: Codable, Sendable, Equatable {
    public var name: String
    public var joules: Double
    /// The energy of the component minus its energy on the baseline day.
    public var marginalJoules: Double

    package init(name: String, joules: Double, marginalJoules: Double) {
      self.name = name
      self.joules = joules
      self.marginalJoules = marginalJoules
    }
  }

  public var totalJoules: Double
  public var marginalJoules: Double
  @ExplicitNull public var marginalBatteryPercentPerDay: Double? = nil
  public var simulatedSeconds: Double
  public var comparedSeconds: Double
  /// The energy of each component, in the order of `EnergyAccount`. Their joules add up to
  /// `totalJoules`.
  public var byComponent: [Component]
  /// The energy by the reason for which the phone used it, such as `visits` for the visit service
  /// or `person` for the user's own use. The list also contains energy that the phone uses on the
  /// baseline day. So the joules add up to more than `marginalJoules`.
  public var byCause: [NamedJoules]
  @ExplicitNull public var marginalJoulesPerDeliveredFix: Double? = nil
  @ExplicitNull public var marginalJoulesPerRecordedFix: Double? = nil
  public var secondsOff: Double
  /// The time at which the phone first shut off, as ISO 8601 in UTC; null if the phone never shut
  /// off.
  @ExplicitNull public var firstShutOff: String? = nil
  public var finalBatteryLevel: Double
  /// The part of the compared time and energy in which a recording has a gap, so that the person's
  /// movement is assumed. Left out for a scenario or recording without such gaps.
  public var unrecorded: UnrecordedEnergy?

  /// Makes a report of the totals of `whole`, without marginal energy.
  package init(of whole: EnergyAccount, simulatedSeconds: Double, comparedSeconds: Double) {
    totalJoules = whole.totalJoules
    marginalJoules = 0
    self.simulatedSeconds = simulatedSeconds
    self.comparedSeconds = comparedSeconds
    byComponent = []
    byCause = whole.joulesByCause
    secondsOff = whole.secondsOff
    firstShutOff = whole.firstShutOff?.iso8601()
    finalBatteryLevel = whole.finalBatteryLevel
  }
}

/// The energy that the phone used while its recording has a gap.
///
/// The gap is simulated with an assumed movement but not judged. Its energy is part of the figures
/// of `EnergyReport`.
public struct UnrecordedEnergy: Codable, Sendable, Equatable {
  public var seconds: Double
  public var totalJoules: Double
  public var marginalJoules: Double

  public init(seconds: Double, totalJoules: Double, marginalJoules: Double) {
    self.seconds = seconds
    self.totalJoules = totalJoules
    self.marginalJoules = marginalJoules
  }

  public func adding(_ next: UnrecordedEnergy) -> UnrecordedEnergy {
    UnrecordedEnergy(
      seconds: seconds + next.seconds, totalJoules: totalJoules + next.totalJoules,
      marginalJoules: marginalJoules + next.marginalJoules)
  }
}

extension EnergyReport {
  /// The share of the marginal energy that falls into gaps of the recording; nil without gaps or
  /// without marginal energy.
  public var unrecordedShare: Double? {
    guard let unrecorded, marginalJoules > 0 else { return nil }
    return unrecorded.marginalJoules / marginalJoules
  }

  /// The battery use per day in recorded time alone, in points of a full battery; nil if nothing
  /// is unrecorded or nothing recorded.
  public var recordedBatteryPercentPerDay: Double? {
    guard let unrecorded, let perDay = marginalBatteryPercentPerDay, marginalJoules != 0,
      comparedSeconds > unrecorded.seconds
    else { return nil }
    // Points per joule follow from the figures of the whole run.
    let pointsPerJoule = perDay * (comparedSeconds / 86_400) / marginalJoules
    return (marginalJoules - unrecorded.marginalJoules) * pointsPerJoule
      / ((comparedSeconds - unrecorded.seconds) / 86_400)
  }
}
