/// Seconds of evidence for each activity, gathered from the readings of windows.
///
/// A window counts by the probability that the classifier gives an activity: in full for it from 75
/// % on, in full against it up to 25 %, and by a straight line between. So a window that could be
/// either of two takes little from both, where a count of windows would take all from one.
struct ActivityEvidence: Sendable, Hashable {
  private var seconds = [Double](repeating: 0, count: Activity.allCases.count)
  /// The activity of the last windows, if they were sure of the same one, and their seconds.
  private var sure: (activity: Activity?, seconds: Double) = (nil, 0)

  /// From here on a window is sure of its activity.
  static let sureProbabilityMin: Float = 0.9
  /// A vehicle halts up to a third or so of the time, and its evidence has to outlast that: a
  /// window at rest takes a quarter of what a window of something else takes (judgement; MOT-4 has
  /// 24 % at rest).
  static let haltShare = 0.25
  /// A red light and a slow start in a pocket together take no longer.
  static let vehicleSecondsMax = 300.0

  static func == (a: Self, b: Self) -> Bool {
    a.seconds == b.seconds && a.sure.activity == b.sure.activity && a.sure.seconds == b.sure.seconds
  }

  func hash(into hasher: inout Hasher) { hasher.combine(seconds) }

  subscript(activity: Activity) -> Double { seconds[activity.rawValue] }

  /// Seconds of the last windows, if all of them were sure of this activity.
  func sureSeconds(of activity: Activity) -> Double {
    sure.activity == activity ? sure.seconds : 0
  }

  /// - Parameter onFootMax: evidence of going on foot is capped by it, so that a long walk does not
  ///   outweigh the drive after it.
  mutating func gather(_ reading: ActivityReading, seconds span: Double, onFootMax: Double) {
    for activity in Activity.allCases {
      var gain = span * Double(max(-1, min(1, 4 * reading.probability(of: activity) - 2)))
      if gain < 0, activity.isVehicle, reading.likeliest == .stationary { gain *= Self.haltShare }
      let cap = activity.isOnFoot ? onFootMax : Self.vehicleSecondsMax
      seconds[activity.rawValue] = max(0, min(cap, self[activity] + gain))
    }
    gatherSure(reading, span)
  }

  private mutating func gatherSure(_ reading: ActivityReading, _ span: Double) {
    let activity = reading.likeliest.flatMap {
      reading.probability(of: $0) >= Self.sureProbabilityMin ? $0 : nil
    }
    sure = (activity, activity == sure.activity ? sure.seconds + span : span)
  }

  mutating func limit(_ activity: Activity, to most: Double) {
    seconds[activity.rawValue] = min(self[activity], most)
  }

  /// Drops all that spoke for others than `kept`.
  mutating func keep(_ kept: (Activity) -> Bool) {
    for activity in Activity.allCases where !kept(activity) { seconds[activity.rawValue] = 0 }
  }
}
