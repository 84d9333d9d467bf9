import AppleProcess
import Foundation
import PhoneAPI
import Timekeeping

/// A change of altitude since the updates began.
open class CMAltitudeData: NSObject, NSCopying, @unchecked Sendable {
  private let value: RelativeAltitude
  init(_ value: RelativeAltitude) { self.value = value }

  /// The change in meters.
  open var relativeAltitude: NSNumber { NSNumber(value: value.meters) }
  /// The air pressure in kilopascals.
  open var pressure: NSNumber { NSNumber(value: value.pressureKilopascals) }
  /// The time of the measurement, in seconds since the phone was switched on.
  public let timestamp: TimeInterval = CurrentPhone.phone.clock.uptime.seconds

  /// Returns the data themselves, which cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The callback of the altimeter.
public typealias CMAltitudeHandler = (CMAltitudeData?, (any Error)?) -> Void

/// The object that reports changes of altitude.
///
/// Stand-in: all objects of an app share one series of updates.
open class CMAltimeter: NSObject, @unchecked Sendable {
  private var altimeter: any Altimeter { CurrentPhone.phone.altimeter }

  /// Creates the object.
  public override init() { super.init() }

  /// Returns true if the phone has a barometer.
  open class func isRelativeAltitudeAvailable() -> Bool {
    CurrentPhone.phone.altimeter.availability.isAvailable
  }
  /// Returns false: the simulated phone has no absolute altimeter.
  open class func isAbsoluteAltitudeAvailable() -> Bool { false }
  /// Returns the user's decision on motion data.
  open class func authorizationStatus() -> CMAuthorizationStatus {
    CMAuthorizationStatus(CurrentPhone.phone.motionActivity.authorization)
  }

  /// Starts updates of the change since now.
  open func startRelativeAltitudeUpdates(
    to queue: Foundation.OperationQueue, withHandler handler: @escaping CMAltitudeHandler
  ) {
    altimeter.startRelativeAltitudeUpdates { altitude in
      CurrentPhone.call(on: queue) { handler(CMAltitudeData(altitude), nil) }
    }
  }
  /// Stops updates.
  open func stopRelativeAltitudeUpdates() { altimeter.stopRelativeAltitudeUpdates() }
}
