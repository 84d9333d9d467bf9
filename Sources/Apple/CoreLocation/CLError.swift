import Foundation
import PhoneAPI

/// An error of Core Location, with Apple's codes.
public struct CLError: Error, CustomNSError, Sendable {
  public enum Code: Int, Sendable {
    case locationUnknown = 0
    case denied, network, headingFailure, regionMonitoringDenied
    case regionMonitoringFailure, regionMonitoringSetupDelayed, regionMonitoringResponseDelayed
    case geocodeFoundNoResult, geocodeFoundPartialResult, geocodeCanceled, deferredFailed
    case deferredNotUpdatingLocation, deferredAccuracyTooLow, deferredDistanceFiltered
    case deferredCanceled, rangingUnavailable, rangingFailure, promptDeclined
    case historicalLocationError
  }

  public let code: Code
  public init(_ code: Code) { self.code = code }

  public static let errorDomain = "kCLErrorDomain"
  public var errorCode: Int { code.rawValue }
  public static var locationUnknown: Code { .locationUnknown }
  public static var denied: Code { .denied }
  public static var network: Code { .network }

  init(_ error: LocationError) {
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

public let kCLErrorDomain = CLError.errorDomain
