import LivePhone
import PhoneAPI
import Timekeeping
import TrackingEngine

/// All the data that a display of `odograph live` shows, at one instant.
struct LiveStatus: Sendable, Equatable {
  var time: Instant
  /// The time zone in which times are shown.
  var calendar: LocalCalendar
  var preset: String
  /// The address of gpsd.
  var gpsd: String
  var receiver = ReceiverStatus()
  var motion: MotionStates = []
  var isTracking = true
  var wishes: [ServiceWish] = []
  var trip: TripSummary?
  var queueLength = 0
  /// The time since a request was sent that has no answer yet; nil while none is under way.
  var answerAwaited: TimeSpan?
  /// The interval of sending; nil if records are sent only on request.
  var sendInterval: TimeSpan?
  var server: String?
  var lastUpload: UploadOutcome?
  /// A problem with the store, or a message of the tracker.
  var message: String?
  /// The address of the page, if there is one.
  var page: String?
  /// The path of the recording, if there is one.
  var recording: String?
  /// The current problem with the recording.
  var recordingTrouble: String?
}
