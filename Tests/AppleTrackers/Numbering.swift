import CoreLocation
import Foundation
import UIKit

/// A tracker that numbers its positions in the defaults, and kills its own process at the step that
/// its launch argument `killAt` names. A step is a place in the handling of an event: at its
/// beginning, between two values that it stores, and at its end.
///
/// Before a kill it writes what the defaults should hold into a file, from which the next process
/// reads it.
final class Numbering: UIResponder, UIApplicationDelegate, CLLocationManagerDelegate {
  private let manager = CLLocationManager()
  private let defaults = UserDefaults.standard
  private let testimony = NSHomeDirectory() + "/Documents/killed.txt"
  private var stepCount = 0
  private var number = 0
  private var times: [Double] = []

  private var stored: String {
    let times = defaults.array(forKey: "times") as? [Double] ?? []
    return "\(defaults.integer(forKey: "number")) \(times.map { "\($0)" })"
  }

  private func step() {
    stepCount += 1
    let isKilledBefore = FileManager.default.fileExists(atPath: testimony)
    guard stepCount == defaults.integer(forKey: "killAt"), !isKilledBefore else { return }
    let expected = "\(number) \(times.map { "\($0)" })"
    try? Data(expected.utf8).write(to: URL(fileURLWithPath: testimony))
    kill(getpid(), SIGKILL)
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    if let expected = try? String(contentsOfFile: testimony, encoding: .utf8) {
      note("after the kill", expected == stored ? "whole" : "\(stored) instead of \(expected)")
    }
    number = defaults.integer(forKey: "number")
    times = defaults.array(forKey: "times") as? [Double] ?? []
    step()
    manager.delegate = self
    manager.distanceFilter = 100
    manager.showsBackgroundLocationIndicator = true
    manager.pausesLocationUpdatesAutomatically = false
    manager.allowsBackgroundLocationUpdates = true
    manager.startUpdatingLocation()
    manager.startMonitoringSignificantLocationChanges()
    step()
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    note("opened", "\(stepCount) \(number) \(times.count)")
  }

  nonisolated func locationManager(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) {
    MainActor.assumeIsolated { for location in locations { add(location) } }
  }

  private func add(_ location: CLLocation) {
    step()
    number += 1
    defaults.set(number, forKey: "number")
    step()
    times.append(location.timestamp.timeIntervalSince1970)
    defaults.set(times, forKey: "times")
    step()
  }
}
