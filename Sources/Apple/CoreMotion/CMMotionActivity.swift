import AppleProcess
@_exported import Foundation
import PhoneAPI
import Timekeeping

/// The certainty of a detected activity (MOT-1).
public enum CMMotionActivityConfidence: Int, Sendable { case low, medium, high }

/// The user's activity as the motion coprocessor detects it. Several or none of its properties may
/// be true (MOT-1).
open class CMMotionActivity: NSObject, NSCopying, @unchecked Sendable {
  private let value: MotionActivity
  init(_ value: MotionActivity) { self.value = value }

  /// The certainty of the activity.
  open var confidence: CMMotionActivityConfidence {
    switch value.confidence {
    case .low: .low
    case .medium: .medium
    case .high: .high
    }
  }
  /// The time at which the activity began.
  open var startDate: Date { Date(value.start) }
  /// True if the phone does not move.
  open var stationary: Bool { value.stationary }
  /// True if the user walks.
  open var walking: Bool { value.walking }
  /// True if the user runs.
  open var running: Bool { value.running }
  /// True if the user cycles.
  open var cycling: Bool { value.cycling }
  /// True if the user is in a vehicle.
  open var automotive: Bool { value.automotive }
  /// True if the activity is none of the others.
  open var unknown: Bool { value.unknown }

  /// Returns the activity itself, which cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// The activity's properties that are true, its certainty and beginning.
  open override var description: String {
    let flags = [
      ("stationary", stationary), ("walking", walking), ("running", running),
      ("automotive", automotive), ("cycling", cycling), ("unknown", unknown),
    ]
    let names = flags.filter(\.1).map(\.0).joined(separator: ", ")
    return "CMMotionActivity (\(names)), confidence \(confidence.rawValue), since \(startDate)"
  }
}

/// The callback of activity updates.
public typealias CMMotionActivityHandler = (CMMotionActivity?) -> Void
/// The callback of a query of activities.
public typealias CMMotionActivityQueryHandler = ([CMMotionActivity]?, (any Error)?) -> Void

/// The object that reports the user's activity. It launches no app (MOT-6).
///
/// Stand-in: all objects of an app share one series of updates. The latest start receives them.
open class CMMotionActivityManager: NSObject, @unchecked Sendable {
  private var manager: any MotionActivityManager { CurrentPhone.phone.motionActivity }

  /// Creates the object.
  public override init() { super.init() }

  /// Returns true if the phone detects activities.
  open class func isActivityAvailable() -> Bool {
    CurrentPhone.phone.motionActivity.availability.isAvailable
  }
  /// Returns the user's decision on motion data.
  open class func authorizationStatus() -> CMAuthorizationStatus {
    CMAuthorizationStatus(CurrentPhone.phone.motionActivity.authorization)
  }

  /// Starts updates. The first start asks the user for motion data.
  open func startActivityUpdates(
    to queue: Foundation.OperationQueue, withHandler handler: @escaping CMMotionActivityHandler
  ) {
    manager.startActivityUpdates { activity in
      CurrentPhone.call(on: queue) { handler(CMMotionActivity(activity)) }
    }
  }

  /// Stops updates.
  open func stopActivityUpdates() { manager.stopActivityUpdates() }

  /// Reads the activities of a time span in the last seven days (MOT-5, MOT-6).
  open func queryActivityStarting(
    from start: Date, to end: Date, to queue: Foundation.OperationQueue,
    withHandler handler: @escaping CMMotionActivityQueryHandler
  ) {
    manager.queryActivity(from: start.instant, to: end.instant) { result in
      CurrentPhone.call(on: queue) {
        result.pass({ $0.map(CMMotionActivity.init) }, to: handler)
      }
    }
  }

  /// Reads the activities of a time span in the last seven days (MOT-5, MOT-6).
  open func queryActivityStarting(
    from start: Date, to end: Date, to queue: Foundation.OperationQueue
  ) async throws -> [CMMotionActivity] {
    try await withCheckedThrowingContinuation { continuation in
      queryActivityStarting(from: start, to: end, to: queue) { activities, error in
        continuation.resume(with: answer(activities, error))
      }
    }
  }
}

/// Returns the value or the error of a callback.
func answer<Value>(_ value: Value?, _ error: (any Error)?) -> Result<Value, any Error> {
  value.map { .success($0) } ?? .failure(error ?? NSError(CMErrorUnknown))
}
