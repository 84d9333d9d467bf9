import MotionSensing

/// The share of the time that is reported correctly during one activity, and the number of changes.
///
/// It is the counterpart of the time to detect: a judge that follows every window is quick, but
/// often wrong.
struct ReportedShare {
  private var right = 0
  private var windows = 0
  private var changes = 0

  /// The windows of the first half minute, which the time to detect covers.
  private static let windowsLeftOut = 12

  private mutating func play(_ sequence: [WindowFeatures], _ activity: Activity) {
    var player = DetectionTimes.Player()
    for (index, features) in sequence.enumerated() {
      let before = player.judge.verdict.activity
      player.take(features)
      guard index >= Self.windowsLeftOut else { continue }
      windows += 1
      if player.judge.verdict.activity == activity { right += 1 }
      if player.judge.verdict.activity != before { changes += 1 }
    }
  }

  static func print(_ sets: [RecordingSet]) {
    Swift.print("\nReported correctly after the first half minute of one activity, by each person:")
    for set in sets {
      for activity in Activity.allCases {
        var reported = ReportedShare()
        for sequence in set.sequences(of: activity) { reported.play(sequence, activity) }
        guard reported.windows > 0 else { continue }
        let minutes = Double(reported.windows) * AccelerometerWindow.span.seconds / 60
        Swift.print(
          "  " + pad(set.name, 16) + pad(activity.name, 12)
            + padLeft(fixed(100 * Double(reported.right) / Double(reported.windows), 1), 5)
            + " % of \(fixed(minutes, 1)) min, \(reported.changes) changes")
      }
    }
  }
}
