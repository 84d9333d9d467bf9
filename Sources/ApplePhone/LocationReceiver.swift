#if os(iOS) || os(Linux)
  import CoreLocation
  import PhoneAPI
  import Timekeeping

  /// Passes the callbacks of Core Location on, in the form of PhoneAPI.
  final class LocationReceiver: NSObject, CLLocationManagerDelegate {
    private unowned let owner: AppleLocationManager
    /// The names of regions whose state the app has asked for. The system also reports the state
    /// after each crossing, which PhoneAPI does not.
    private var awaitedStates: Set<String> = []

    init(_ owner: AppleLocationManager) { self.owner = owner }

    func awaitState(of identifier: String) { awaitedStates.insert(identifier) }

    func locationManager(
      _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
    ) {
      owner.delegate?.locationManager(owner, didUpdateLocations: locations.map(Location.init))
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
      owner.delegate?.locationManager(owner, didFail: LocationError(error))
    }

    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
      owner.delegate?.locationManagerDidChangeAuthorization(owner)
    }

    func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) {
      owner.delegate?.locationManagerDidPauseLocationUpdates(owner)
    }

    func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager) {
      owner.delegate?.locationManagerDidResumeLocationUpdates(owner)
    }

    func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {
      owner.delegate?.locationManager(owner, didVisit: Visit(visit))
    }

    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
      guard let circle = region as? CLCircularRegion else { return }
      owner.delegate?.locationManager(owner, didEnterRegion: CircularRegion(circle))
    }

    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
      guard let circle = region as? CLCircularRegion else { return }
      owner.delegate?.locationManager(owner, didExitRegion: CircularRegion(circle))
    }

    func locationManager(
      _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
    ) {
      guard let circle = region as? CLCircularRegion,
        awaitedStates.remove(circle.identifier) != nil
      else { return }
      owner.delegate?.locationManager(
        owner, didDetermineState: RegionState(state), for: CircularRegion(circle))
    }

    func locationManager(
      _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?,
      withError error: any Error
    ) {
      owner.delegate?.locationManager(
        owner, monitoringDidFailFor: (region as? CLCircularRegion).map(CircularRegion.init),
        error: LocationError(error))
    }

    func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {
      guard let delegate = owner.delegate, delegate.hearsHeadings else { return }
      delegate.locationManager(owner, didUpdateHeading: Heading(newHeading))
    }
  }
#endif
