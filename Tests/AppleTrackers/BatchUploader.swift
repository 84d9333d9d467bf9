import CoreLocation
import Foundation
import UIKit

/// A tracker that writes batches of positions into files, hands them to a background session, and
/// deletes a file when the server has it.
final class BatchUploader: UIResponder, UIApplicationDelegate, CLLocationManagerDelegate,
  URLSessionDataDelegate
{
  private static let identifier = "ours.example/uploads"
  private let manager = CLLocationManager()
  private let folder = URL(fileURLWithPath: NSHomeDirectory() + "/Documents/batches")
  private var points: [String] = []
  private var onEventsDone: (() -> Void)?
  private lazy var session = URLSession(
    configuration: .background(withIdentifier: Self.identifier), delegate: self,
    delegateQueue: .main)

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    manager.delegate = self
    manager.distanceFilter = 100
    manager.allowsBackgroundLocationUpdates = true
    manager.pausesLocationUpdatesAutomatically = false
    manager.startUpdatingLocation()
    note("launch", application.applicationState == .background ? "background" : "foreground")
    note("files", files.joined(separator: " "))
    session.getAllTasks { tasks in
      note("tasks", tasks.map { $0.taskDescription ?? "?" }.joined(separator: " "))
    }
    return true
  }

  private var files: [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).sorted()
  }

  nonisolated func locationManager(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) {
    MainActor.assumeIsolated {
      points += locations.map { "\($0.coordinate.latitude) \($0.coordinate.longitude)" }
      if points.count >= 5 { upload() }
    }
  }

  private func upload() {
    guard let url = URL(string: "https://ours.example/points") else { return }
    let name = "\(Int(Date().timeIntervalSinceReferenceDate)).txt"
    let file = folder.appendingPathComponent(name)
    let text = points.joined(separator: "\n")
    guard (try? text.write(to: file, atomically: true, encoding: .utf8)) != nil else { return }
    points = []
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue(name, forHTTPHeaderField: "X-Batch")
    let task = session.uploadTask(with: request, fromFile: file)
    task.taskDescription = name
    task.resume()
    note("batch", "\(name) as \(task.taskIdentifier)")
  }

  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    note("events", identifier)
    _ = session
    onEventsDone = completionHandler
  }

  nonisolated func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    MainActor.assumeIsolated {
      let name = task.taskDescription ?? "?"
      let status = (task.response as? HTTPURLResponse)?.statusCode
      if error == nil, status == 200 {
        try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        let header = task.originalRequest?.value(forHTTPHeaderField: "X-Batch") ?? "?"
        note("done", "\(name) \(header) \(task.countOfBytesSent > 100)")
      } else {
        let error = error as? URLError
        let reason = error?.userInfo[NSURLErrorBackgroundTaskCancelledReasonKey] as? Int
        note("failed", "\(name) \(error?.code.rawValue ?? status ?? 0) \(reason ?? -1)")
      }
    }
  }

  nonisolated func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
    MainActor.assumeIsolated {
      note("finished", session.configuration.identifier ?? "?")
      onEventsDone?()
      onEventsDone = nil
    }
  }
}
