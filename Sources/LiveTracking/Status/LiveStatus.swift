import LivePhone
import PhoneAPI
import Timekeeping
import TrackingEngine

/// Everything that a display of `odograph live` shows, at one instant.
struct LiveStatus: Sendable, Equatable {
  var time: Instant
  /// Whose clocks times are shown by.
  var calendar: LocalCalendar
  var preset: String
  /// Where the gpsd listens.
  var gpsd: String
  var receiver = ReceiverStatus()
  var motion: MotionStates = []
  var isTracking = true
  var wishes: [ServiceWish] = []
  var trip: TripSummary?
  var queueLength = 0
  /// For how long the answer to a request has been awaited; nil while none is under way.
  var answerAwaited: TimeSpan?
  /// Nil sends by hand alone.
  var sendInterval: TimeSpan?
  var server: String?
  var lastUpload: UploadOutcome?
  /// Trouble with the store, or what the tracker tells the person.
  var message: String?
  /// Where the page is to be seen.
  var page: String?
  /// Where what comes in is written to, if it is.
  var recording: String?
  /// What is the matter with it.
  var recordingTrouble: String?
}
