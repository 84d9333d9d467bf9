import Combine
import CoreLocation
import Foundation
import UIKit
import os

/// A model in the manner of apps with SwiftUI: published properties, a log, and a singleton that
/// saves its count in the defaults some time after the last change.
final class TrackModel: NSObject, ObservableObject, CLLocationManagerDelegate {
  nonisolated(unsafe) static let shared = TrackModel()

  @Published private(set) var count = UserDefaults.standard.integer(forKey: "count")
  @Published var isMoving = false
  private let manager = CLLocationManager()
  private var subscriptions = Set<AnyCancellable>()
  private let logger = Logger(subsystem: "example", category: "model")

  func start() {
    logger.info("begins with \(self.count, privacy: .public)")
    $count.dropFirst().debounce(for: .seconds(10), scheduler: DispatchQueue.main)
      .sink { [logger] count in
        UserDefaults.standard.set(count, forKey: "count")
        logger.notice("saves \(count)")
      }.store(in: &subscriptions)
    $isMoving.removeDuplicates().sink { [logger] in logger.debug("moving \($0)") }
      .store(in: &subscriptions)
    manager.delegate = self
    manager.distanceFilter = 100
    manager.pausesLocationUpdatesAutomatically = false
    manager.allowsBackgroundLocationUpdates = true
    manager.startUpdatingLocation()
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    count += locations.count
    isMoving = (locations.last?.speed ?? 0) > 0.5
  }
}

final class Observable: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    TrackModel.shared.start()
    return true
  }
}
