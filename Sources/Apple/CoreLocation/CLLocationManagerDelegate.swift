import AppleProcess
import Foundation
import PhoneAPI

/// The callbacks of a location manager. All of them are optional.
public protocol CLLocationManagerDelegate: AnyObject {
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
  func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus)
  func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager)
  func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager)
  func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit)
  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion)
  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion)
  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion)
  func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion)
  func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
  )
  func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading)
  func locationManagerShouldDisplayHeadingCalibration(_ manager: CLLocationManager) -> Bool
}

extension CLLocationManagerDelegate {
  public func locationManager(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) {}
  public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
  public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {}
  public func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
  ) {}
  public func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) {}
  public func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager) {}
  public func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {}
  public func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {}
  public func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {}
  public func locationManager(
    _ manager: CLLocationManager, didStartMonitoringFor region: CLRegion
  ) {}
  public func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) {}
  public func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
  ) {}
  public func locationManager(
    _ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading
  ) {}
  public func locationManagerShouldDisplayHeadingCalibration(
    _ manager: CLLocationManager
  ) -> Bool { false }
}

/// Passes the phone's callbacks on to a manager's delegate.
final class DelegateListener: LocationManagerDelegate {
  private unowned let owner: CLLocationManager
  private var isListening = false

  init(_ owner: CLLocationManager) { self.owner = owner }

  private var delegate: (any CLLocationManagerDelegate)? { owner.delegate }

  /// Begins to listen, and reports the permission once, as the system does for a new delegate.
  func listen() {
    guard !isListening else { return }
    isListening = true
    owner.manager.delegate = self
  }

  func locationManager(_ manager: any LocationManager, didUpdateLocations locations: [Location]) {
    delegate?.locationManager(owner, didUpdateLocations: locations.map(CLLocation.init))
  }

  func locationManager(_ manager: any LocationManager, didFail error: LocationError) {
    delegate?.locationManager(owner, didFailWithError: CLError(error))
  }

  func locationManagerDidChangeAuthorization(_ manager: any LocationManager) {
    delegate?.locationManagerDidChangeAuthorization(owner)
    delegate?.locationManager(owner, didChangeAuthorization: owner.authorizationStatus)
  }

  func locationManagerDidPauseLocationUpdates(_ manager: any LocationManager) {
    delegate?.locationManagerDidPauseLocationUpdates(owner)
  }

  func locationManagerDidResumeLocationUpdates(_ manager: any LocationManager) {
    delegate?.locationManagerDidResumeLocationUpdates(owner)
  }

  func locationManager(_ manager: any LocationManager, didVisit visit: Visit) {
    delegate?.locationManager(owner, didVisit: CLVisit(visit))
  }

  func locationManager(_ manager: any LocationManager, didEnterRegion region: CircularRegion) {
    delegate?.locationManager(owner, didEnterRegion: CLCircularRegion(region))
  }

  func locationManager(_ manager: any LocationManager, didExitRegion region: CircularRegion) {
    delegate?.locationManager(owner, didExitRegion: CLCircularRegion(region))
  }

  func locationManager(
    _ manager: any LocationManager, didDetermineState state: RegionState,
    for region: CircularRegion
  ) {
    delegate?.locationManager(
      owner, didDetermineState: CLRegionState(state), for: CLCircularRegion(region))
  }

  func locationManager(
    _ manager: any LocationManager, monitoringDidFailFor region: CircularRegion?,
    error: LocationError
  ) {
    delegate?.locationManager(
      owner, monitoringDidFailFor: region.map(CLCircularRegion.init), withError: CLError(error))
  }

  func locationManager(_ manager: any LocationManager, didUpdateHeading heading: Heading) {
    delegate?.locationManager(owner, didUpdateHeading: CLHeading(heading))
  }
}
