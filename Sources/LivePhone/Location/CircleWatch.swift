import Foundation
import Geodesy
import PhoneAPI
import Timekeeping

/// The circles of an app: its regions, and the conditions of its monitors; at most 20 of each (REG-1, MON-1).
final class CircleWatch {
  static let countMax = 20
  private static let key = "watchedCircles"

  private let container: any Container
  private(set) var circles: [WatchedCircle]

  init(_ container: any Container) {
    self.container = container
    let text = container.value(forKey: Self.key) ?? "[]"
    circles = (try? JSONDecoder().decode([WatchedCircle].self, from: Data(text.utf8))) ?? []
  }

  func circles(of monitor: String?) -> [WatchedCircle] { circles.filter { $0.monitor == monitor } }

  func circle(_ identifier: String, of monitor: String?) -> WatchedCircle? {
    circles.first { $0.monitor == monitor && $0.identifier == identifier }
  }

  /// Takes the place of one with the same identifier.
  ///
  /// - Parameter fix: the newest, if there is one; it tells the side at once.
  /// - Returns: Whether it is watched.
  func add(_ circle: WatchedCircle, seenFrom fix: Location?) -> Bool {
    let others = circles.count {
      ($0.monitor == nil) == (circle.monitor == nil)
        && !($0.monitor == circle.monitor && $0.identifier == circle.identifier)
    }
    guard circle.isPossible, others < Self.countMax else { return false }
    var circle = circle
    // A condition of an unknown state is found by the next fix, and its app told.
    if circle.monitor == nil, let fix { _ = circle.take(fix, at: .zero) }
    circles.removeAll { $0.monitor == circle.monitor && $0.identifier == circle.identifier }
    circles.append(circle)
    save()
    return true
  }

  func remove(_ identifier: String, of monitor: String?) {
    circles.removeAll { $0.monitor == monitor && $0.identifier == identifier }
    save()
  }

  /// - Returns: What the fix tells of which circle.
  func take(
    _ fix: Location, elapsed: TimeSpan, at now: Instant
  ) -> [(circle: WatchedCircle, finding: WatchedCircle.Finding)] {
    guard !circles.isEmpty else { return [] }
    var watched = circles
    var findings: [(WatchedCircle, WatchedCircle.Finding)] = []
    for index in watched.indices {
      guard let finding = watched[index].take(fix, at: elapsed) else { continue }
      watched[index].foundAt = now
      findings.append((watched[index], finding))
    }
    circles = watched
    if !findings.isEmpty { save() }
    return findings
  }

  /// A condition's event waits for its monitor to be opened, or has been taken.
  func setWaits(_ waits: Bool, _ identifier: String, of monitor: String) {
    guard
      let index = circles.firstIndex(where: { $0.monitor == monitor && $0.identifier == identifier }
      )
    else { return }
    circles[index].waitsToBeTaken = waits
    save()
  }

  private func save() {
    guard let data = try? JSONEncoder().encode(circles) else { return }
    container.set(circles.isEmpty ? nil : String(decoding: data, as: UTF8.self), forKey: Self.key)
  }
}
