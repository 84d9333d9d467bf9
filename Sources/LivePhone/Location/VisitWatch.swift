import Foundation
import PhoneAPI
import Timekeeping

/// The monitoring of visits on a live phone, for all location managers of the app.
///
/// The visit that has not ended is stored in the app's container. The app has to start monitoring
/// again in its next process.
final class VisitWatch {
  private static let key = "openVisit"

  private let container: any Container
  private var detector: VisitDetector?

  init(_ container: any Container) { self.container = container }

  func start() {
    guard detector == nil else { return }
    let text = container.value(forKey: Self.key)
    let open = text.flatMap {
      try? JSONDecoder().decode(VisitDetector.Open.self, from: Data($0.utf8))
    }
    detector = VisitDetector(open: open)
  }

  func stop() {
    detector = nil
    container.set(nil, forKey: Self.key)
  }

  /// Checks a fix, and returns the visits to report.
  func take(_ fix: Location, at elapsed: TimeSpan) -> [Visit] {
    guard let visits = detector?.take(fix, at: elapsed), !visits.isEmpty else { return [] }
    let open = detector?.open.flatMap { try? JSONEncoder().encode($0) }
    container.set(open.map { String(decoding: $0, as: UTF8.self) }, forKey: Self.key)
    return visits
  }
}
