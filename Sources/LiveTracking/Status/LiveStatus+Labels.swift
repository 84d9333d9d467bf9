import LivePhone
import PhoneAPI
import Terminal
import Text
import Timekeeping
import TrackingEngine

/// The texts of a status, which the screen and the lines share.
extension LiveStatus {
  var connectionWords: String {
    switch receiver.connection {
    case .absent: "none"
    case .waiting(nil, _): "waiting for gpsd at \(gpsd)"
    case .waiting(let reason?, _): "\(reason); waiting for it"
    case .connected(let release): "\(sourceWords(release)), \(deviceWords)"
    case .lost(let reason, let since, _): "\(reason), since \(clock(since)); waiting for it"
    case .over(let reason): reason
    }
  }

  private var deviceWords: String {
    let active = receiver.devices.filter(\.isActive).map(\.path)
    if active.isEmpty {
      let gone = receiver.devices.map { device in
        device.path + (device.goneSince.map { " is gone, since \(clock($0))" } ?? " is silent")
      }
      return gone.isEmpty ? "no receiver there" : gone.joined(separator: ", ")
    }
    guard let followed = receiver.followed, active.count > 1 else {
      return active.joined(separator: ", ")
    }
    return "\(followed) of \(active.count) receivers"
  }

  /// True if gpsd reads a receiver, or if the receivers are not known yet.
  var hasReceiver: Bool {
    isConnected && (receiver.devices.isEmpty || receiver.devices.contains(where: \.isActive))
  }

  var isConnected: Bool { if case .connected = receiver.connection { true } else { false } }

  var receiverTrouble: String? {
    let rejected = receiver.lastRejected.map {
      "\(counted(receiver.rejectedCount, "line")) from gpsd could not be read, "
        + "the last: \($0.report)"
    }
    let troubles = [strangerTrouble, lackOfReceiver, receiver.clockTrouble, rejected].compactMap {
      $0
    }
    return troubles.isEmpty ? nil : troubles.joined(separator: "; ")
  }

  /// The warning that gpsd has no receiver; nil if there is no such problem.
  ///
  /// The warning appears some seconds after gpsd has connected. Either no receiver is plugged in,
  /// or the user has to add the receiver to gpsd.
  var lackOfReceiver: String? {
    guard isConnected, receiver.devices.isEmpty, receiver.position == nil,
      let since = receiver.connectedSince, time - since >= ReceiverWatch.lackMin
    else { return nil }
    return takesFedPositions ? "the sensor feed has sent no position" : ReceiverWatch.lack
  }

  /// The warning that gpsd lacks the receiver that the user chose; nil if there is no such problem.
  private var strangerTrouble: String? {
    let paths = receiver.devices.map(\.path)
    guard isConnected, let followed = receiver.followed, !paths.isEmpty, !paths.contains(followed)
    else { return nil }
    return "gpsd has no receiver \(followed); it has \(paths.joined(separator: ", "))"
  }

  /// Returns the time of day in the status's time zone, such as "14:03:27".
  func clock(_ instant: Instant) -> String { calendar.clockWithSeconds(instant) }

  var motionWords: String { motion.isEmpty ? "unknown" : motion.words }

  var wishWords: [String] {
    guard isTracking else { return [] }
    return wishes.isEmpty ? ["no location service in use"] : wishes.map(\.words)
  }

  var tripWords: String? {
    guard let trip else { return nil }
    let duration = max(.zero, TimeSpan.seconds(time.wholeSeconds - trip.start.wholeSeconds))
    return "\(trip.mode.rawValue), \(duration), \(trip.distanceMeters.distanceWords)"
  }

  var queueWords: String {
    let waiting =
      queueLength == 0 ? "no records waiting" : "\(counted(queueLength, "record")) waiting"
    let kinds = queueLength == 0 ? "" : queueCounts.words
    return waiting + (kinds.isEmpty ? "" : " (\(kinds))") + "; " + sendingWords
  }

  private var sendingWords: String {
    if server == nil { return "there is no server" }
    switch (sendsEachRecord, sendInterval) {
    case (false, nil): return "sent only on request"
    case (false, let interval?): return "sent every \(interval)"
    case (true, nil): return "each sent at once"
    case (true, let interval?): return "each sent at once, and again every \(interval)"
    }
  }

  var uploadWords: String {
    guard let lastUpload else {
      return waitWords ?? (answerAwaited == nil ? "nothing yet" : "now")
    }
    let count = counted(lastUpload.recordCount, "record")
    let at = clock(lastUpload.instant)
    let outcome =
      lastUpload.failure.map { "\(count) did not arrive at \(at): \($0.advice(on: server))" }
      ?? "\(count) at \(at)"
    return [outcome, waitWords].compactMap { $0 }.joined(separator: "; ")
  }

  /// The warning about failing uploads; nil unless uploads have failed for at least a minute.
  var serverTrouble: String? {
    guard let lastUpload, let failure = lastUpload.failure, let since = lastUpload.failingSince,
      time - since >= .minutes(1)
    else { return nil }
    return "nothing has reached the server since \(clock(since)): \(failure.advice(on: server))"
  }

  /// A message about the wait for the server's answer; nil if the wait is shorter than three
  /// seconds.
  private var waitWords: String? {
    guard let answerAwaited, answerAwaited >= .seconds(3 as Int64) else { return nil }
    return "waiting for the server's answer for \(answerAwaited.wholeSecondsWords)"
  }

  /// True if the server has not answered a request for ten seconds, which indicates a problem.
  var isServerSilent: Bool { answerAwaited.map { $0 >= .seconds(10 as Int64) } ?? false }

  var hasServerTrouble: Bool { lastUpload?.failure != nil }
}

extension MotionStates {
  package var words: String {
    let names: [(MotionStates, String)] = [
      (.stationary, "stationary"), (.walking, "walking"), (.running, "running"),
      (.cycling, "cycling"), (.automotive, "automotive"),
    ]
    return names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}

extension ServiceRequest {
  /// A description of the location request, such as "standard updates, best, every 10 m
  /// (standardUpdates, set by motionAdaption)".
  package var words: String {
    let by =
      adapter.map { "\(behavior.rawValue), set by \($0.rawValue)" } ?? behavior.rawValue
    return "\(service.words) (\(by))"
  }
}

extension ServiceRequest.Service {
  fileprivate var words: String {
    switch self {
    case .standardUpdates(let accuracy, let filter):
      "standard updates, \(accuracy.words)" + (filter.map { ", every \($0.distanceWords)" } ?? "")
    case .liveUpdates: "live updates"
    case .significantChanges: "significant changes"
    case .visits: "visits"
    case .oneFix(let interval): "one fix every \(interval)"
    case .region(let region): "region \(region.identifier), \(region.radiusMeters.distanceWords)"
    }
  }
}

extension DesiredAccuracy {
  fileprivate var words: String {
    switch self {
    case .bestForNavigation: "best for navigation"
    case .best: "best"
    case .nearestTenMeters: "10 m"
    case .hundredMeters: "100 m"
    case .kilometer: "1 km"
    case .threeKilometers: "3 km"
    case .reduced: "reduced"
    }
  }
}

extension Double {
  /// A distance in meters as text, such as "340 m" or "12.7 km".
  fileprivate var distanceWords: String {
    self < 1000 ? "\(rounded(toDigits: 0)) m" : "\((self / 1000).rounded(toDigits: 2)) km"
  }

  /// Returns the number as text with this number of digits after the decimal point.
  package func rounded(toDigits digits: Int) -> String {
    guard isFinite, abs(self) < 1e12 else { return "?" }
    var power = 1
    for _ in 0..<digits { power *= 10 }
    let units = Int((self * Double(power)).rounded())
    guard digits > 0 else { return "\(units)" }
    let fraction = "\(abs(units) % power)"
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(units < 0 ? "-" : "")\(abs(units) / power).\(zeros)\(fraction)"
  }
}
