import Foundation
import UIKit

/// An app that makes requests without a network when the user opens it again: an impatient one, one
/// that waits for a minute, and one that waits as long as it takes.
final class Offline: UIResponder, UIApplicationDelegate, URLSessionTaskDelegate {
  private let url = URL(string: "https://ours.example/points")

  func applicationWillEnterForeground(_ application: UIApplication) {
    Task {
      await request("impatient", .default)
      let minute = URLSessionConfiguration.default
      minute.waitsForConnectivity = true
      minute.timeoutIntervalForResource = 60
      await request("minute", minute)
      let patient = URLSessionConfiguration.default
      patient.waitsForConnectivity = true
      await request("patient", patient)
    }
  }

  private func request(_ topic: String, _ configuration: URLSessionConfiguration) async {
    guard let url else { return }
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    session.sessionDescription = topic
    // A session has copied its settings.
    configuration.waitsForConnectivity.toggle()
    let start = Date()
    var outcome = ""
    do {
      let (_, response) = try await session.data(from: url)
      outcome = "\((response as? HTTPURLResponse)?.statusCode ?? 0)"
    } catch { outcome = "\((error as? URLError)?.code.rawValue ?? 0)" }
    note(topic, "\(outcome) \(Int(Date().timeIntervalSince(start)))")
  }

  nonisolated func urlSession(
    _ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask
  ) { note("waiting", session.sessionDescription ?? "?") }
}
