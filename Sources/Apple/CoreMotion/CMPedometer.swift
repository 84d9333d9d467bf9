import AppleProcess
import Foundation
import PhoneAPI
import Timekeeping

/// The steps in a time span.
open class CMPedometerData: NSObject, @unchecked Sendable {
  private let value: PedometerData
  init(_ value: PedometerData) { self.value = value }

  open var startDate: Date { Date(value.start) }
  open var endDate: Date { Date(value.end) }
  open var numberOfSteps: NSNumber { NSNumber(value: value.steps) }
  open var distance: NSNumber? { value.distanceMeters.map(NSNumber.init(value:)) }
}

public typealias CMPedometerHandler = (CMPedometerData?, (any Error)?) -> Void

/// The object that counts steps.
open class CMPedometer: NSObject, @unchecked Sendable {
  private var pedometer: any Pedometer { CurrentPhone.phone.pedometer }

  open class func isStepCountingAvailable() -> Bool {
    CurrentPhone.phone.pedometer.availability.isAvailable
  }
  open class func isDistanceAvailable() -> Bool { isStepCountingAvailable() }
  open class func authorizationStatus() -> CMAuthorizationStatus {
    CMAuthorizationStatus(CurrentPhone.phone.motionActivity.authorization)
  }

  open func queryPedometerData(
    from start: Date, to end: Date, withHandler handler: @escaping CMPedometerHandler
  ) {
    pedometer.queryPedometerData(from: start.instant, to: end.instant) { result in
      switch result {
      case .success(let data): handler(CMPedometerData(data), nil)
      case .failure(let error): handler(nil, CMError(error))
      }
    }
  }

  open func startUpdates(from start: Date, withHandler handler: @escaping CMPedometerHandler) {
    pedometer.startUpdates(from: start.instant) { handler(CMPedometerData($0), nil) }
  }
  open func stopUpdates() { pedometer.stopUpdates() }
}

/// A change of altitude since the updates began.
open class CMAltitudeData: NSObject, @unchecked Sendable {
  private let value: RelativeAltitude
  init(_ value: RelativeAltitude) { self.value = value }

  open var relativeAltitude: NSNumber { NSNumber(value: value.meters) }
  open var pressure: NSNumber { NSNumber(value: value.pressureKilopascals) }
}

/// The object that reports changes of altitude.
open class CMAltimeter: NSObject, @unchecked Sendable {
  private var altimeter: any Altimeter { CurrentPhone.phone.altimeter }

  open class func isRelativeAltitudeAvailable() -> Bool {
    CurrentPhone.phone.altimeter.availability.isAvailable
  }

  open func startRelativeAltitudeUpdates(
    to queue: OperationQueue, withHandler handler: @escaping (CMAltitudeData?, (any Error)?) -> Void
  ) { altimeter.startRelativeAltitudeUpdates { handler(CMAltitudeData($0), nil) } }
  open func stopRelativeAltitudeUpdates() { altimeter.stopRelativeAltitudeUpdates() }
}
