import AppleProcess
import Foundation
import PhoneAPI

/// The callbacks of a location manager, on the main queue. All of them are optional.
public protocol CLLocationManagerDelegate: AnyObject {
  /// New positions have arrived, the newest last.
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
  /// A service has failed, with a `CLError`.
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
  /// The authorization has changed, or the manager is new.
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
  /// The authorization has changed, for apps for iOS 13 and earlier. A delegate that implements the
  /// newer callback does not receive this one.
  func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus)
  /// The system has paused the updates (PAU-4).
  func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager)
  /// The updates go on after a pause.
  func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager)
  /// A deferral of updates has ended.
  func locationManager(
    _ manager: CLLocationManager, didFinishDeferredUpdatesWithError error: (any Error)?)
  /// The user has arrived at a place, or left one (VIS-1).
  func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit)
  /// The phone has entered a region (REG-2).
  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion)
  /// The phone has left a region (REG-2).
  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion)
  /// The phone has begun to watch a region.
  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion)
  /// The phone is inside or outside of a region: the answer to `requestState`, or after a crossing.
  func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion)
  /// The phone cannot watch a region (REG-1).
  func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
  )
  /// A new heading has arrived.
  func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading)
  /// The system asks if it may show the calibration of the compass.
  ///
  /// Stand-in: the simulated compass needs none, so it is never called.
  func locationManagerShouldDisplayHeadingCalibration(_ manager: CLLocationManager) -> Bool
}

extension CLLocationManagerDelegate {
  public func locationManager(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) {}
  public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
  public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    locationManager(manager, didChangeAuthorization: manager.authorizationStatus)
  }
  public func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
  ) {}
  public func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) {}
  public func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager) {}
  public func locationManager(
    _ manager: CLLocationManager, didFinishDeferredUpdatesWithError error: (any Error)?
  ) {}
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
