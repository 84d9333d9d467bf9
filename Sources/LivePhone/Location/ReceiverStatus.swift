import Geodesy
import Timekeeping

/// How things stand with the receiver, for displays. Instants are the machine's own time.
public struct ReceiverStatus: Sendable, Hashable {
  public enum Connection: Sendable, Hashable {
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

  public struct Device: Sendable, Hashable {
    public var path: String
    /// Whether gpsd reads it; false for one that is unplugged.
    public var isActive: Bool
    /// When gpsd ceased to read it; nil for one that it reads, or never has.
    public var goneSince: Instant?

    public init(path: String, isActive: Bool) {
      self.path = path
      self.isActive = isActive
    }
  }

  /// Something the receiver said, and when it came.
  public struct Heard<Report: Sendable & Hashable>: Sendable, Hashable {
    public var report: Report
    public var at: Instant

    public init(_ report: Report, at: Instant) {
      self.report = report
      self.at = at
    }
  }

  public var connection = Connection.absent
  /// When gpsd last answered a new connection.
  public var connectedSince: Instant?
  /// In gpsd's order.
  public var devices: [Device] = []
  /// The path of the device whose fixes count, among several.
  public var followed: String?
  /// The last time that another device took the place of the one that was followed, in words.
  public var deviceChange: Heard<String>?
  /// The newest of the followed device's, with a fix or without; nil while it is not heard.
  public var position: Heard<PositionReport>?
  /// When the followed device was last heard, whatever has become of gpsd since.
  public var heardAt: Instant?
  /// The newest that says where it is.
  public var fix: Heard<PositionReport>?
  /// When the first report came that had no fix, of those that have had none since.
  public var withoutFixSince: Instant?
  /// The newest view that names satellites.
  public var sky: Heard<SkyReport>?
  /// Of all devices, since the program began.
  public var positionCount = 0
  public var rejectedCount = 0
  public var lastRejected: Heard<String>?
  /// How the receiver's time differs from the machine's, in words; nil while they agree within a minute.
  public var clockTrouble: String?
  /// The last time that the receiver's time was not after the one before.
  public var clockJump: Heard<String>?

  public init() {}
}
