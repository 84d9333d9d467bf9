import Geodesy
import Timekeeping

/// How things stand with the receiver, for displays. Instants are the machine's own time.
package struct ReceiverStatus: Sendable, Hashable {
  package enum Connection: Sendable, Hashable {
    /// Nobody has named a receiver.
    case absent
    /// Not answered as yet; the reason is the last attempt's.
    case waiting(reason: String?, retriesAfter: TimeSpan?)
    case connected(release: String)
    /// It was there, and is asked again.
    case lost(reason: String, since: Instant, retriesAfter: TimeSpan)
    /// It is not asked again.
    case over(reason: String)
  }

  package struct Device: Sendable, Hashable {
    package var path: String
    /// Whether gpsd reads it; false for one that is unplugged.
    package var isActive: Bool
    /// When gpsd ceased to read it; nil for one that it reads, or never has.
    package var goneSince: Instant?

    package init(path: String, isActive: Bool) {
      self.path = path
      self.isActive = isActive
    }
  }

  /// Something the receiver said, and when it came.
  package struct Heard<Report: Sendable & Hashable>: Sendable, Hashable {
    package var report: Report
    package var at: Instant

    package init(_ report: Report, at: Instant) {
      self.report = report
      self.at = at
    }
  }

  /// A gpsd reads four unless it was built for more; a program that names thousands is none.
  static let deviceCountMax = 64

  package var connection = Connection.absent
  /// When gpsd last answered a new connection.
  package var connectedSince: Instant?
  /// In gpsd's order, at most `deviceCountMax`.
  package var devices: [Device] = []
  /// The path of the device whose fixes count, among several.
  package var followed: String?
  /// The last time that another device took the place of the one that was followed, in words.
  package var deviceChange: Heard<String>?
  /// The newest of the followed device's, with a fix or without; nil while it is not heard.
  package var position: Heard<PositionReport>?
  /// When the followed device was last heard, whatever has become of gpsd since.
  package var heardAt: Instant?
  /// The newest that says where it is.
  package var fix: Heard<PositionReport>?
  /// When the first report came that had no fix, of those that have had none since.
  package var withoutFixSince: Instant?
  /// The newest view that names satellites.
  package var sky: Heard<SkyReport>?
  /// Of all devices, since the program began.
  package var positionCount = 0
  package var rejectedCount = 0
  package var lastRejected: Heard<String>?
  /// How the receiver's time differs from the machine's, in words; nil while they agree within a minute.
  package var clockTrouble: String?
  /// The last time that the receiver's time was not after the one before.
  package var clockJump: Heard<String>?

  package init() {}
}
