import Foundation

/// The centers of notifications, with the interface of Foundation's. The default center belongs to
/// the app's process: a new launch begins without observers.
open class NotificationCenter: Foundation.NotificationCenter, @unchecked Sendable {
  open override class var `default`: Foundation.NotificationCenter { CurrentPhone.context.center }
}
