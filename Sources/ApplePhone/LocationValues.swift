#if os(iOS) || os(Linux)
  import CoreLocation
  import Geodesy
  import PhoneAPI
  import Timekeeping

  extension Coordinate {
    init(_ coordinate: CLLocationCoordinate2D) {
      self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
    }

    var coordinate2D: CLLocationCoordinate2D {
      CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    }
  }

  extension Location {
    init(_ location: CLLocation) {
      self.init(
        coordinate: Coordinate(location.coordinate), altitudeMeters: location.altitude,
        horizontalAccuracyMeters: location.horizontalAccuracy,
        verticalAccuracyMeters: location.verticalAccuracy,
        speedMetersPerSecond: location.speed, speedAccuracyMetersPerSecond: location.speedAccuracy,
        courseDegrees: location.course, courseAccuracyDegrees: location.courseAccuracy,
        timestamp: Instant(location.timestamp), floor: location.floor?.level)
    }
  }

  extension Visit {
    init(_ visit: CLVisit) {
      self.init(
        coordinate: Coordinate(visit.coordinate),
        horizontalAccuracyMeters: visit.horizontalAccuracy,
        arrival: Instant(visit.arrivalDate), departure: Instant(visit.departureDate))
    }
  }

  extension Heading {
    init(_ heading: CLHeading) {
      self.init(
        magneticDegrees: heading.magneticHeading, trueDegrees: heading.trueHeading,
        accuracyDegrees: heading.headingAccuracy, timestamp: Instant(heading.timestamp))
    }
  }

  extension CircularRegion {
    init(_ region: CLCircularRegion) {
      self.init(
        identifier: region.identifier, center: Coordinate(region.center),
        radiusMeters: region.radius, notifyOnEntry: region.notifyOnEntry,
        notifyOnExit: region.notifyOnExit)
    }

    var circle: CLCircularRegion {
      let circle = CLCircularRegion(
        center: center.coordinate2D, radius: radiusMeters, identifier: identifier)
      circle.notifyOnEntry = notifyOnEntry
      circle.notifyOnExit = notifyOnExit
      return circle
    }
  }

  extension RegionState {
    init(_ state: CLRegionState) {
      switch state {
      case .unknown: self = .unknown
      case .inside: self = .inside
      case .outside: self = .outside
      @unknown default: self = .unknown
      }
    }
  }

  extension LocationError {
    init(_ error: any Error) {
      switch (error as? CLError)?.code {
      case .denied: self = .denied
      case .headingFailure: self = .headingFailure
      case .regionMonitoringDenied: self = .regionMonitoringDenied
      case .regionMonitoringFailure, .regionMonitoringSetupDelayed,
        .regionMonitoringResponseDelayed:
        self = .regionMonitoringFailure
      case .deferredFailed, .deferredNotUpdatingLocation, .deferredAccuracyTooLow,
        .deferredDistanceFiltered, .deferredCanceled:
        self = .deferredFailed
      case .promptDeclined: self = .promptDeclined
      default: self = .locationUnknown
      }
    }
  }

  extension DesiredAccuracy {
    var constant: CLLocationAccuracy {
      switch self {
      case .bestForNavigation: kCLLocationAccuracyBestForNavigation
      case .best: kCLLocationAccuracyBest
      case .nearestTenMeters: kCLLocationAccuracyNearestTenMeters
      case .hundredMeters: kCLLocationAccuracyHundredMeters
      case .kilometer: kCLLocationAccuracyKilometer
      case .threeKilometers: kCLLocationAccuracyThreeKilometers
      case .reduced: kCLLocationAccuracyReduced
      }
    }
  }

  extension ActivityType {
    init(_ type: CLActivityType) {
      switch type {
      case .other: self = .other
      case .automotiveNavigation: self = .automotiveNavigation
      case .fitness: self = .fitness
      case .otherNavigation: self = .otherNavigation
      case .airborne: self = .airborne
      @unknown default: self = .other
      }
    }

    var type: CLActivityType {
      switch self {
      case .other: .other
      case .automotiveNavigation: .automotiveNavigation
      case .fitness: .fitness
      case .otherNavigation: .otherNavigation
      case .airborne: .airborne
      }
    }
  }
#endif
