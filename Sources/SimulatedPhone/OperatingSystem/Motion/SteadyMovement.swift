import MotionSensing
import Timekeeping
import World

/// A stay or a walk so long that the coprocessor reports its activity with high confidence.
///
/// If no result was asked for in ten minutes, the analysis goes on within it, at a checkpoint, as
/// if all windows had certainly shown its activity. The windows before are analyzed only if an app
/// asks for their history. In 1 of 400 answers this makes a difference (`UnaskedMotionTests`), as
/// when a gait is between a walk and a run. The durations are judgments without a source.
struct SteadyMovement {
  var activity: Activity
  var start: Instant
  /// The time at which the analysis can go on.
  var checkpoint: Instant

  private struct Kind {
    var activity: Activity
    /// The duration after which the coprocessor is taken to be certain.
    var certainAfter: TimeSpan
    var checkpointInterval: TimeSpan
  }

  /// The least time without a question after which windows are passed over.
  static let unaskedMin = TimeSpan.minutes(10)

  /// Finds the last steady movement with a checkpoint from `earliest` to `instant`; nil if there is
  /// none.
  init?(
    since earliest: Instant, before instant: Instant, on trajectory: Trajectory,
    _ cursor: inout TrajectoryCursor
  ) {
    for index in (0...cursor.indexOfSpan(at: instant, on: trajectory)).reversed() {
      let span = trajectory.spans[index]
      guard span.end > earliest else { return nil }
      guard let kind = Self.kind(of: span) else { continue }
      let lasted = min(instant, span.end) - span.start
      guard lasted > kind.certainAfter else { continue }
      let intervals = (lasted.nanoseconds - 1) / kind.checkpointInterval.nanoseconds
      activity = kind.activity
      start = span.start
      checkpoint =
        start + TimeSpan(nanoseconds: intervals * kind.checkpointInterval.nanoseconds)
      if checkpoint < earliest { return nil }
      return
    }
    return nil
  }

  /// A smooth ride may look like rest, so rides are not steady.
  private static func kind(of span: Span) -> Kind? {
    switch span.mode {
    case .still:
      Kind(
        activity: .stationary, certainAfter: .minutes(30), checkpointInterval: .minutes(15))
    case .walking where span.carried.isOnBody:
      Kind(activity: .walking, certainAfter: .minutes(10), checkpointInterval: .minutes(3))
    case .walking, .running, .cycling, .automotive, .train, .flying: nil
    }
  }
}
