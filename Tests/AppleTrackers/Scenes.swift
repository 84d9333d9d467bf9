import CoreLocation
import UIKit

/// A tracker in the manner of Xcode's templates for UIKit: its classes are not final, and the
/// Info.plist names the delegate of its scene. It observes what the system reports.
class Scenes: UIResponder, UIApplicationDelegate, CLLocationManagerDelegate {
  private let manager = CLLocationManager()
  private var observers: [any NSObjectProtocol] = []

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    UIDevice.current.isBatteryMonitoringEnabled = true
    observe(ProcessInfo.thermalStateDidChangeNotification, "thermal") {
      "\(ProcessInfo.processInfo.thermalState)"
    }
    observe(.NSProcessInfoPowerStateDidChange, "lowPower") {
      "\(ProcessInfo.processInfo.isLowPowerModeEnabled)"
    }
    observe(UIApplication.backgroundRefreshStatusDidChangeNotification, "refresh") {
      "\(UIApplication.shared.backgroundRefreshStatus)"
    }
    observe(UIDevice.batteryLevelDidChangeNotification, "level") {
      "\(Int((UIDevice.current.batteryLevel * 100).rounded()))"
    }
    observe(UIDevice.batteryStateDidChangeNotification, "state") {
      "\(UIDevice.current.batteryState)"
    }
    manager.delegate = self
    manager.pausesLocationUpdatesAutomatically = false
    manager.allowsBackgroundLocationUpdates = true
    manager.startUpdatingLocation()
    return true
  }

  private func observe(
    _ name: Notification.Name, _ topic: String, _ text: @escaping @MainActor () -> String
  ) {
    observers.append(
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { _ in
        MainActor.assumeIsolated { note(topic, text()) }
      })
  }

  func applicationDidBecomeActive(_ application: UIApplication) { note("delegate", "active") }

  nonisolated func locationManager(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) {}
}

class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) { note("scene", "connects") }
  func sceneWillEnterForeground(_ scene: UIScene) { note("scene", "foreground") }
  func sceneDidBecomeActive(_ scene: UIScene) { note("scene", "active") }
  func sceneWillResignActive(_ scene: UIScene) { note("scene", "inactive") }
  func sceneDidEnterBackground(_ scene: UIScene) { note("scene", "background") }
}
