import PhoneAPI
import Timekeeping

/// The app that the suite installs on a phone. The app records its callbacks in the trial.
final class ProbeApp: App, LocationManagerDelegate {
  let services: any Phone
  let manager: any LocationManager
  private let trial: Trial
  private let launched: (ProbeApp, Launch) -> Void
  private(set) var fixes: [Location] = []

  init(
    _ services: any Phone, trial: Trial, launched: @escaping (ProbeApp, Launch) -> Void
  ) {
    self.services = services
    self.trial = trial
    self.launched = launched
    manager = services.makeLocationManager()
  }

  /// Sets a timer. The timer's callback is recorded under `name`.
  @discardableResult
  func schedule(
    after delay: TimeSpan, repeats: Bool = false, _ name: String, _ body: @escaping () -> Void = {}
  ) -> TimerToken {
    services.clock.schedule(after: delay, repeats: repeats) { [trial] in trial.receive(name, body) }
  }

  // MARK: App

  func applicationDidFinishLaunching(_ launch: Launch) {
    manager.delegate = self
    trial.receive("launched") { launched(self, launch) }
  }

  func applicationWillEnterForeground() { trial.receive("will enter foreground") }
  func applicationDidBecomeActive() { trial.receive("active") }
  func applicationWillResignActive() { trial.receive("inactive") }
  func applicationDidEnterBackground() { trial.receive("background") }
  func applicationWillTerminate() { trial.receive("terminate") }

  // MARK: LocationManagerDelegate

  func locationManager(_ manager: any LocationManager, didUpdateLocations locations: [Location]) {
    trial.receive("fix") { fixes += locations }
  }

  func locationManager(_ manager: any LocationManager, didFail error: LocationError) {
    trial.receive("error \(error)")
  }

  func locationManagerDidChangeAuthorization(_ manager: any LocationManager) {
    trial.receive("authorization")
  }

  func locationManagerDidPauseLocationUpdates(_ manager: any LocationManager) {
    trial.receive("paused")
  }

  func locationManager(_ manager: any LocationManager, didVisit visit: Visit) {
    trial.receive("visit") {
      trial.expect(visit.arrival <= visit.departure, "a visit departs before it arrives")
    }
  }

  func locationManager(_ manager: any LocationManager, didEnterRegion region: CircularRegion) {
    trial.receive("enter \(region.identifier)")
  }

  func locationManager(_ manager: any LocationManager, didExitRegion region: CircularRegion) {
    trial.receive("exit \(region.identifier)")
  }

  func locationManager(
    _ manager: any LocationManager, didDetermineState state: RegionState,
    for region: CircularRegion
  ) { trial.receive("state \(region.identifier)") }

  func locationManager(
    _ manager: any LocationManager, monitoringDidFailFor region: CircularRegion?,
    error: LocationError
  ) { trial.receive("monitoring failed \(region?.identifier ?? "")") }

  func locationManager(_ manager: any LocationManager, didUpdateHeading heading: Heading) {
    trial.receive("heading") {
      trial.expect(
        (0..<360).contains(heading.magneticDegrees), "a heading of \(heading.magneticDegrees)°")
    }
  }
}
