import LivePhone
import PhoneAPI
import Timekeeping
import TrackingEngine

/// The data that a display of `odograph live` shows at one instant.
struct LiveStatus: Sendable, Equatable {
  enum AccountState: Sendable, Equatable {
    case signedOut
    /// The user's number at the server is nil until the server has reported it.
    case signedIn(patient: String?)
  }

  var time: Instant
  /// The time zone in which the display shows times.
  var calendar: LocalCalendar
  var preset: String
  /// The host and port of gpsd, or `LiveOptions.noGPSD`.
  var gpsd: String
  var receiver = ReceiverStatus()
  var motion: MotionStates = []
  /// The tracker's remark on how it detects drives; nil if there is none.
  var drives: String?
  var isTracking = true
  var wishes: [ServiceRequest] = []
  var trip: TripSummary?
  var tally = RecordTally()
  var queueLength = 0
  /// The waiting records by kind; empty if they could not be counted.
  var queueCounts = QueueCounts()
  /// The time since the tracker sent a request that the server has not answered yet; nil if there
  /// is no such request.
  var answerAwaited: TimeSpan?
  /// The interval at which records are sent; nil if the tracker sends them only on request.
  var sendInterval: TimeSpan?
  /// True if the tracker sends each record when it is made. It then uses the interval only for
  /// records that did not arrive.
  var sendsEachRecord = false
  var server: String?
  var lastUpload: UploadOutcome?
  /// The statistics of the current day; nil if the tracker makes none.
  var today: DayStatistics?
  var home: HomeLocation?
  /// The state of the user's account; nil if the tracker has no account.
  var account: AccountState?
  /// A problem with the store, or a message of the tracker.
  var message: String?
  /// The address of the page with the map; nil if there is no page.
  var page: String?
  /// The path of the recording; nil if the tracker makes none.
  var recording: String?
  /// A description of the recording's current problem; nil if there is none.
  var recordingTrouble: String?
  /// The state of the readings of another device; nil without `--sensors`.
  var sensors: SensorStatus?
  /// The settings that differ from the preset, as "name=value".
  var changedSettings: [String] = []
  /// The simulated phone in the receiver's loop; nil if there is none.
  var simulated: LoopedStatus?
}
