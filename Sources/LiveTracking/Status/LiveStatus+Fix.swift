import LivePhone
import Timekeeping

/// Whether there is a fix, and since when there is none.
extension LiveStatus {
  /// A receiver that says nothing for so long is silent; most speak once a second.
  private static let silenceMin = ReceiverWatch.silenceMin

  /// What is older is not shown without its age.
  private static let recentMax = TimeSpan.seconds(10 as Int64)

  /// How long nothing has been heard of a receiver that nobody has seen go, if that is long. It is one silence
  /// whether gpsd answers in it or not: what hangs with the receiver may be gpsd itself.
  var silence: TimeSpan? {
    guard isConnected || isLost, !hasGone, let at = receiver.position?.at ?? receiver.heardAt,
      time - at >= Self.silenceMin
    else { return nil }
    return time - at
  }

  private var isLost: Bool { if case .lost = receiver.connection { true } else { false } }

  /// Whether gpsd has said that it reads none of its receivers any more.
  private var hasGone: Bool {
    isConnected && !receiver.devices.isEmpty
      && receiver.devices.allSatisfy { $0.goneSince != nil }
  }

  var mode: FixMode {
    guard isConnected, silence == nil else { return .unknown }
    return receiver.position?.report.mode ?? .unknown
  }

  /// "3D, 9 of 14 satellites, ±3.2 m, 1.4 m/s", "no fix for 12 min 5 s, 0 of 9 satellites": what is known.
  var fixWords: [String] {
    if let silence { return ["nothing heard for \(silence.wholeSecondsWords)"] }
    guard isConnected else { return ["none"] }
    if receiver.devices.isEmpty, receiver.position == nil { return ["no word of a receiver"] }
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

  /// Since the last position came; nil where the words say it already.
  var fixAge: TimeSpan? {
    guard silence == nil, receiver.withoutFixSince == nil else { return nil }
    return receiver.fix.map { max(.zero, time - $0.at) }
  }

  /// Of a fix that should have been followed by another.
  var lateFixAge: TimeSpan? {
    guard mode >= .twoDimensional, let fixAge, fixAge >= Self.recentMax else { return nil }
    return fixAge
  }

  var positionWords: String? {
    guard let fix = receiver.fix, let place = fix.report.coordinate else { return nil }
    let words = "\(place.latitude.rounded(toDigits: 5)), \(place.longitude.rounded(toDigits: 5))"
    let age = time - fix.at
    return age < Self.recentMax ? words : "\(words), \(age.wholeSecondsWords) old"
  }
}

extension FixMode {
  package var words: String {
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
