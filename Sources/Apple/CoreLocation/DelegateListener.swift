import AppleProcess
import Foundation
import PhoneAPI

/// Passes the phone's callbacks on to a manager's delegate.
///
/// The phone may hold it longer than the app holds the manager.
final class DelegateListener: LocationManagerDelegate {
  private weak var owner: CLLocationManager?

  init(_ owner: CLLocationManager) { self.owner = owner }

  /// Begins to listen. The phone reports the authorization once to a new listener.
  func listen() {
    guard let owner, owner.manager.delegate !== self else { return }
    owner.manager.delegate = self
  }

  private func report(
    _ callback: (any CLLocationManagerDelegate, CLLocationManager) -> Void
  ) {
    if let owner, let delegate = owner.delegate { callback(delegate, owner) }
  }

  func locationManager(_ manager: any LocationManager, didUpdateLocations locations: [Location]) {
    CurrentPhone.context.onDelivery?(locations)
    report { $0.locationManager($1, didUpdateLocations: locations.map(CLLocation.init)) }
  }

  func locationManager(_ manager: any LocationManager, didFail error: LocationError) {
    report { $0.locationManager($1, didFailWithError: CLError(reason: error)) }
  }

  func locationManagerDidChangeAuthorization(_ manager: any LocationManager) {
    report { $0.locationManagerDidChangeAuthorization($1) }
  }

  func locationManagerDidPauseLocationUpdates(_ manager: any LocationManager) {
    report { $0.locationManagerDidPauseLocationUpdates($1) }
  }

  func locationManagerDidResumeLocationUpdates(_ manager: any LocationManager) {
    report { $0.locationManagerDidResumeLocationUpdates($1) }
  }

  func locationManager(_ manager: any LocationManager, didVisit visit: Visit) {
    report { $0.locationManager($1, didVisit: CLVisit(visit)) }
  }

  func locationManager(_ manager: any LocationManager, didEnterRegion region: CircularRegion) {
    let region = CLCircularRegion(region)
    report {
      $0.locationManager($1, didEnterRegion: region)
      $0.locationManager($1, didDetermineState: .inside, for: region)
    }
  }

  func locationManager(_ manager: any LocationManager, didExitRegion region: CircularRegion) {
    let region = CLCircularRegion(region)
    report {
      $0.locationManager($1, didExitRegion: region)
      $0.locationManager($1, didDetermineState: .outside, for: region)
    }
  }

  func locationManager(
    _ manager: any LocationManager, didDetermineState state: RegionState,
    for region: CircularRegion
  ) {
    report {
      $0.locationManager($1, didDetermineState: CLRegionState(state), for: CLCircularRegion(region))
    }
  }

  func locationManager(
    _ manager: any LocationManager, monitoringDidFailFor region: CircularRegion?,
    error: LocationError
  ) {
    report {
      $0.locationManager(
        $1, monitoringDidFailFor: region.map(CLCircularRegion.init),
        withError: CLError(reason: error))
    }
  }

  func locationManager(_ manager: any LocationManager, didUpdateHeading heading: Heading) {
    report { $0.locationManager($1, didUpdateHeading: CLHeading(heading)) }
  }
}
