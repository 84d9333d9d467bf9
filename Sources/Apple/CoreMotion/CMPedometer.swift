import AppleProcess
import Foundation
import PhoneAPI
import Timekeeping

/// The steps in a time span.
open class CMPedometerData: NSObject, NSCopying, @unchecked Sendable {
  private let value: PedometerData
  init(_ value: PedometerData) { self.value = value }

  /// The beginning of the time span.
  open var startDate: Date { Date(value.start) }
  /// The end of the time span.
  open var endDate: Date { Date(value.end) }
  /// The count of steps.
  open var numberOfSteps: NSNumber { NSNumber(value: value.steps) }
  /// The distance in meters.
  open var distance: NSNumber? { value.distanceMeters.map(NSNumber.init(value:)) }
  /// The count of floors that the user went up; nil, because the phone does not count floors.
  open var floorsAscended: NSNumber? { nil }
  /// The count of floors that the user went down; nil, because the phone does not count floors.
  open var floorsDescended: NSNumber? { nil }
  /// The pace; nil, because the phone does not measure it.
  open var currentPace: NSNumber? { nil }
  /// The steps per second; nil, because the phone does not measure them.
  open var currentCadence: NSNumber? { nil }
  /// The average pace; nil, because the phone does not measure it.
  open var averageActivePace: NSNumber? { nil }

  /// Returns the data themselves, which cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The callback of the pedometer.
public typealias CMPedometerHandler = (CMPedometerData?, (any Error)?) -> Void

/// The object that counts steps.
///
/// Stand-in: its callbacks come on the main queue, and all objects of an app share one series of
/// updates.
open class CMPedometer: NSObject, @unchecked Sendable {
  private var pedometer: any Pedometer { CurrentPhone.phone.pedometer }

  /// Creates the object.
  public override init() { super.init() }

  /// Returns true if the phone counts steps.
  open class func isStepCountingAvailable() -> Bool {
    CurrentPhone.phone.pedometer.availability.isAvailable
  }
  /// Returns true if the phone estimates the distance.
  open class func isDistanceAvailable() -> Bool { isStepCountingAvailable() }
  /// Returns false: the simulated phone does not count floors.
  open class func isFloorCountingAvailable() -> Bool { false }
  /// Returns false: the simulated phone does not measure the pace.
  open class func isPaceAvailable() -> Bool { false }
  /// Returns false: the simulated phone does not measure the cadence.
  open class func isCadenceAvailable() -> Bool { false }
  /// Returns false: the simulated phone does not report the beginning and end of a walk.
  open class func isPedometerEventTrackingAvailable() -> Bool { false }
  /// Returns the user's decision on motion data.
  open class func authorizationStatus() -> CMAuthorizationStatus {
    CMAuthorizationStatus(CurrentPhone.phone.motionActivity.authorization)
  }

  /// Reads the steps of a time span in the last seven days.
  open func queryPedometerData(
    from start: Date, to end: Date, withHandler handler: @escaping CMPedometerHandler
  ) {
    pedometer.queryPedometerData(from: start.instant, to: end.instant) { result in
      result.pass(CMPedometerData.init, to: handler)
    }
  }

  /// Reads the steps of a time span in the last seven days.
  open func queryPedometerData(from start: Date, to end: Date) async throws -> CMPedometerData {
    try await withCheckedThrowingContinuation { continuation in
      queryPedometerData(from: start, to: end) { continuation.resume(with: answer($0, $1)) }
    }
  }

  /// Starts updates of the steps since a time.
  open func startUpdates(from start: Date, withHandler handler: @escaping CMPedometerHandler) {
    pedometer.startUpdates(from: start.instant) { handler(CMPedometerData($0), nil) }
  }
  /// Stops updates.
  open func stopUpdates() { pedometer.stopUpdates() }
}
