import Evaluation
import PhoneAPI
import SimulatedPhone
import Timekeeping
import TrackingEngine

/// Takes what a run produces as it is produced, so that nothing has to be kept to its end.
public protocol RunSink: AnyObject {
  func record(_ record: Record)
  func timeline(_ row: TimelineRow)
  func note(_ note: PhoneNote)
}

/// The state of phone and tracker from `instant` on, until the next row.
public struct TimelineRow: Sendable, Hashable {
  public var instant: Instant
  public var app: String
  public var positioning: String
  public var batteryPercent: Int
  public var queueLength: Int
  public var authorization: String
  public var isPaused: Bool
}
