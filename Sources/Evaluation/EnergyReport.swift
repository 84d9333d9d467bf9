import Text
import Timekeeping

/// The cost of tracking: the energy of a day with the tracker, compared with the same day without
/// it.
///
///     marginalJoules = total − total of the baseline
///     marginalBatteryPercentPerDay = 100 × marginalJoules ÷ batteryJoules ÷ (comparedSeconds ÷ 86,400)
///
/// Both accounts have to end at the same instant. If one phone shuts off before the end, the caller
/// cuts both accounts there and passes the length of the compared time. Time with the phone off is
/// reported separately, as `secondsOff`. Energy is load-side, charging included: it is what the
/// phone used, from whatever source.
public struct EnergyReport: Codable, Sendable, Equatable {
  public struct Component: Codable, Sendable, Equatable {
    public var name: String
    public var joules: Double
    /// The energy minus that of the baseline.
    public var marginalJoules: Double
  }

  public var totalJoules: Double
  public var marginalJoules: Double
  @ExplicitNull public var marginalBatteryPercentPerDay: Double? = nil
  public var simulatedSeconds: Double
  public var comparedSeconds: Double
  /// The components in the order of the account. Their joules add up to `totalJoules`.
  public var byComponent: [Component]
  /// The energy allocated to what asked for it. It need not add up to `marginalJoules`.
  public var byCause: [NamedJoules]
  @ExplicitNull public var marginalJoulesPerDeliveredFix: Double? = nil
  @ExplicitNull public var marginalJoulesPerRecordedFix: Double? = nil
  public var secondsOff: Double
  /// ISO 8601, UTC; null if the phone never shut off.
  @ExplicitNull public var firstShutOff: String? = nil
  public var finalBatteryLevel: Double

  /// - Parameters:
  ///   - account: The account up to where both accounts were cut, as is `baseline`. Marginal values
  ///     come from these two.
  ///   - whole: The account to the end, for totals. Nil if nothing was cut.
  ///   - comparedSeconds: The time from the start to the cut, at most `simulatedSeconds`.
  ///   - deliveredFixes: The number of fixes up to the cut, as is `recordedFixes`.
  public init(
    of account: EnergyAccount, without baseline: EnergyAccount, whole: EnergyAccount? = nil,
    simulatedSeconds: Double,
    comparedSeconds: Double, deliveredFixes: Int, recordedFixes: Int
  ) {
    let marginal = account.totalJoules - baseline.totalJoules
    let whole = whole ?? account
    totalJoules = whole.totalJoules
    marginalJoules = marginal
    if account.batteryJoules > 0, comparedSeconds > 0 {
      marginalBatteryPercentPerDay =
        100 * marginal / account.batteryJoules / (comparedSeconds / 86400)
    }
    self.simulatedSeconds = simulatedSeconds
    self.comparedSeconds = comparedSeconds
    byComponent = whole.joulesByComponent.map { component in
      let with = account.joulesByComponent.first { $0.name == component.name }?.joules ?? 0
      let without = baseline.joulesByComponent.first { $0.name == component.name }?.joules ?? 0
      return Component(
        name: component.name, joules: component.joules, marginalJoules: with - without)
    }
    byCause = whole.joulesByCause
    marginalJoulesPerDeliveredFix = deliveredFixes > 0 ? marginal / Double(deliveredFixes) : nil
    marginalJoulesPerRecordedFix = recordedFixes > 0 ? marginal / Double(recordedFixes) : nil
    secondsOff = whole.secondsOff
    firstShutOff = whole.firstShutOff?.iso8601()
    finalBatteryLevel = whole.finalBatteryLevel
  }
}
