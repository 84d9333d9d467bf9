import LivePhone
import PhoneAPI
import Terminal
import Text
import Timekeeping
import TrackingEngine

/// What the parts of a status are called, on the screen as in lines.
extension LiveStatus {
  var connectionWords: String {
    switch receiver.connection {
    case .absent: "none"
    case .waiting(nil, _): "waiting for gpsd at \(gpsd)"
    case .waiting(let reason?, _): "\(reason); waiting for it"
    case .connected(let release): "gpsd \(release) at \(gpsd), \(deviceWords)"
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

  /// Whether gpsd reads a receiver, or may be about to.
  var hasReceiver: Bool {
    isConnected && (receiver.devices.isEmpty || receiver.devices.contains(where: \.isActive))
  }

  var isConnected: Bool { if case .connected = receiver.connection { true } else { false } }

  var receiverTrouble: String? {
    let rejected = receiver.lastRejected.map {
      "\(counted(receiver.rejectedCount, "line")) of gpsd's could not be read, the last: \($0.report)"
    }
    let troubles = [strangerTrouble, lackOfReceiver, receiver.clockTrouble, rejected].compactMap {
      $0
    }
    return troubles.isEmpty ? nil : troubles.joined(separator: "; ")
  }

  /// gpsd has answered for a while, and has nothing to read: nobody has plugged one in, or told gpsd of it.
  var lackOfReceiver: String? {
    guard isConnected, receiver.devices.isEmpty, receiver.position == nil,
      let since = receiver.connectedSince, time - since >= ReceiverWatch.lackMin
    else { return nil }
    return ReceiverWatch.lack
  }

  /// The receiver that was named is none of gpsd's.
  private var strangerTrouble: String? {
    let paths = receiver.devices.map(\.path)
    guard isConnected, let followed = receiver.followed, !paths.isEmpty, !paths.contains(followed)
    else { return nil }
    return "gpsd has no receiver \(followed); it has \(paths.joined(separator: ", "))"
  }

  /// "14:03:27", as the clocks show it here.
  func clock(_ instant: Instant) -> String { calendar.clockWithSeconds(instant) }

  var motionWords: String { motion.isEmpty ? "not known" : motion.words }

  var wishWords: [String] {
    guard isTracking else { return [] }
    return wishes.isEmpty ? ["nothing is asked of the phone"] : wishes.map(\.words)
  }

  var tripWords: String? {
    guard let trip else { return nil }
    let duration = max(.zero, TimeSpan.seconds(time.wholeSeconds - trip.start.wholeSeconds))
    return "\(trip.mode.rawValue), \(duration), \(trip.distanceMeters.distanceWords)"
  }

  var queueWords: String {
    let waiting = queueLength == 0 ? "nothing waits" : "\(counted(queueLength, "record")) waiting"
    if server == nil { return waiting + "; there is no server" }
    guard let sendInterval else { return waiting + "; sent by hand alone" }
    return "\(waiting); sent every \(sendInterval)"
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

  /// When nothing has got through for a while.
  var serverTrouble: String? {
    guard let lastUpload, let failure = lastUpload.failure, let since = lastUpload.failingSince,
      time - since >= .minutes(1)
    else { return nil }
    return "nothing has reached the server since \(clock(since)): \(failure.advice(on: server))"
  }

  /// Of an answer that others would have given by now.
  private var waitWords: String? {
    guard let answerAwaited, answerAwaited >= .seconds(3 as Int64) else { return nil }
    return "waiting for the server's answer for \(answerAwaited.wholeSecondsWords)"
  }

  /// So long that something must be the matter.
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

extension ServiceWish {
  /// "standard updates, best, each 10 m (standardUpdates, as motionAdaption has it)".
  package var words: String {
    let by =
      adapter.map { "\(behavior.rawValue), as \($0.rawValue) has it" } ?? behavior.rawValue
    return "\(service.words) (\(by))"
  }
}

extension ServiceWish.Service {
  fileprivate var words: String {
    switch self {
    case .standardUpdates(let accuracy, let filter):
      "standard updates, \(accuracy.words)" + (filter.map { ", each \($0.distanceWords)" } ?? "")
    case .liveUpdates: "live updates"
    case .significantChanges: "significant changes"
    case .visits: "visits"
    case .oneFix(let interval): "one fix each \(interval)"
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
  /// "340 m", "12.7 km".
  fileprivate var distanceWords: String {
    self < 1000 ? "\(rounded(toDigits: 0)) m" : "\((self / 1000).rounded(toDigits: 2)) km"
  }

  /// With exactly so many digits after the point.
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
