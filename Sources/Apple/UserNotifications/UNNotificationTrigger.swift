import AppleProcess
import CoreLocation
import Foundation
import PhoneAPI
import Timekeeping

/// The condition for which a notification waits.
open class UNNotificationTrigger: NSObject, @unchecked Sendable {
  /// True if the notification comes again and again.
  ///
  /// Stand-in: the phone shows it once.
  public let repeats: Bool

  init(repeats: Bool) { self.repeats = repeats }

  var trigger: LocalNotification.Trigger { .after(.zero) }
}

/// A trigger after a time span.
open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
  /// The time span in seconds.
  public let timeInterval: TimeInterval

  /// Creates a trigger.
  public init(timeInterval: TimeInterval, repeats: Bool) {
    self.timeInterval = timeInterval
    super.init(repeats: repeats)
  }

  /// Returns the time of the next notification, if it were added now.
  open func nextTriggerDate() -> Date? { Date(timeIntervalSinceNow: timeInterval) }

  override var trigger: LocalNotification.Trigger { .after(.seconds(timeInterval)) }
}

/// A trigger at a time of the calendar.
open class UNCalendarNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
  /// The parts of the time that have to match.
  public let dateComponents: DateComponents

  /// Creates a trigger.
  public init(dateMatching dateComponents: DateComponents, repeats: Bool) {
    self.dateComponents = dateComponents
    super.init(repeats: repeats)
  }

  /// Returns the next time that matches; nil if there is none.
  open func nextTriggerDate() -> Date? {
    Calendar.current.nextDate(
      after: Date(), matching: dateComponents, matchingPolicy: .nextTime)
  }

  override var trigger: LocalNotification.Trigger {
    .after(.seconds(nextTriggerDate()?.timeIntervalSinceNow ?? .greatestFiniteMagnitude))
  }
}

/// A trigger at the border of a region, which also comes with When In Use (REG-12).
open class UNLocationNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
  /// The region.
  public let region: CLRegion

  /// Creates a trigger.
  public init(region: CLRegion, repeats: Bool) {
    self.region = region
    super.init(repeats: repeats)
  }

  override var trigger: LocalNotification.Trigger {
    guard let circle = region as? CLCircularRegion else { return .after(.zero) }
    return .region(circle.region)
  }
}

extension UNNotificationRequest {
  /// Creates the request of a notification that an earlier process has added.
  convenience init(_ notification: LocalNotification) {
    let content = UNMutableNotificationContent()
    content.title = notification.title
    content.body = notification.body
    let trigger: UNNotificationTrigger =
      switch notification.trigger {
      case .after(let span):
        UNTimeIntervalNotificationTrigger(timeInterval: span.seconds, repeats: false)
      case .region(let region):
        UNLocationNotificationTrigger(region: CLCircularRegion(region), repeats: false)
      }
    self.init(identifier: notification.identifier, content: content, trigger: trigger)
  }
}
