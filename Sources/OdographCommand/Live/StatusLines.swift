import Timekeeping

/// A status as lines for logs and pipes: one where something has changed, and one a minute while only figures
/// do; never two within `interval`. What changes and changes back in between is not told.
struct StatusLines {
  var interval: TimeSpan
  private static let figuresInterval = TimeSpan.minutes(1)

  private var last: (words: String, time: TimeSpan)?

  init(interval: TimeSpan) { self.interval = interval }

  /// - Parameter uptime: which no clock that is set changes.
  mutating func line(for status: LiveStatus, at uptime: TimeSpan) -> String? {
    let words = Self.words(of: status)
    if let last {
      let wait = words == last.words ? max(interval, Self.figuresInterval) : interval
      guard uptime - last.time >= wait else { return nil }
    }
    last = (words, uptime)
    return Self.text(status)
  }

  /// What is worth a line: no figures that never stand still.
  private static func words(of status: LiveStatus) -> String {
    var plain = status
    plain.calendar = .utc
    // A server's silence is told once, troubles by what they are and not by their figures.
    let silence = status.isServerSilent ? "no answer" : ""
    let rejection = status.receiver.rejectedCount > 0 ? "rejected" : ""
    let upload =
      status.lastUpload.map {
        $0.failure.map { "failed: \($0.words)" } ?? "sent at \($0.instant)"
      } ?? ""
    return
      ([
        plain.connectionWords, plain.mode.words, status.motionWords,
        "\(status.isTracking)", status.trip.map { "\($0.start) \($0.mode)" } ?? "",
        "\(status.sendInterval ?? .zero)", upload, silence,
        status.receiver.clockTrouble ?? "", rejection, status.recordingTrouble ?? "",
        status.message ?? "",
      ] + status.wishWords).joined(separator: "\n")
  }

  static func text(_ status: LiveStatus) -> String {
    var status = status
    status.calendar = .utc
    var parts = [
      status.hasReceiver ? status.fixWords.joined(separator: ", ") : status.connectionWords
    ]
    if !status.motion.isEmpty { parts.append(status.motionWords) }
    parts.append(status.isTracking ? status.wishWords.joined(separator: ", ") : "tracking off")
    if let trip = status.tripWords { parts.append("trip by " + trip) }
    parts.append(status.queueWords)
    if status.server != nil, status.lastUpload != nil || status.isServerSilent {
      let isSent = status.lastUpload != nil && !status.hasServerTrouble
      parts.append((isSent ? "sent " : "") + status.uploadWords)
    }
    parts += [status.receiverTrouble, status.recordingTrouble, status.message].compactMap { $0 }
    return printable("\(status.time) " + parts.joined(separator: " | "))
  }
}
