import Geodesy
import PhoneAPI

/// The behavior that makes the phone watch two regions: around the parked car, and around home.
///
/// The phone then launches the app again when the user enters or leaves one of the regions.
final class ParkedRegion: Behavior {
  static let parkedIdentifier = "parked"
  static let homeIdentifier = "home"

  let events: Events = [.tracking, .drive, .settings]
  private unowned let tracker: Tracker

  init(_ tracker: Tracker) { self.tracker = tracker }

  func trackingBegan() { watchHome() }

  func trackingEnded() {
    drop(Self.parkedIdentifier)
    drop(Self.homeIdentifier)
  }

  /// Stops watching the parked car. If only the car's accessory woke the app, the region's border
  /// has to wake it again, so that it keeps running.
  func driveBegan() {
    if !tracker.isWokenByCarOnly { drop(Self.parkedIdentifier) }
    watchHome()
  }

  func driveEnded(_ drive: Drive, isInProgress: Bool) {
    let settings = tracker.settings.drives
    guard let point = settings.parkedAtFirstPoint ? drive.first : drive.last else { return }
    watch(Self.parkedIdentifier, point.coordinate, radiusMeters: settings.parkedRadiusMeters)
    tracker.note(.parkedRegion, "watches the place of the parked car")
  }

  private func watchHome() {
    guard let home = tracker.settings.homeCenter else { return drop(Self.homeIdentifier) }
    watch(
      Self.homeIdentifier, home, radiusMeters: tracker.settings.drives.homeRegionRadiusMeters)
  }

  private func watch(_ identifier: String, _ center: Coordinate, radiusMeters: Double) {
    let region = CircularRegion(
      identifier: identifier, center: center, radiusMeters: radiusMeters)
    if !tracker.manager.monitoredRegions.contains(region) {
      tracker.manager.startMonitoring(region)
    }
  }

  private func drop(_ identifier: String) {
    for region in tracker.manager.monitoredRegions where region.identifier == identifier {
      tracker.manager.stopMonitoring(region)
    }
  }
}
