import Dispatch
import Geodesy
import PhoneAPI
import Synchronization
import Terminal
import Text
import Timekeeping
import TrackingEngine

/// The commands of the user. Each command is performed and answered with a sentence.
extension LiveRun {
  /// Performs a command.
  ///
  /// - Parameter reply: Receives the answer, at once or when the server has answered.
  func perform(_ control: LiveControl, reply: @escaping (LiveAnswer) -> Void) {
    switch control {
    case .status: reply(.done(statusText))
    case .sendNow: reply(sendNow())
    case .tripStart(let mode): reply(startTrip(mode))
    case .tripStop: reply(stopTrip())
    case .tracking(let isOn): reply(setTracking(isOn))
    case .interval(let span): reply(setInterval(span))
    case .phone(let act): reply(performInLoop(act))
    case .set(let setting): reply(set(setting))
    case .settings: reply(.done(settingsText))
    case .setHome(let center, let radius): reply(setHome(center, radius))
    case .account(let control): perform(control, reply: reply)
    case .quit:
      quit()
      reply(.done("Quitting."))
    }
  }

  private var statusText: String {
    StatusScreen(columns: 100).lines(of: status).joined(separator: "\n")
  }

  private func sendNow() -> LiveAnswer {
    guard tracker.isTracking else {
      return .refused("Tracking is off, so nothing is sent.")
    }
    guard status.server != nil else {
      return .refused("There is no server. Set one with --server or --setup.")
    }
    let waiting = store.queueLength
    guard waiting > 0 else { return .done("No records wait to be sent.") }
    if tracker.isSending { return .done("Sending is already under way.") }
    tracker.perform(UserAction("sendNow"))
    return tracker.isSending
      ? .done("Sending; \(counted(waiting, "record")) waited.")
      : .refused("The tracker does not send the waiting records now.")
  }

  private func startTrip(_ mode: TripMode?) -> LiveAnswer {
    guard plan.preset.behaviors.contains(.trips) else {
      return .refused("The preset '\(plan.preset.name)' does not record trips.")
    }
    if let trip = tracker.trip {
      return .refused("A trip by \(trip.mode.rawValue) is under way; end it with trip-stop.")
    }
    tracker.perform(
      UserAction("startTrip", parameters: mode.map { ["mode": $0.rawValue] } ?? [:]))
    guard let trip = tracker.trip else { return .refused("The trip did not begin.") }
    let reason =
      mode == nil ? " (mode of the setting tripMode; by car: trip-start:car)" : ""
    return .done("A trip by \(trip.mode.rawValue) begins\(reason).")
  }

  private func stopTrip() -> LiveAnswer {
    guard tracker.trip != nil else { return .refused("There is no trip to end.") }
    let words = status.tripWords ?? ""
    tracker.perform(UserAction("stopTrip"))
    return .done("The trip is over: \(words).")
  }

  private func setTracking(_ isOn: Bool) -> LiveAnswer {
    let word = isOn ? "on" : "off"
    guard tracker.isTracking != isOn else { return .done("Tracking is \(word) already.") }
    tracker.perform(UserAction(isOn ? "startTracking" : "stopTracking"))
    return .done("Tracking is \(word).")
  }

  private func setHome(_ center: Coordinate, _ radiusMeters: Double?) -> LiveAnswer {
    guard plan.preset.behaviors.contains(.dailyStatistics) else {
      return .refused("The preset '\(plan.preset.name)' does not use a home.")
    }
    var parameters = ["latitude": "\(center.latitude)", "longitude": "\(center.longitude)"]
    parameters["radius"] = radiusMeters.map { "\($0)" }
    tracker.perform(UserAction("setHome", parameters: parameters))
    return tracker.home?.zone.center == center
      ? .done("Home is set: \(status.homeWords ?? "").") : .refused("Home was not set.")
  }

  /// Changes the interval of sending permanently, like the app's settings screen.
  private func setInterval(_ span: TimeSpan?) -> LiveAnswer {
    var wanted = tracker.everydaySettings
    wanted.sendInterval = span
    let text = TrackerSettings.definition(named: "sendInterval")?.text(in: wanted) ?? "off"
    tracker.perform(UserAction("changeSettings", parameters: ["sendInterval": text]))
    if tracker.configuration.sendsEachRecord {
      return .done("Sends each record at once\(span.map { ", and again every \($0)" } ?? "").")
    }
    return .done(span.map { "Sends every \($0)." } ?? "Sends only on request.")
  }

  private var message: String? {
    let messages = [storeTrouble, plan.messages.newest, plan.messages.notifications].compactMap {
      $0
    }
    return messages.isEmpty ? nil : messages.joined(separator: "; ")
  }

  private var accountState: LiveStatus.AccountState {
    guard tracker.account.isSignedIn else { return .signedOut }
    return .signedIn(patient: tracker.account.patient)
  }

  /// The current status of the tracker.
  var status: LiveStatus {
    let settings = tracker.everydaySettings
    let sends = !tracker.configuration.sentKinds.isEmpty
    return LiveStatus(
      time: phone.clock.now, calendar: plan.calendar, preset: plan.preset.name,
      gpsd: options.gpsd, receiver: phone.receiver, motion: tracker.motion,
      drives: tracker.driveRemark,
      isTracking: tracker.isTracking, wishes: tracker.wishes, trip: tracker.trip,
      tally: counter.tally(with: phone.undelivered), queueLength: store.queueLength,
      queueCounts: (try? store.queueCounts()) ?? QueueCounts(),
      answerAwaited: tracker.answerAwaited,
      sendInterval: settings.sendInterval,
      sendsEachRecord: tracker.configuration.sendsEachRecord,
      server: sends ? settings.endpoint : nil,
      lastUpload: tracker.lastUpload, today: tracker.today, home: tracker.home,
      account: plan.preset.behaviors.contains(.accountUpkeep) ? accountState : nil,
      message: message, page: page?.address,
      recording: options.record, recordingTrouble: recording?.troubleWords,
      sensors: sensors?.status, changedSettings: changedSettings, simulated: loopedStatus)
  }
}

/// An answer that one thread gives and another thread waits for.
final class AwaitedAnswer: Sendable {
  private let answer = Mutex<LiveAnswer?>(nil)
  private let arrival = DispatchSemaphore(value: 0)

  func give(_ answer: LiveAnswer) {
    self.answer.withLock { $0 = answer }
    arrival.signal()
  }

  /// Waits for the answer; nil if no answer arrives in time.
  func wait() -> LiveAnswer? {
    _ = arrival.wait(timeout: .now() + 10)
    return answer.withLock { $0 }
  }
}
