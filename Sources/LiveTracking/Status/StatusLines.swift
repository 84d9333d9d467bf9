import LivePhone
import Timekeeping

/// A printer of statuses as lines for logs and pipes.
///
/// It gives a line when the state changes, and a line each minute while only numbers change. Two
/// lines are at least `interval` apart. A change that is reverted within `interval` is not
/// reported.
struct StatusLines {
  var interval: TimeSpan
  private static let figuresInterval = TimeSpan.minutes(1)

  private var last: (words: String, time: TimeSpan)?
  /// The newest switch to another receiver before the previous line; nil if there was none.
  private var reportedChange: ReceiverStatus.Received<String>?

  init(interval: TimeSpan) { self.interval = interval }

  /// Returns the line for a status; nil if no line is due.
  ///
  /// - Parameter uptime: The current time of a clock that cannot be set.
  mutating func line(for status: LiveStatus, at uptime: TimeSpan) -> String? {
    let words = Self.words(of: status)
    if let last {
      let wait = words == last.words ? max(interval, Self.figuresInterval) : interval
      guard uptime - last.time >= wait else { return nil }
    }
    last = (words, uptime)
    let change = status.receiver.deviceChange
    defer { reportedChange = change }
    return Self.text(status, change: change == reportedChange ? nil : change?.report)
  }

  /// Returns the texts of a status that cause a new line when they change. Numbers that always
  /// change are left out.
  private static func words(of status: LiveStatus) -> String {
    var plain = status
    plain.calendar = .utc
    // A server's silence is reported once, and problems by their kind and not their figures.
    let silence = status.isServerSilent ? "no answer" : ""
    let rejection = status.receiver.rejectedCount > 0 ? "rejected" : ""
    let upload =
      status.lastUpload.map {
        $0.failure.map { "failed: \($0.advice(on: status.server))" } ?? "sent at \($0.instant)"
      } ?? ""
    return
      ([
        status.silence == nil ? plain.connectionWords : "silent", plain.mode.words,
        status.lateFixAge == nil ? "" : "late", status.lackOfReceiver ?? "",
        status.receiver.deviceChange.map { "\($0.at)" } ?? "", status.motionWords,
        "\(status.isTracking)", status.trip.map { "\($0.start) \($0.mode)" } ?? "",
        "\(status.sendInterval ?? .zero)", upload, silence,
        status.awaitedWords ?? "",
        status.receiver.clockTrouble ?? "", rejection, status.placeWords ?? "",
        status.accountWords ?? "", status.recordingTrouble ?? "",
        status.message ?? "", status.simulated?.stateWords ?? "",
      ] + status.wishWords + status.sensorNews + status.changedSettings).joined(separator: "\n")
  }

  /// Returns the state of the receiver, or the reason why it is unknown.
  private static func receiverWords(_ status: LiveStatus) -> String {
    var words = status.hasReceiver || status.silence != nil ? status.fixWords : []
    if let age = status.lateFixAge { words.append("\(age.wholeSecondsWords) old") }
    if words.isEmpty || !status.isConnected { words.append(status.connectionWords) }
    return words.joined(separator: ", ")
  }

  /// Returns the line for a status.
  ///
  /// - Parameter change: A sentence about a switch from one receiver to another; nil if there was
  ///   no switch since the previous line.
  static func text(_ status: LiveStatus, change: String? = nil) -> String {
    var status = status
    status.calendar = .utc
    var parts = [receiverWords(status)]
    if let change { parts.append(change) }
    if !status.motion.isEmpty { parts.append(status.motionWords) }
    parts.append(status.isTracking ? status.wishWords.joined(separator: ", ") : "tracking off")
    if let trip = status.tripWords { parts.append("trip by " + trip) }
    if let remark = status.recordedRemark { parts.append(remark) }
    if let place = status.placeWords { parts.append(place) }
    parts.append(status.queueWords)
    if status.server != nil, status.lastUpload != nil || status.isServerSilent {
      let isSent = status.lastUpload != nil && !status.hasServerTrouble
      parts.append((isSent ? "sent " : "") + status.uploadWords)
    }
    if let simulated = status.simulated { parts.append(simulated.lineWords) }
    parts += [
      status.receiverTrouble, status.sensorTrouble, status.recordingTrouble, status.message,
    ].compactMap { $0 }
    return printable("\(status.time) " + parts.joined(separator: " | "))
  }
}
