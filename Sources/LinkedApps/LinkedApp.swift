import Foundation
import PhoneAPI
import PhoneLink
import RunObservation
import Scenarios
import Timekeeping

/// An app that runs in a process of its own, as the simulated phone sees it.
///
/// Each launch starts a process. The phone's events go to it over a socket, one at a time: the
/// process handles an event, calls the phone, and says that it is done and when it next has work.
/// Its clocks follow the phone's. The object is released when the phone kills the process, and its
/// `deinit` ends the real process.
final class LinkedApp: App {
  let phone: any Phone
  let records: AppRecords
  let process: ChildProcess
  let keeper: AppRecordKeeper
  private let home: AppHome
  private let onFailure: (AppFailure) -> Void
  private let limitSeconds: Double
  private let settings: LinkObject
  private let sceneDelegate: String?

  var objects = LinkedObjects()
  /// The positions that count as recorded by the app.
  var recording: RecordedBy
  private var isHandling = false
  /// The positions of events that the app has not handled yet.
  private var heldPositions: [Location] = []
  private var waiting: [(message: LinkObject, positions: [Location])] = []
  private var wakeUp: (timer: TimerToken, due: TimeSpan)?
  private var hasFailed = false
  private(set) var lastEvent = ""
  /// True once the process has sent a line.
  private var hasSpoken = false
  private var progress = (uptime: TimeSpan.zero, real: SuspendingClock.now)

  init(
    _ process: ChildProcess, phone: any Phone, records: AppRecords, keeper: AppRecordKeeper,
    home: AppHome, of app: AppFile,
    onFailure: @escaping (AppFailure) -> Void
  ) {
    self.process = process
    self.phone = phone
    self.records = records
    self.keeper = keeper
    self.home = home
    recording = keeper.policy
    limitSeconds = app.limitSeconds
    sceneDelegate = app.sceneDelegate
    settings = LinkObject(
      Dictionary(app.settings.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }))
    self.onFailure = onFailure
    phone.device.onPowerChange = { [weak self] in self?.deliver(.power) }
    phone.device.onThermalStateChange = { [weak self] in self?.deliver(.thermalState) }
    phone.application.onBackgroundRefreshChange = { [weak self] in
      self?.deliver(.backgroundRefresh)
    }
    phone.notifications.onResponse = { [weak self] identifier, action in
      self?.deliver(
        .notificationResponse, ["identifier": .text(identifier), "action": .text(action)])
    }
    phone.audioSession.onRouteChange = { [weak self] in self?.deliver(.audioRoute) }
    phone.bluetooth.onConnectionChange = { [weak self] name, isConnected in
      self?.deliver(.accessory, ["name": .text(name), "connected": .flag(isConnected)])
    }
    phone.backgroundTransfers.onFinish = { [weak self] identifier, result in
      var event = LinkObject(result)
      event.add("identifier", .text(identifier))
      self?.deliver(.transfer, event)
    }
  }

  /// Returns the uptime that the process sees. It is a second longer than the phone's, because
  /// libdispatch takes an uptime of zero for "now".
  static func uptime(of phone: any Phone) -> TimeSpan {
    phone.clock.uptime + .seconds(1 as Int64)
  }

  // MARK: Events

  func deliver(_ event: LinkEvent, _ members: KeyValuePairs<String, LinkValue>) {
    deliver(event, LinkObject(members))
  }

  /// Reports an event to the process, and serves its calls until it has handled the event.
  ///
  /// An event that a call of the app causes waits until the app has handled the present one, as on
  /// an app's main queue.
  ///
  /// - Parameter positions: the positions that the event brings.
  func deliver(
    _ event: LinkEvent, _ members: LinkObject = LinkObject(), positions: [Location] = []
  ) {
    guard !hasFailed else { return }
    var message = LinkObject([
      "event": .text(event.rawValue), "wall": LinkValue(phone.clock.now),
      "uptime": LinkValue(Self.uptime(of: phone)),
    ])
    for member in members.members { message.add(member.name, member.value) }
    waiting.append((message, positions))
    guard !isHandling else { return }
    isHandling = true
    defer { isHandling = false }
    while !waiting.isEmpty, !hasFailed {
      let (message, positions) = waiting.removeFirst()
      if !positions.isEmpty, recording == .output { keeper.delivered() }
      heldPositions += positions
      exchange(message)
      keeper.appHandledEvent(at: phone.clock.now)
    }
  }

  /// Counts the positions of the events that the app has handled. A process that ends in an event
  /// has not kept its positions.
  private func keepPositions() {
    if recording == .delivery { heldPositions.forEach(records.keep) }
    heldPositions = []
  }

  private func exchange(_ message: LinkObject) {
    lastEvent = message["event"].text ?? ""
    do {
      try requireProgress()
      // The user may have unlocked the phone for the first time since it started.
      if home.isProtected, phone.application.isProtectedDataAvailable {
        try home.set(protected: false)
      }
      let deadline = LinkDeadline(seconds: limitSeconds)
      process.stream.write(message)
      try process.stream.flush(until: deadline)
      while true {
        let line = try process.stream.read(until: deadline)
        hasSpoken = true
        let call = try self.call(of: line)
        if call == .done {
          if line["held"].flag != true { keepPositions() }
          return scheduleWakeUp(line["next"].span)
        }
        if call == .refuse { throw AppRefusal(reason: line["reason"].excerpt) }
        if call == .hello { try requireVersion(line["protocol"]) }
        try requirePosition(call, line)
        if call == .setLocationProperty { try requireProperty(line) }
        let result = serve(call, line)
        if call.hasResult {
          process.stream.write(LinkObject(["result": result]))
          try process.stream.flush(until: deadline)
        }
      }
    } catch {
      hasFailed = true
      let isSilent = !hasSpoken && error as? LinkFailure == .closed
      let error = isSilent ? AppRefusal(silent: process) ?? error : error
      onFailure(AppFailure(error, process: process, lastEvent: lastEvent, at: phone.clock.now))
    }
  }

  private func call(of line: LinkObject) throws(LinkFailure) -> LinkCall {
    guard line["call"].text != nil else { throw .malformed("a line without 'call'") }
    guard let call = line["call"].word(LinkCall.self) else {
      throw .malformed("unknown call '\(line["call"].excerpt)'")
    }
    return call
  }

  /// Ends a run whose app speaks another version of the protocol.
  private func requireVersion(_ version: LinkValue) throws(AppRefusal) {
    guard version.whole != linkProtocolVersion else { return }
    let stated = version.whole.map { "version \($0)" } ?? "no version"
    throw AppRefusal(
      reason: "it states \(stated) of the protocol in 'hello'; accepted: \(linkProtocolVersion),"
        + " which the app's package of this release of Odograph speaks")
  }

  /// Ends a run in which the app reports a position that is none. To ignore it would make the app
  /// look worse than it is.
  private func requirePosition(_ call: LinkCall, _ line: LinkObject) throws(LinkFailure) {
    guard call == .keep || call == .drop, line["location"].object?.location == nil else { return }
    throw .malformed(
      "'\(call.rawValue)' without a location with valid latitude, longitude, accuracy and time"
    )
  }

  /// Ends a run in which the app's work keeps virtual time within a millisecond.
  private func requireProgress() throws(AppRefusal) {
    let uptime = phone.clock.uptime
    if uptime - progress.uptime > .milliseconds(1) {
      progress = (uptime, .now)
    } else if progress.real.duration(to: .now) > .seconds(limitSeconds) {
      throw AppRefusal(
        reason: "its work does not let time pass: it schedules more at the same time without end")
    }
  }

  /// Wakes the process when it next has work. The phone's timer waits while the app is suspended.
  private func scheduleWakeUp(_ due: TimeSpan?) {
    if let wakeUp {
      if wakeUp.due == due { return }
      phone.clock.cancel(wakeUp.timer)
    }
    wakeUp = due.map { due in
      let delay = due - Self.uptime(of: phone)
      let timer = phone.clock.schedule(after: delay, repeats: false) { [weak self] in
        self?.wakeUp = nil
        self?.deliver(.time)
      }
      return (timer, due)
    }
  }

  // MARK: App

  func applicationDidFinishLaunching(_ launch: Launch) {
    deliver(
      .launch,
      [
        "protocol": .whole(linkProtocolVersion),
        "reason": .text(launch.reason.rawValue), "background": .flag(launch.isInBackground),
        "settings": .object(settings), "sceneDelegate": LinkValue(sceneDelegate),
      ])
  }

  func applicationWillEnterForeground() { deliver(.foreground) }
  func applicationDidBecomeActive() { deliver(.active) }
  func applicationWillResignActive() { deliver(.inactive) }
  func applicationDidEnterBackground() { deliver(.background) }
  func applicationWillTerminate() { deliver(.terminate) }

  func applicationDidReceiveRemoteNotification(
    _ payload: [String: String], completion: @escaping () -> Void
  ) {
    deliver(
      .remoteNotification,
      ["payload": .object(LinkObject(payload)), "id": objects.keep(completion)])
  }

  func applicationHandleEventsForBackgroundTransfers(
    identifier: String, completion: @escaping () -> Void
  ) {
    deliver(.transferEvents, ["identifier": .text(identifier), "id": objects.keep(completion)])
  }

  func perform(_ action: UserAction) {
    deliver(
      .act,
      ["name": .text(action.name), "parameters": .object(LinkObject(action.parameters))])
  }
}

extension LinkObject {
  /// The entries of a dictionary by name, so that their order is always the same.
  init(_ texts: [String: String]) {
    self.init()
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) { add(name, .text(text)) }
  }
}

/// The positions that count as recorded by an app in another process.
enum RecordedBy: Sendable, Hashable {
  /// Each position that the phone delivers to the app.
  case delivery
  /// The positions that the app names in calls.
  case calls
  /// The positions that the app uploads or writes into a file.
  case output
}

/// The phone's objects that a process refers to by number.
struct LinkedObjects {
  var managers: [Int64: LinkedLocationManager] = [:]
  var monitors: [Int64: any LocationMonitor] = [:]
  var tasks: [Int64: any BackgroundTask] = [:]
  var completions: [Int64: () -> Void] = [:]
  private var count: Int64 = 0

  mutating func next() -> Int64 {
    count += 1
    return count
  }

  mutating func keep(_ completion: @escaping () -> Void) -> LinkValue {
    let number = next()
    completions[number] = completion
    return .whole(number)
  }
}
