import Foundation
import PhoneAPI

/// An error of Core Location, with Apple's domain and codes.
///
/// Stand-in: the phone reports only the errors of its own services. The other codes exist so that
/// an app's source compiles.
public struct CLError: Error, CustomNSError, Hashable, Sendable {
  /// The reason for an error.
  public enum Code: Int, Hashable, Sendable {
    case locationUnknown = 0
    case denied, network, headingFailure, regionMonitoringDenied
    case regionMonitoringFailure, regionMonitoringSetupDelayed, regionMonitoringResponseDelayed
    case geocodeFoundNoResult, geocodeFoundPartialResult, geocodeCanceled, deferredFailed
    case deferredNotUpdatingLocation, deferredAccuracyTooLow, deferredDistanceFiltered
    case deferredCanceled, rangingUnavailable, rangingFailure, promptDeclined
    case historicalLocationError
  }

  /// The reason for the error.
  public let code: Code
  /// Creates an error with a code.
  public init(_ code: Code) { self.code = code }
  /// Creates an error with a code. Its user information is not kept.
  public init(_ code: Code, userInfo: [String: Any]) { self.code = code }

  /// Creates an error from an error object with a code of Core Location.
  public init(_nsError error: NSError) {
    code = Code(rawValue: error.code) ?? .locationUnknown
  }

  /// The domain of Core Location's errors.
  public static let errorDomain = "kCLErrorDomain"
  /// The number of the error's code.
  public var errorCode: Int { code.rawValue }
  /// The error's further information, which is empty.
  public var errorUserInfo: [String: Any] { [:] }
  /// The error's further information, which is empty.
  public var userInfo: [String: Any] { errorUserInfo }
}

/// The domain of Core Location's errors.
public let kCLErrorDomain = CLError.errorDomain

/// Returns true if the error is one of Core Location with this code, for `catch CLError.denied`.
public func ~= (code: CLError.Code, error: any Error) -> Bool {
  (error as? CLError)?.code == code
}

extension CLError {
  /// The phone has no position at present.
  public static var locationUnknown: Code { .locationUnknown }
  /// The user does not let the app use the location.
  public static var denied: Code { .denied }
  /// There is no network, or the app sends too many requests.
  public static var network: Code { .network }
  /// The phone has no heading.
  public static var headingFailure: Code { .headingFailure }
  /// The user does not let the app watch regions.
  public static var regionMonitoringDenied: Code { .regionMonitoringDenied }
  /// The phone cannot watch the region (REG-1).
  public static var regionMonitoringFailure: Code { .regionMonitoringFailure }
  /// The phone could not start to watch the region at once.
  public static var regionMonitoringSetupDelayed: Code { .regionMonitoringSetupDelayed }
  /// The phone reports the region's events late.
  public static var regionMonitoringResponseDelayed: Code { .regionMonitoringResponseDelayed }
  /// The geocoder found nothing.
  public static var geocodeFoundNoResult: Code { .geocodeFoundNoResult }
  /// The geocoder found a part of what was asked.
  public static var geocodeFoundPartialResult: Code { .geocodeFoundPartialResult }
  /// The app canceled the geocoder's request.
  public static var geocodeCanceled: Code { .geocodeCanceled }
  /// The phone cannot defer updates.
  public static var deferredFailed: Code { .deferredFailed }
  /// The phone cannot defer updates, because there are none.
  public static var deferredNotUpdatingLocation: Code { .deferredNotUpdatingLocation }
  /// The phone cannot defer updates of the accuracy that the app requests.
  public static var deferredAccuracyTooLow: Code { .deferredAccuracyTooLow }
  /// The phone cannot defer updates with a distance filter.
  public static var deferredDistanceFiltered: Code { .deferredDistanceFiltered }
  /// The app ended the deferral of updates.
  public static var deferredCanceled: Code { .deferredCanceled }
  /// The phone cannot range beacons.
  public static var rangingUnavailable: Code { .rangingUnavailable }
  /// The phone failed to range beacons.
  public static var rangingFailure: Code { .rangingFailure }
  /// The user declined a prompt for more access.
  public static var promptDeclined: Code { .promptDeclined }
  /// The phone has no earlier locations.
  public static var historicalLocationError: Code { .historicalLocationError }

  init(reason error: LocationError) {
    switch error {
    case .locationUnknown: code = .locationUnknown
    case .denied: code = .denied
    case .headingFailure: code = .headingFailure
    case .regionMonitoringDenied: code = .regionMonitoringDenied
    case .regionMonitoringFailure: code = .regionMonitoringFailure
    case .deferredFailed: code = .deferredFailed
    case .promptDeclined: code = .promptDeclined
    }
  }
}
