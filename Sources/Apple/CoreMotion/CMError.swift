import Foundation
import PhoneAPI

/// A code of Core Motion's errors, which are `NSError`s of the domain `CMErrorDomain`.
public struct CMError: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt32
  /// Creates a code.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Creates a code.
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// The domain of Core Motion's errors.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CMErrorDomain = "CMErrorDomain"
/// An error without a known reason.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CMErrorUnknown = CMError(103)
/// The phone detects no activities.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CMErrorMotionActivityNotAvailable = CMError(104)
/// The user does not let the app use motion data.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CMErrorMotionActivityNotAuthorized = CMError(105)
/// An argument is invalid.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CMErrorInvalidParameter = CMError(107)
/// The phone lacks the sensor.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CMErrorNotAvailable = CMError(109)
/// The user does not let the app use the sensor.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CMErrorNotAuthorized = CMError(111)

/// The user's decision on motion data.
public enum CMAuthorizationStatus: Int, Sendable {
  case notDetermined, restricted, denied, authorized

  init(_ status: PermissionStatus) {
    switch status {
    case .notDetermined: self = .notDetermined
    case .restricted: self = .restricted
    case .denied: self = .denied
    case .granted: self = .authorized
    }
  }
}

extension NSError {
  convenience init(_ code: CMError) {
    self.init(domain: CMErrorDomain, code: Int(code.rawValue))
  }

  convenience init(_ error: MotionError) {
    switch error {
    case .notAuthorized: self.init(CMErrorMotionActivityNotAuthorized)
    case .unavailable: self.init(CMErrorNotAvailable)
    }
  }
}

extension Result where Failure == MotionError {
  /// Passes the value or the error to a callback of Apple's form.
  func pass<Output>(
    _ form: (Success) -> Output, to handler: (Output?, (any Error)?) -> Void
  ) {
    switch self {
    case .success(let value): handler(form(value), nil)
    case .failure(let error): handler(nil, NSError(error))
    }
  }
}
