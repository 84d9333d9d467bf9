import CoreLocation
import Foundation
import UIKit

/// A tracker that keeps its positions in a file, and posts them until the server has them.
final class Uploader: UIResponder, UIApplicationDelegate, CLLocationManagerDelegate {
  private let manager = CLLocationManager()
  private let queueFile = URL(fileURLWithPath: NSHomeDirectory() + "/Documents/queue.txt")
  private var isSending = false
  private var retrySeconds = 30.0

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    manager.delegate = self
    manager.distanceFilter = 50
    manager.showsBackgroundLocationIndicator = true
    manager.pausesLocationUpdatesAutomatically = false
    manager.allowsBackgroundLocationUpdates = true
    manager.startUpdatingLocation()
    manager.startMonitoringSignificantLocationChanges()
    note("waiting", "\(waiting.count)")
    return true
  }

  private var waiting: [String] {
    let text = (try? String(contentsOf: queueFile, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  private func store(_ lines: [String]) {
    let text = lines.map { $0 + "\n" }.joined()
    try? text.write(to: queueFile, atomically: false, encoding: .utf8)
  }

  nonisolated func locationManager(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) {
    MainActor.assumeIsolated {
      store(
        waiting
          + locations.map {
            "\($0.timestamp.timeIntervalSince1970) \($0.coordinate.latitude)"
              + " \($0.coordinate.longitude)"
          })
      send()
    }
  }

  private func send() {
    let lines = waiting
    guard !isSending, !lines.isEmpty, let url = URL(string: "https://ours.example/points") else {
      return
    }
    isSending = true
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    let points = lines.map { line in
      let parts = line.split(separator: " ").compactMap { Double($0) }
      return ["t": parts[0], "lat": parts[1], "lon": parts[2]]
    }
    request.httpBody = try? JSONSerialization.data(
      withJSONObject: ["points": points], options: [.sortedKeys])
    URLSession.shared.dataTask(with: request) { [weak self] _, response, error in
      let isStored = (response as? HTTPURLResponse)?.statusCode == 200
      DispatchQueue.main.async { self?.finish(lines.count, isStored: isStored) }
    }.resume()
  }

  private func finish(_ count: Int, isStored: Bool) {
    isSending = false
    if isStored {
      store(Array(waiting.dropFirst(count)))
      retrySeconds = 30
      note("sent", "\(count)")
    } else {
      note("retry", "\(Int(retrySeconds))")
      DispatchQueue.main.asyncAfter(deadline: .now() + retrySeconds) { [weak self] in self?.send() }
      retrySeconds = min(2 * retrySeconds, 600)
    }
  }
}
