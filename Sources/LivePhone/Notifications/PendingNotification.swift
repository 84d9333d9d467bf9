import Foundation
import PhoneAPI
import Timekeeping

/// A notification that waits for its time or for the crossing of a border.
package struct PendingNotification: Codable, Sendable {
  /// The place in the app's container of all pending notifications.
  package static let key = "pendingNotifications"

  package var identifier: String
  package var title: String
  package var body: String
  /// The wall-clock time at which it is due; nil if it waits for a border.
  package var due: Instant?
  /// The circle whose border the phone has to cross; nil if it waits for a time.
  var circle: WatchedCircle?

  init(_ notification: LocalNotification, at now: Instant) {
    identifier = notification.identifier
    title = notification.title
    body = notification.body
    switch notification.trigger {
    case .after(let wait): due = now + max(.zero, wait)
    case .region(let region): circle = WatchedCircle(region, at: now)
    }
  }

  /// Reads the pending notifications from their text in the container.
  package static func list(from text: String?) -> [PendingNotification] {
    (try? JSONDecoder().decode([Self].self, from: Data((text ?? "[]").utf8))) ?? []
  }

  /// Returns the text of pending notifications for the container; nil if there are none.
  package static func text(of list: [PendingNotification]) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard !list.isEmpty, let data = try? encoder.encode(list) else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  /// Returns the notification as the app sees it at a time.
  func notification(at now: Instant) -> LocalNotification {
    let trigger: LocalNotification.Trigger =
      if let circle { .region(circle.region) } else { .after(max(.zero, (due ?? now) - now)) }
    return LocalNotification(identifier: identifier, title: title, body: body, trigger: trigger)
  }
}
