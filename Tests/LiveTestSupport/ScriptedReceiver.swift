import Geodesy
import LivePhone
import PhoneAPI
import Testing
import Timekeeping

/// A receiver that reports what a test gives it, through the loop like a real one.
package final class ScriptedReceiver: LiveLocationSource {
  /// 2026-03-02T12:00:00Z
  package static let noon = LiveTracker.noon
  package static let home = Coordinate(latitude: 45, longitude: 8)
  package static let path = "/dev/ttyACM0"

  package let device: String?
  private var loop: LiveLoop?
  private var onEvent: ((GPSDEvent) -> Void)?
  package private(set) var hasEnded = false

  package init(device: String? = nil) { self.device = device }

  package func start(on loop: LiveLoop, onEvent: @escaping (GPSDEvent) -> Void) {
    self.loop = loop
    self.onEvent = onEvent
  }

  package func end() { hasEnded = true }

  package func say(_ event: GPSDEvent) {
    let onEvent = onEvent
    loop?.soon { onEvent?(event) }
  }

  /// Returns a report at a distance north of home, some seconds after noon.
  package static func report(
    _ second: Double, north: Double = 0, mode: FixMode = .threeDimensional,
    accuracy: Double? = 5, device: String = path
  ) -> PositionReport {
    PositionReport(
      device: device, mode: mode, time: noon + .seconds(second), coordinate: place(north: north),
      altitudeMeters: 240, horizontalAccuracyMeters: accuracy, verticalAccuracyMeters: 8)
  }

  package static func place(north: Double) -> Coordinate {
    LocalScale(latitude: home.latitude).coordinate(
      home, moved: Displacement(eastMeters: 0, northMeters: north))
  }
}

/// An app's part of a live phone with a scripted receiver; one process of it.
package final class LiveLocationTrial {
  package let receiver: ScriptedReceiver
  package private(set) var phone: LivePhone
  package let manager: any LocationManager
  package let app = HearingApp()
  package let notes = Notes()

  package final class Notes {
    package var lines: [String] = []
  }

  package init(
    in folder: TemporaryFolder, device: String? = nil, manifest: AppManifest? = nil,
    time: any MachineTime = SystemTime(), notifier: (any Notifier)? = nil
  ) throws {
    receiver = ScriptedReceiver(device: device)
    phone = try LivePhone(
      folder: folder.path, calendar: .utc, location: receiver, manifest: manifest,
      notifier: notifier, machine: Machine(time: time)
    ) { [notes] in notes.lines.append("\($0): \($1)") }
    manager = phone.makeLocationManager()
    manager.delegate = app
    settle()
    app.received = []
  }

  /// Delivers these reports, and all callbacks that follow, to the app.
  package func receive(_ reports: PositionReport...) { receive(reports) }

  package func receive(_ reports: [PositionReport]) {
    for report in reports {
      receiver.say(.position(report))
      settle()
    }
  }

  /// Delivers a walk north, a fix each second.
  package func walk(seconds: Range<Int>, from start: Double = 0, metersPerSecond: Double = 1.5) {
    receive(
      seconds.map {
        ScriptedReceiver.report(
          Double($0), north: start + metersPerSecond * Double($0 - seconds.lowerBound))
      })
  }

  package func settle() { phone.loop.run(for: .zero) }
}

/// An app that records its callbacks, and fails if one comes from inside a call.
package final class HearingApp: LocationManagerDelegate {
  package var received: [String] = []
  package var fixes: [Location] = []
  package var visits: [Visit] = []
  /// True while the test calls into the phone.
  package var isCalling = false

  private func receive(_ words: String) {
    #expect(!isCalling, "\(words) came from inside a call")
    received.append(words)
  }

  package init() {}

  /// Calls into the phone; no callback may come from inside the call.
  package func call(_ body: () -> Void) {
    isCalling = true
    body()
    isCalling = false
  }

  package func locationManager(
    _ manager: any LocationManager, didUpdateLocations locations: [Location]
  ) {
    receive("fix")
    fixes += locations
  }
  package func locationManager(_ manager: any LocationManager, didVisit visit: Visit) {
    receive(visit.departure == .distantFuture ? "arrival" : "departure")
    visits.append(visit)
  }
  package func locationManager(_ manager: any LocationManager, didFail error: LocationError) {
    receive("failed \(error)")
  }
  package func locationManagerDidChangeAuthorization(_ manager: any LocationManager) {
    receive("authorization \(manager.authorizationStatus)")
  }
  package func locationManagerDidPauseLocationUpdates(_ manager: any LocationManager) {
    receive("paused")
  }
  package func locationManagerDidResumeLocationUpdates(_ manager: any LocationManager) {
    receive("resumed")
  }
  package func locationManager(
    _ manager: any LocationManager, didEnterRegion region: CircularRegion
  ) {
    receive("enters \(region.identifier)")
  }
  package func locationManager(_ manager: any LocationManager, didExitRegion region: CircularRegion)
  {
    receive("leaves \(region.identifier)")
  }
  package func locationManager(
    _ manager: any LocationManager, didDetermineState state: RegionState,
    for region: CircularRegion
  ) { receive("\(region.identifier) is \(state)") }
  package func locationManager(
    _ manager: any LocationManager, monitoringDidFailFor region: CircularRegion?,
    error: LocationError
  ) { receive("\(region?.identifier ?? "") \(error)") }
  package func locationManager(
    _ manager: any LocationManager, didReceiveLiveUpdate update: LiveUpdate
  ) { receive(update.isStationary ? "stationary" : "live") }
}
