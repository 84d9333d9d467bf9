import LivePhone
import Timekeeping

/// The texts about the fix, and about the time without a fix.
extension LiveStatus {
  /// The time without data after which a receiver counts as silent. Most receivers send data once a
  /// second.
  private static let silenceMin = ReceiverWatch.silenceMin

  /// The greatest age at which a position is shown without its age.
  private static let recentMax = TimeSpan.seconds(10 as Int64)

  /// The time since gpsd's receivers last sent data; nil if it is less than `silenceMin`.
  ///
  /// The time also grows while the connection to gpsd is lost, because a receiver that hangs can
  /// make gpsd hang too.
  var silence: TimeSpan? {
    guard isConnected || isLost, !hasGone, let at = receiver.position?.at ?? receiver.receivedAt,
      time - at >= Self.silenceMin
    else { return nil }
    return time - at
  }

  private var isLost: Bool { if case .lost = receiver.connection { true } else { false } }

  /// True if gpsd has reported that it no longer reads any receiver.
  private var hasGone: Bool {
    isConnected && !receiver.devices.isEmpty
      && receiver.devices.allSatisfy { $0.goneSince != nil }
  }

  var mode: FixMode {
    guard isConnected, silence == nil else { return .unknown }
    return receiver.position?.report.mode ?? .unknown
  }

  /// The texts about the fix, such as "3D", "9 of 14 satellites", "±3.2 m" and "1.4 m/s", or "no
  /// fix for 12 min 5 s" and "0 of 9 satellites".
  var fixWords: [String] {
    if let silence { return ["no data for \(silence.wholeSecondsWords)"] }
    guard isConnected else { return ["none"] }
    if receiver.devices.isEmpty, receiver.position == nil { return ["no report from a receiver"] }
    var words = [modeWords]
    if let sky = receiver.sky, time - sky.at < Self.silenceMin {
      let sky = sky.report
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

  /// The age of the last position; nil if `fixWords` already contains it.
  var fixAge: TimeSpan? {
    guard silence == nil, receiver.withoutFixSince == nil else { return nil }
    return receiver.fix.map { max(.zero, time - $0.at) }
  }

  /// The age of the last fix if the next fix is late; nil if it is not late.
  var lateFixAge: TimeSpan? {
    guard mode >= .twoDimensional, let fixAge, fixAge >= Self.recentMax else { return nil }
    return fixAge
  }

  var positionWords: String? {
    guard let fix = receiver.fix, let place = fix.report.coordinate else { return nil }
    let words = [
      place.latitude.rounded(toDigits: 5), place.longitude.rounded(toDigits: 5),
      fix.report.mode == .threeDimensional
        ? fix.report.altitudeMeters.map { "altitude \($0.rounded(toDigits: 0)) m" } : nil,
    ].compactMap { $0 }.joined(separator: ", ")
    let age = time - fix.at
    return age < Self.recentMax ? words : "\(words), \(age.wholeSecondsWords) old"
  }
}

extension FixMode {
  package var words: String {
    switch self {
    case .unknown: "fix not reported"
    case .none: "no fix"
    case .twoDimensional: "2D"
    case .threeDimensional: "3D"
    }
  }
}

extension TimeSpan {
  /// The span as text in whole seconds: "0 s", "42 s" or "3 min 5 s".
  ///
  /// Users cannot read numbers that change more often than once a second.
  var wholeSecondsWords: String {
    TimeSpan.seconds(max(0, nanoseconds / 1_000_000_000)).description
  }
}
