/// The seconds of evidence for each activity, added up from window to window.
///
/// For each window, the classifier returns the probability of each activity. At 75 % or more, the
/// window's whole length is added to the activity's evidence. At 25 % or less, the whole length is
/// subtracted. Between these limits the change is linear: 50 % changes nothing.
///
/// Thus a window that fits two activities equally well reduces the evidence of both only a little.
/// A plain count of windows would give the whole window to one of the two activities.
struct ActivityEvidence: Sendable, Hashable {
  /// The seconds of each activity, at the index of its raw value.
  private var seconds = SIMD8<Double>()
  /// The activity that the last windows showed with a high probability (`sureProbabilityMin`), and
  /// the seconds for which they showed it.
  private var sure: (activity: Activity?, seconds: Double) = (nil, 0)

  /// The lowest probability at which a window counts as sure of its activity.
  static let sureProbabilityMin: Float = 0.9
  /// The weight of a window at rest as evidence against a vehicle.
  ///
  /// A vehicle halts for up to about a third of the time. On one outing, a phone reported
  /// stationary and automotive at once in 24 % of the samples (MOT-4). The evidence of the vehicle
  /// must last through such halts. Therefore a window at rest subtracts only a quarter of its usual
  /// amount. The quarter is a judgment.
  static let haltShare = 0.25
  /// The upper limit on a vehicle's seconds of evidence. The limit is longer than a stop at a red
  /// light with the slow start after it.
  static let vehicleSecondsMax = 300.0

  static func == (a: Self, b: Self) -> Bool {
    a.seconds == b.seconds && a.sure.activity == b.sure.activity && a.sure.seconds == b.sure.seconds
  }

  func hash(into hasher: inout Hasher) { hasher.combine(seconds) }

  subscript(activity: Activity) -> Double { seconds[activity.rawValue] }

  /// Returns the number of seconds for which all of the last windows were sure of this activity.
  func sureSeconds(of activity: Activity) -> Double {
    sure.activity == activity ? sure.seconds : 0
  }

  /// Adds a window's evidence.
  ///
  /// - Parameter onFootMax: The upper limit on the seconds of evidence of walking and running, so
  ///   that a long walk does not outweigh the drive after it.
  mutating func gather(_ reading: ActivityEstimate, seconds span: Double, onFootMax: Double) {
    var share = 4 * reading.probabilitiesOrLikeliest - 2
    // Not `.>`, which is false for NaN.
    share.replace(with: 1, where: .!(share .<= 1))
    share.replace(with: -1, where: share .< -1)
    var gain = span * SIMD8<Double>(share)
    if reading.likeliest == .stationary {
      gain.replace(with: gain * Self.haltShare, where: Self.vehicles .& (gain .< 0))
    }
    let most = SIMD8(repeating: Self.vehicleSecondsMax)
      .replacing(with: onFootMax, where: Self.onFoot)
    seconds += gain
    seconds.replace(with: most, where: .!(seconds .<= most))
    seconds.replace(with: 0, where: seconds .< 0)
    gatherSure(reading, span)
  }

  private typealias Activities = SIMDMask<SIMD8<Int64>>

  private static let vehicles = mask { $0.isVehicle }
  private static let onFoot = mask { $0.isOnFoot }

  private static func mask(_ isIn: (Activity) -> Bool) -> Activities {
    var mask = Activities()
    for activity in Activity.allCases { mask[activity.rawValue] = isIn(activity) }
    return mask
  }

  private mutating func gatherSure(_ reading: ActivityEstimate, _ span: Double) {
    let activity = reading.likeliest.flatMap {
      reading.probability(of: $0) >= Self.sureProbabilityMin ? $0 : nil
    }
    sure = (activity, activity == sure.activity ? sure.seconds + span : span)
  }

  mutating func limit(_ activity: Activity, to most: Double) {
    seconds[activity.rawValue] = min(self[activity], most)
  }

  /// Removes the evidence of activities for which `kept` is false.
  mutating func keep(_ kept: (Activity) -> Bool) {
    for activity in Activity.allCases where !kept(activity) { seconds[activity.rawValue] = 0 }
  }
}
