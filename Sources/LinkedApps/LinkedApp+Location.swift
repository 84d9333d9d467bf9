import Geodesy
import PhoneAPI
import PhoneLink
import Timekeeping

/// A location manager of an app in another process: its callbacks become events.
final class LinkedLocationManager: LocationManagerDelegate {
  let number: Int64
  let manager: any LocationManager
  private weak var app: LinkedApp?
  let hearsHeadings = true

  init(_ number: Int64, _ manager: any LocationManager, of app: LinkedApp) {
    self.number = number
    self.manager = manager
    self.app = app
    manager.delegate = self
  }

  private func deliver(
    _ event: LinkEvent, _ members: KeyValuePairs<String, LinkValue> = [:],
    positions: [Location] = []
  ) {
    var message = LinkObject(["manager": .whole(number)])
    for member in members { message.add(member.key, member.value) }
    app?.deliver(event, message, positions: positions)
  }

  func locationManager(_ manager: any LocationManager, didUpdateLocations locations: [Location]) {
    deliver(
      .locations, ["locations": .list(locations.map { .object(LinkObject($0)) })],
      positions: locations)
  }

  func locationManager(_ manager: any LocationManager, didFail error: LocationError) {
    deliver(.locationFailure, ["error": .text("\(error)")])
  }

  func locationManagerDidChangeAuthorization(_ manager: any LocationManager) {
    deliver(
      .authorization,
      [
        "status": .text(manager.authorizationStatus.rawValue),
        "accuracy": .text(manager.accuracyAuthorization.rawValue),
      ])
  }

  func locationManagerDidPauseLocationUpdates(_ manager: any LocationManager) { deliver(.paused) }
  func locationManagerDidResumeLocationUpdates(_ manager: any LocationManager) {
    deliver(.resumed)
  }

  /// Delivers a visit. Its place is a position of the present, or of the departure.
  func locationManager(_ manager: any LocationManager, didVisit visit: Visit) {
    guard let app else { return }
    let time = visit.departure == .distantFuture ? app.phone.clock.now : visit.departure
    let place = Location(
      coordinate: visit.coordinate, horizontalAccuracyMeters: visit.horizontalAccuracyMeters,
      timestamp: time)
    deliver(.visit, ["visit": .object(LinkObject(visit))], positions: [place])
  }

  func locationManager(_ manager: any LocationManager, didEnterRegion region: CircularRegion) {
    deliver(.regionEntry, ["region": .object(LinkObject(region))])
  }

  func locationManager(_ manager: any LocationManager, didExitRegion region: CircularRegion) {
    deliver(.regionExit, ["region": .object(LinkObject(region))])
  }

  func locationManager(
    _ manager: any LocationManager, didDetermineState state: RegionState,
    for region: CircularRegion
  ) {
    deliver(
      .regionState,
      ["region": .object(LinkObject(region)), "state": .text(state.rawValue)])
  }

  func locationManager(
    _ manager: any LocationManager, monitoringDidFailFor region: CircularRegion?,
    error: LocationError
  ) {
    deliver(
      .regionFailure,
      [
        "region": region.map { .object(LinkObject($0)) } ?? .null, "error": .text("\(error)"),
      ])
  }

  func locationManager(_ manager: any LocationManager, didUpdateHeading heading: Heading) {
    deliver(.heading, ["heading": .object(LinkObject(heading))])
  }

  func locationManager(_ manager: any LocationManager, didReceiveLiveUpdate update: LiveUpdate) {
    deliver(
      .liveUpdate,
      [
        "location": update.location.map { .object(LinkObject($0)) } ?? .null,
        "stationary": .flag(update.isStationary),
      ], positions: update.location.map { [$0] } ?? [])
  }
}

extension LinkedLocationManager {
  func property(_ name: LinkLocationProperty) -> LinkValue {
    switch name {
    case .authorizationStatus: .text(manager.authorizationStatus.rawValue)
    case .accuracyAuthorization: .text(manager.accuracyAuthorization.rawValue)
    case .locationServicesEnabled: .flag(manager.locationServicesEnabled)
    case .desiredAccuracy: .text(manager.desiredAccuracy.rawValue)
    case .distanceFilter: LinkValue(manager.distanceFilterMeters)
    case .activityType: .text(manager.activityType.rawValue)
    case .pausesLocationUpdatesAutomatically: .flag(manager.pausesLocationUpdatesAutomatically)
    case .allowsBackgroundLocationUpdates: .flag(manager.allowsBackgroundLocationUpdates)
    case .showsBackgroundLocationIndicator: .flag(manager.showsBackgroundLocationIndicator)
    case .location: manager.location.map { .object(LinkObject($0)) } ?? .null
    case .heading: manager.heading.map { .object(LinkObject($0)) } ?? .null
    case .headingFilter: LinkValue(manager.headingFilterDegrees)
    case .monitoredRegions:
      .list(
        manager.monitoredRegions.sorted { $0.identifier < $1.identifier }
          .map { .object(LinkObject($0)) })
    case .significantLocationChangeAvailability:
      LinkValue(manager.significantLocationChangeMonitoringAvailability)
    case .visitAvailability: LinkValue(manager.visitMonitoringAvailability)
    case .regionAvailability: LinkValue(manager.regionMonitoringAvailability)
    case .headingAvailability: LinkValue(manager.headingAvailability)
    case .sessionsAvailability: LinkValue(manager.sessionsAvailability)
    }
  }

  func set(_ name: LinkLocationProperty, _ value: LinkValue) {
    switch name {
    case .desiredAccuracy: manager.desiredAccuracy = value.word() ?? manager.desiredAccuracy
    case .distanceFilter: manager.distanceFilterMeters = value.number
    case .activityType: manager.activityType = value.word() ?? manager.activityType
    case .pausesLocationUpdatesAutomatically:
      manager.pausesLocationUpdatesAutomatically = value.flag ?? true
    case .allowsBackgroundLocationUpdates:
      manager.allowsBackgroundLocationUpdates = value.flag ?? false
    case .showsBackgroundLocationIndicator:
      manager.showsBackgroundLocationIndicator = value.flag ?? false
    case .headingFilter: manager.headingFilterDegrees = value.number
    case .authorizationStatus, .accuracyAuthorization, .locationServicesEnabled, .location,
      .heading, .monitoredRegions, .significantLocationChangeAvailability, .visitAvailability,
      .regionAvailability, .headingAvailability, .sessionsAvailability:
      break
    }
  }
}

extension LinkValue {
  /// True for an available service, else the reason.
  init(_ availability: ServiceAvailability) {
    switch availability {
    case .available: self = true
    case .unavailable(let reason): self = .text(reason)
    }
  }
}
