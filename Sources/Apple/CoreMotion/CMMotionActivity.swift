import AppleProcess
@_exported import Foundation
import PhoneAPI
import Timekeeping

public enum CMMotionActivityConfidence: Int, Sendable { case low, medium, high }
public enum CMAuthorizationStatus: Int, Sendable {
  case notDetermined, restricted, denied, authorized
}

/// How the user moves, as the motion coprocessor sees it.
open class CMMotionActivity: NSObject, @unchecked Sendable {
  private let value: MotionActivity
  init(_ value: MotionActivity) { self.value = value }

  open var confidence: CMMotionActivityConfidence {
    switch value.confidence {
    case .low: .low
    case .medium: .medium
    case .high: .high
    }
  }
  open var startDate: Date { Date(value.start) }
  open var stationary: Bool { value.stationary }
  open var walking: Bool { value.walking }
  open var running: Bool { value.running }
  open var cycling: Bool { value.cycling }
  open var automotive: Bool { value.automotive }
  open var unknown: Bool { value.unknown }
}

public typealias CMMotionActivityHandler = (CMMotionActivity?) -> Void
public typealias CMMotionActivityQueryHandler = ([CMMotionActivity]?, (any Error)?) -> Void

/// An error of Core Motion, with Apple's codes.
public struct CMError: Error, CustomNSError, Sendable {
  public static let errorDomain = "CMErrorDomain"
  public let errorCode: Int

  init(_ error: MotionError) {
    switch error {
    case .notAuthorized: errorCode = 111
    case .unavailable: errorCode = 109
    }
  }
}

/// The object that reports how the user moves.
open class CMMotionActivityManager: NSObject, @unchecked Sendable {
  private var manager: any MotionActivityManager { CurrentPhone.phone.motionActivity }

  open class func isActivityAvailable() -> Bool {
    CurrentPhone.phone.motionActivity.availability.isAvailable
  }
  open class func authorizationStatus() -> CMAuthorizationStatus {
    CMAuthorizationStatus(CurrentPhone.phone.motionActivity.authorization)
  }

  open func startActivityUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMMotionActivityHandler
  ) { manager.startActivityUpdates { handler(CMMotionActivity($0)) } }

  open func stopActivityUpdates() { manager.stopActivityUpdates() }

  open func queryActivityStarting(
    from start: Date, to end: Date, to queue: OperationQueue,
    withHandler handler: @escaping CMMotionActivityQueryHandler
  ) {
    manager.queryActivity(from: start.instant, to: end.instant) { result in
      switch result {
      case .success(let activities): handler(activities.map(CMMotionActivity.init), nil)
      case .failure(let error): handler(nil, CMError(error))
      }
    }
  }
}

extension CMAuthorizationStatus {
  init(_ status: PermissionStatus) {
    switch status {
    case .notDetermined: self = .notDetermined
    case .restricted: self = .restricted
    case .denied: self = .denied
    case .granted: self = .authorized
    }
  }
}
