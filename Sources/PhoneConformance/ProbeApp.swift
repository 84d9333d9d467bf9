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
    services.clock.schedule(after: delay, repeats: repeats) { [trial] in trial.hear(name, body) }
  }

  // MARK: App

  func applicationDidFinishLaunching(_ launch: Launch) {
    manager.delegate = self
    trial.hear("launched") { launched(self, launch) }
  }

  func applicationWillEnterForeground() { trial.hear("will enter foreground") }
  func applicationDidBecomeActive() { trial.hear("active") }
  func applicationWillResignActive() { trial.hear("inactive") }
  func applicationDidEnterBackground() { trial.hear("background") }
  func applicationWillTerminate() { trial.hear("terminate") }

  // MARK: LocationManagerDelegate

  func locationManager(_ manager: any LocationManager, didUpdateLocations locations: [Location]) {
    trial.hear("fix") { fixes += locations }
  }

  func locationManager(_ manager: any LocationManager, didFail error: LocationError) {
    trial.hear("error \(error)")
  }

  func locationManagerDidChangeAuthorization(_ manager: any LocationManager) {
    trial.hear("authorization")
  }

  func locationManagerDidPauseLocationUpdates(_ manager: any LocationManager) {
    trial.hear("paused")
  }

  func locationManager(_ manager: any LocationManager, didVisit visit: Visit) {
    trial.hear("visit") {
      trial.expect(visit.arrival <= visit.departure, "a visit departs before it arrives")
    }
  }

  func locationManager(_ manager: any LocationManager, didEnterRegion region: CircularRegion) {
    trial.hear("enter \(region.identifier)")
  }

  func locationManager(_ manager: any LocationManager, didExitRegion region: CircularRegion) {
    trial.hear("exit \(region.identifier)")
  }

  func locationManager(
    _ manager: any LocationManager, didDetermineState state: RegionState,
    for region: CircularRegion
  ) { trial.hear("state \(region.identifier)") }

  func locationManager(
    _ manager: any LocationManager, monitoringDidFailFor region: CircularRegion?,
    error: LocationError
  ) { trial.hear("monitoring failed \(region?.identifier ?? "")") }

  func locationManager(_ manager: any LocationManager, didUpdateHeading heading: Heading) {
    trial.hear("heading") {
      trial.expect(
        (0..<360).contains(heading.magneticDegrees), "a heading of \(heading.magneticDegrees)°")
    }
  }
}
