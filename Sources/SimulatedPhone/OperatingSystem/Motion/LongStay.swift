import Timekeeping
import World

/// A stay so long that the coprocessor reports rest at its end, with high confidence.
///
/// Nearly all of the time this is so (`LongStayTests` counts the exceptions). So if no result was
/// asked for since before the stay, the analysis can go on within it. The windows before it are
/// analyzed only if an app asks for their history.
struct LongStay {
  var start: Instant
  /// The time at which the analysis can go on.
  var checkpoint: Instant
  var movement: MotionSignal.Movement

  /// The duration after which the coprocessor is taken to be certain (a judgment without a source).
  static let certainAfter = TimeSpan.minutes(30)
  private static let checkpointInterval = TimeSpan.minutes(15)

  /// Finds the last long stay that is under way at `instant`, or was under way before; nil if there
  /// is none since `earliest`.
  init?(
    since earliest: Instant, before instant: Instant, on trajectory: Trajectory,
    _ cursor: inout TrajectoryCursor
  ) {
    for index in (0...cursor.indexOfSpan(at: instant, on: trajectory)).reversed() {
      let span = trajectory.spans[index]
      guard span.end > earliest else { return nil }
      let stayed = min(instant, span.end) - span.start
      guard !span.mode.isMoving, stayed >= Self.certainAfter else { continue }
      let intervals = stayed.nanoseconds / Self.checkpointInterval.nanoseconds
      start = span.start
      checkpoint =
        start + TimeSpan(nanoseconds: intervals * Self.checkpointInterval.nanoseconds)
      movement = MotionSignal.Movement(
        mode: span.mode, speedMetersPerSecond: 0, carried: span.carried)
      return
    }
    return nil
  }
}
