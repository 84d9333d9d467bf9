import PhoneAPI

/// The user's decision on the app's use of the location.
public enum CLAuthorizationStatus: Int32, Sendable {
  case notDetermined = 0
  case restricted, denied, authorizedAlways, authorizedWhenInUse
  /// The former name of Always.
  public static var authorized: CLAuthorizationStatus { .authorizedAlways }
}

/// The user's decision on precise location.
public enum CLAccuracyAuthorization: Int, Sendable { case fullAccuracy, reducedAccuracy }

/// The purpose of the updates, from which the system judges when the user stays (PAU-3).
public enum CLActivityType: Int, Sendable {
  case other = 1
  case automotiveNavigation, fitness, otherNavigation, airborne
}

/// The way in which the user holds the device.
public enum CLDeviceOrientation: Int32, Sendable {
  case unknown = 0
  case portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown
}

extension CLAuthorizationStatus {
  package init(_ status: AuthorizationStatus) {
    switch status {
    case .notDetermined: self = .notDetermined
    case .restricted: self = .restricted
    case .denied: self = .denied
    case .whenInUse: self = .authorizedWhenInUse
    case .always: self = .authorizedAlways
    }
  }
}

extension CLActivityType {
  init(_ activity: ActivityType) {
    switch activity {
    case .other: self = .other
    case .automotiveNavigation: self = .automotiveNavigation
    case .fitness: self = .fitness
    case .otherNavigation: self = .otherNavigation
    case .airborne: self = .airborne
    }
  }

  var activity: ActivityType {
    switch self {
    case .other: .other
    case .automotiveNavigation: .automotiveNavigation
    case .fitness: .fitness
    case .otherNavigation: .otherNavigation
    case .airborne: .airborne
    }
  }
}

extension DesiredAccuracy {
  /// The class of an accuracy in meters. The system serves a value between two of its own with the
  /// finer.
  package init(meters: Double) {
    if meters == kCLLocationAccuracyReduced {
      self = .reduced
    } else if meters <= -2 {
      self = .bestForNavigation
    } else if meters < 10 {
      self = .best
    } else if meters < 100 {
      self = .nearestTenMeters
    } else if meters < 1000 {
      self = .hundredMeters
    } else if meters < 3000 {
      self = .kilometer
    } else {
      self = .threeKilometers
    }
  }
}
