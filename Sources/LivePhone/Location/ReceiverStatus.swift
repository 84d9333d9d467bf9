import Geodesy
import Timekeeping

/// The state of the receiver, for displays. Instants are by the machine's own clock.
package struct ReceiverStatus: Sendable, Hashable {
  package enum Connection: Sendable, Hashable {
    /// No receiver was chosen.
    case absent
    /// gpsd has not answered yet. The reason is that of the last attempt.
    case waiting(reason: String?, retriesAfter: TimeSpan?)
    case connected(release: String)
    /// The connection was lost, and further attempts are made.
    case lost(reason: String, since: Instant, retriesAfter: TimeSpan)
    /// No further attempts are made.
    case over(reason: String)
  }

  package struct Device: Sendable, Hashable {
    package var path: String
    /// True if gpsd reads it; false if it is unplugged.
    package var isActive: Bool
    /// The time at which gpsd stopped reading it; nil if it reads it or never has.
    package var goneSince: Instant?

    package init(path: String, isActive: Bool) {
      self.path = path
      self.isActive = isActive
    }
  }

  /// A report and the time at which it arrived.
  package struct Heard<Report: Sendable & Hashable>: Sendable, Hashable {
    package var report: Report
    package var at: Instant

    package init(_ report: Report, at: Instant) {
      self.report = report
      self.at = at
    }
  }

  /// The limit on devices.
  ///
  /// gpsd reads four unless it was built for more. A program that lists thousands is not gpsd.
  static let deviceCountMax = 64

  package var connection = Connection.absent
  /// The time at which gpsd last answered a new connection.
  package var connectedSince: Instant?
  /// The devices in gpsd's order, at most `deviceCountMax`.
  package var devices: [Device] = []
  /// The path of the device whose fixes are used, if there are several.
  package var followed: String?
  /// The last change to another device, as a text.
  package var deviceChange: Heard<String>?
  /// The newest report of the followed device, with or without a fix; nil while it sends none.
  package var position: Heard<PositionReport>?
  /// The time of the followed device's last report, kept when gpsd is lost.
  package var heardAt: Instant?
  /// The newest report with a position.
  package var fix: Heard<PositionReport>?
  /// The time of the first report without a fix since the last fix.
  package var withoutFixSince: Instant?
  /// The newest view of the sky that lists satellites.
  package var sky: Heard<SkyReport>?
  /// The number of position reports of all devices since the program began.
  package var positionCount = 0
  package var rejectedCount = 0
  package var lastRejected: Heard<String>?
  /// The difference between the receiver's and the machine's time, as a text.
  ///
  /// It is nil while they agree within a minute.
  package var clockTrouble: String?
  /// The last jump of the receiver's time, backward or far forward.
  package var clockJump: Heard<String>?

  package init() {}
}
