import LivePhone
import Timekeeping

/// Whether there is a fix, and since when there is none.
extension LiveStatus {
  /// A receiver that says nothing for so long is silent; most speak once a second.
  private static let silenceMin = TimeSpan.seconds(30 as Int64)

  /// How long gpsd reads the receiver and hears nothing, if that is long.
  private var silence: TimeSpan? {
    guard let at = receiver.position?.at, time - at >= Self.silenceMin else { return nil }
    return time - at
  }

  var mode: FixMode {
    guard isConnected, silence == nil else { return .unknown }
    return receiver.position?.report.mode ?? .unknown
  }

  /// "3D, 9 of 14 satellites, ±3.2 m, 1.4 m/s", "no fix for 12 min 5 s, 0 of 9 satellites": what is known.
  var fixWords: [String] {
    guard isConnected else { return ["none"] }
    if receiver.devices.isEmpty, receiver.position == nil { return ["no word of a receiver"] }
    if let silence { return ["nothing heard for \(silence.wholeSecondsWords)"] }
    var words = [modeWords]
    if let sky = receiver.sky?.report {
      words.append("\(sky.satellitesUsed) of \(sky.satellitesInView) satellites")
    }
    guard mode >= .twoDimensional, let fix = receiver.fix?.report else { return words }
    if let accuracy = fix.horizontalAccuracyMeters {
      words.append("±\(accuracy.rounded(toDigits: 1)) m")
    }
    if let speed = fix.speedMetersPerSecond { words.append("\(speed.rounded(toDigits: 1)) m/s") }
    return words
  }

  private var modeWords: String {
    guard mode < .twoDimensional, let since = receiver.withoutFixSince,
      time - since >= .seconds(1.0)
    else { return mode.words }
    return "no fix for \((time - since).wholeSecondsWords)"
  }

  /// Since the last position came; nil where the words say it already.
  var fixAge: TimeSpan? {
    guard silence == nil, receiver.withoutFixSince == nil else { return nil }
    return receiver.fix.map { max(.zero, time - $0.at) }
  }
}

extension FixMode {
  var words: String {
    switch self {
    case .unknown: "no word of a fix"
    case .none: "no fix"
    case .twoDimensional: "2D"
    case .threeDimensional: "3D"
    }
  }
}

extension TimeSpan {
  /// "0 s", "42 s", "3 min 5 s": what changes more often cannot be read.
  var wholeSecondsWords: String {
    TimeSpan.seconds(max(0, nanoseconds / 1_000_000_000)).description
  }
}
