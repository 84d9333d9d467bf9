import Text
import Timekeeping

/// What tracking costs: the account of a day with the tracker, against the same day without it.
///
///     marginalJoules = total − total of the baseline
///     marginalBatteryPercentPerDay = 100 × marginalJoules ÷ batteryJoules ÷ (comparedSeconds ÷ 86,400)
///
/// Both accounts have to end at the same instant: where one phone shut off before the end, the caller cuts
/// both there and says how long the compared time was; dead time is reported apart, as `secondsOff`. Energy
/// is load-side, charging included: what the phone used, wherever it came from.
public struct EnergyReport: Codable, Sendable, Equatable {
  public struct Component: Codable, Sendable, Equatable {
    public var name: String
    public var joules: Double
    /// Less the baseline's.
    public var marginalJoules: Double
  }

  public var totalJoules: Double
  public var marginalJoules: Double
  @ExplicitNull public var marginalBatteryPercentPerDay: Double? = nil
  public var simulatedSeconds: Double
  public var comparedSeconds: Double
  /// In the order of the account; sums to `totalJoules`.
  public var byComponent: [Component]
  /// An allocation by what asked for it; need not add up to `marginalJoules`.
  public var byCause: [NamedJoules]
  @ExplicitNull public var marginalJoulesPerDeliveredFix: Double? = nil
  @ExplicitNull public var marginalJoulesPerRecordedFix: Double? = nil
  public var secondsOff: Double
  /// ISO 8601, UTC; null if the phone never shut off.
  @ExplicitNull public var firstShutOff: String? = nil
  public var finalBatteryLevel: Double

  /// - Parameters:
  ///   - account: up to where both accounts were cut, as is `baseline`; what is marginal comes from these.
  ///   - whole: the account to the end, for totals; nil where nothing was cut.
  ///   - comparedSeconds: from the start to the cut; never more than `simulatedSeconds`.
  ///   - deliveredFixes: up to the cut, as `recordedFixes`.
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
