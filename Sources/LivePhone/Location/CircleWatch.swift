import Foundation
import Geodesy
import PhoneAPI
import Timekeeping

/// The circles that the phone watches for an app: the app's regions and the conditions of its
/// monitors.
///
/// An app has at most 20 regions (REG-1), including those of its notifications (REG-12), and at
/// most 20 conditions (MON-1).
final class CircleWatch {
  static let countMax = 20
  private static let key = "watchedCircles"

  private let container: any Container
  private(set) var circles: [WatchedCircle]
  /// The number of regions that pending notifications wait for.
  var notificationCount = 0

  init(_ container: any Container) {
    self.container = container
    let text = container.value(forKey: Self.key) ?? "[]"
    circles = (try? JSONDecoder().decode([WatchedCircle].self, from: Data(text.utf8))) ?? []
  }

  func circles(of monitor: String?) -> [WatchedCircle] { circles.filter { $0.monitor == monitor } }

  func circle(_ identifier: String, of monitor: String?) -> WatchedCircle? {
    circles.first { $0.monitor == monitor && $0.identifier == identifier }
  }

  /// Adds a circle, and removes an older circle of the same monitor with the same identifier.
  ///
  /// - Parameter fix: The newest fix. If the circle is a region, the fix shows at once whether the
  ///   phone is inside. Nil if there is no fix yet.
  /// - Returns: True if the phone watches the circle.
  func add(_ circle: WatchedCircle, seenFrom fix: Location?) -> Bool {
    let isKnown = self.circle(circle.identifier, of: circle.monitor) != nil
    guard circle.isPossible, isKnown || hasRoom(for: circle) else { return false }
    var circle = circle
    // For a condition whose state is unknown, the next fix finds it and reports it to the app.
    if circle.monitor == nil, let fix { _ = circle.take(fix, at: .zero) }
    circles.removeAll { $0.monitor == circle.monitor && $0.identifier == circle.identifier }
    circles.append(circle)
    save()
    return true
  }

  /// Returns true if the app may have one more circle of this kind.
  func hasRoom(for circle: WatchedCircle) -> Bool {
    let count = circles.count { ($0.monitor == nil) == (circle.monitor == nil) }
    return count + (circle.monitor == nil ? notificationCount : 0) < Self.countMax
  }

  func remove(_ identifier: String, of monitor: String?) {
    circles.removeAll { $0.monitor == monitor && $0.identifier == identifier }
    save()
  }

  /// Checks all circles against a fix.
  ///
  /// - Returns: The circles that the phone has entered or left, and the circles whose state (inside
  ///   or outside) was unknown before this fix.
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

  /// Sets a condition's `waitsToBeTaken`.
  ///
  /// - Parameter waits: True if the condition's event waits until the app opens the condition's
  ///   monitor.
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
