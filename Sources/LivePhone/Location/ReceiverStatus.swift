import Geodesy
import Timekeeping

/// The state of the receivers, for displays. Instants refer to the machine's own clock.
package struct ReceiverStatus: Sendable, Hashable {
  package enum Connection: Sendable, Hashable {
    /// The program has no receiver to use.
    case absent
    /// gpsd has not answered yet. `reason` is the reason why the last attempt failed; nil before
    /// the first attempt.
    case waiting(reason: String?, retriesAfter: TimeSpan?)
    case connected(release: String)
    /// The connection to gpsd was lost, and the phone tries again.
    case lost(reason: String, since: Instant, retriesAfter: TimeSpan)
    /// The connection to gpsd ended, and the phone does not try again.
    case over(reason: String)
  }

  package struct Device: Sendable, Hashable {
    package var path: String
    /// True if gpsd reads the device; false if it is unplugged.
    package var isActive: Bool
    /// The time at which gpsd stopped reading the device.
    ///
    /// Nil while gpsd reads the device, and nil if gpsd has never read the device.
    package var goneSince: Instant?

    package init(path: String, isActive: Bool) {
      self.path = path
      self.isActive = isActive
    }
  }

  /// A report and the time at which it arrived.
  package struct Received<Report: Sendable & Hashable>: Sendable, Hashable {
    package var report: Report
    package var at: Instant

    package init(_ report: Report, at: Instant) {
      self.report = report
      self.at = at
    }
  }

  /// The largest number of devices that the status lists.
  ///
  /// gpsd reads at most four devices unless it was built for more. A program that lists thousands
  /// of devices is not gpsd.
  static let deviceCountMax = 64

  package var connection = Connection.absent
  /// The time at which gpsd last answered a new connection.
  package var connectedSince: Instant?
  /// The devices in the order in which gpsd lists them, at most `deviceCountMax`.
  package var devices: [Device] = []
  /// The path of the device whose fixes the app gets; nil while no device is chosen.
  package var followed: String?
  /// A text about the last time at which the phone began to follow another device.
  package var deviceChange: Received<String>?
  /// The newest position report of the followed device, with or without a fix.
  ///
  /// Nil before the first report, and after the connection or the device is lost.
  package var position: Received<PositionReport>?
  /// The time at which the followed device's last report arrived. The time remains known after the
  /// connection to gpsd is lost.
  package var receivedAt: Instant?
  /// The newest position report that contains a position.
  package var fix: Received<PositionReport>?
  /// The time of the first report without a fix after the newest fix; nil while the receiver has a
  /// fix.
  package var withoutFixSince: Instant?
  /// The newest sky report that lists satellites.
  package var sky: Received<SkyReport>?
  /// The number of position reports of all devices since the program began.
  package var positionCount = 0
  package var rejectedCount = 0
  package var lastRejected: Received<String>?
  /// A text about the difference between the receiver's time and the machine's time.
  ///
  /// Nil while the difference is at most a minute.
  package var clockTrouble: String?
  /// A text about the last jump of the receiver's time, backward or far forward.
  package var clockJump: Received<String>?

  package init() {}
}
