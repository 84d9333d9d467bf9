import EventKernel
import PhoneAPI
import PhoneProfiles
import Timekeeping
import World

enum PushEvent: Sendable {
  case arrives(Int)
  case retry
}

/// Delivers the server's pushes to the app.
///
/// Only two or three silent pushes an hour reach an app in the background. None reaches it without
/// a network or while a `BackgroundGate` is closed. Of the silent pushes that cannot be delivered
/// at once, only the newest waits; the others are lost (NET-1, NET-3). An app in the foreground
/// gets silent pushes at once. A VoIP push wakes the app, which has to report a call for it
/// (NET-4). The registrations of the app outlive its processes.
final class PushService: PhonePart {
  private let parameters: PushParameters
  private let chance: SeededRandom
  private var pushes: [SimulatedPush]
  private var pushesToCome: Int
  /// The index of the newest silent push that the app has not received.
  private var waiting: Int?
  private var retry: EventKernel<PhoneEvent>.Identifier?
  /// The times at which silent pushes reached the app in the background within the last hour.
  private var deliveries: [Instant] = []
  private var isRegistered = false
  private var isRegisteredForCalls = false
  private var hasToken = false
  private var isCallReported = false
  private var unreportedCalls = 0

  private static let bytes = 600
  private static let retrySeconds: Int64 = 900
  private static let gates: [BackgroundGate] = [
    .battery, .lowPowerMode, .heat, .appSwitcher, .backgroundRefreshSwitch, .budget, .rateLimit,
  ]

  init(
    phone: SimulatedPhone, parameters: PushParameters, chance: SeededRandom, pushes: [SimulatedPush]
  ) {
    self.parameters = parameters
    self.chance = chance.stream("push")
    self.pushes = pushes
    pushesToCome = pushes.count
    super.init(phone: phone)
  }

  func begin() {
    for (index, push) in pushes.enumerated() {
      phone.schedule(.push(.arrives(index)), at: max(push.time, phone.now))
    }
  }

  /// Lets the server send another push now.
  func send(_ push: SimulatedPush) {
    pushes.append(push)
    pushesToCome += 1
    phone.schedule(.push(.arrives(pushes.count - 1)), after: .zero)
  }

  /// True if there is a push that has not reached the app and could wake it.
  var mayWake: Bool {
    guard pushesToCome > 0 || waiting != nil else { return false }
    return (isRegistered && phone.declares(.remoteNotification))
      || (isRegisteredForCalls && phone.declares(.voip) && mayCall)
  }

  func handle(_ event: PushEvent) {
    switch event {
    case .arrives(let index):
      pushesToCome -= 1
      switch pushes[index].kind {
      case .silent: takeSilent(index)
      case .voip: deliverCall(pushes[index])
      }
    case .retry:
      retry = nil
      deliverWaiting()
    }
    phone.statusMayHaveChanged()
  }

  // MARK: Silent pushes

  private func takeSilent(_ index: Int) {
    guard isRegistered else {
      return phone.note(.server, "NET-1") {
        "a silent push is lost: the app has not registered for pushes"
      }
    }
    guard pushes[index].priority == 5 else {
      return phone.note(.server, "NET-3") { "a silent push of priority 10 is refused" }
    }
    guard
      !chance.stream("loss").happens(
        withProbability: parameters.lossProbability, at: Int64(index))
    else { return phone.note(.server, "NET-1") { "a silent push is lost on its way" } }
    if waiting != nil {
      phone.note(.operatingSystem, "NET-1") {
        "a newer silent push replaces the waiting one"
      }
    }
    waiting = index
    deliverWaiting()
  }

  private func deliverWaiting() {
    if let retry { phone.cancel(retry) }
    retry = nil
    guard let index = waiting else { return }
    if let obstacle = obstacle(to: index) {
      phone.note(.operatingSystem, obstacle.fact) { "a silent push waits: \(obstacle.text)" }
      retry = phone.schedule(.push(.retry), after: obstacle.wait)
      return
    }
    waiting = nil
    deliver(pushes[index])
  }

  private typealias Obstacle = (fact: String, text: String, wait: TimeSpan)

  /// Returns the reason why the push has to wait; nil if the push can be delivered. An app in the
  /// foreground gets its pushes even if gates are closed.
  private func obstacle(to index: Int) -> Obstacle? {
    let later = TimeSpan.seconds(Self.retrySeconds)
    guard isReachable else { return ("NET-1", "the phone cannot be reached", later) }
    if phone.app?.process?.state == .foreground { return nil }
    guard phone.isUnlocked else { return ("LIFE-12", "not unlocked since it started", later) }
    guard phone.declares(.remoteNotification) else {
      return ("NET-1", "the background mode remote-notification is not declared", later)
    }
    deliveries.removeAll { (phone.now - $0).seconds >= 3600 }
    let countMax = Int(parameters.silentPerHourMax.rounded())
    let limiting = deliveries.count < countMax ? nil : deliveries[deliveries.count - countMax]
    let gate = phone.tasks.closedGate(
      among: Self.gates, mark: chance.stream("mark").uniform(at: Int64(index)),
      lastLaunch: limiting, intervalSecondsMin: 3600)
    guard let gate else { return nil }
    guard gate == .rateLimit, let limiting else {
      return (gate == .appSwitcher ? "NET-2" : "NET-3", gate.explanation, later)
    }
    return ("NET-1", "already \(countMax) within the hour", limiting + .hours(1) - phone.now)
  }

  private func deliver(_ push: SimulatedPush) {
    _ = phone.modem.transfer(bytes: Self.bytes, over: phone.span.network)
    guard let process = phone.apps.wake(.silentPush, windowSeconds: 1) else { return }
    phone.note(.operatingSystem, "NET-1") { "delivers a silent push to the app" }
    guard process.state == .background else {
      process.app?.applicationDidReceiveRemoteNotification(push.payload) {}
      return
    }
    deliveries.append(phone.now)
    let runTime = phone.tasks.grantRunTime(
      .silentPush, identifier: "the silent push", seconds: parameters.silentSeconds, to: process)
    process.app?.applicationDidReceiveRemoteNotification(push.payload) {
      runTime.setTaskCompleted(success: true)
    }
  }

  // MARK: Calls

  /// Delivers a VoIP push. A tracker cannot use VoIP pushes to wake up, because the app has to show
  /// a call for each (NET-4).
  private func deliverCall(_ push: SimulatedPush) {
    guard isRegisteredForCalls, phone.declares(.voip), isReachable else { return }
    guard mayCall else {
      return phone.note(.operatingSystem, "NET-4") {
        "delivers no more VoIP pushes: the app reported no call for \(unreportedCalls) of them"
      }
    }
    _ = phone.modem.transfer(bytes: Self.bytes, over: phone.span.network)
    guard let process = phone.apps.wake(.voipPush, windowSeconds: 1) else { return }
    phone.note(.operatingSystem, "NET-4") { "delivers a VoIP push to the app" }
    isCallReported = false
    process.handlers.incomingCall?(push.payload)
    guard !isCallReported, process.isAlive else { return }
    unreportedCalls += 1
    phone.note(.operatingSystem, "NET-4") { "ends the app, which reported no call at once" }
    phone.apps.kill(process, .crash)
  }

  private var mayCall: Bool { unreportedCalls < Int(parameters.unreportedCallsMax) }

  func reportCall() { isCallReported = true }

  // MARK: Registration

  /// Registers the app for silent pushes. The first token needs a network. Without a network the
  /// app gets no token until it registers again at a later launch.
  func register(_ process: AppProcess, _ token: @escaping (String) -> Void) {
    isRegistered = true
    handOut("a0", to: process, token)
  }

  func registerForCalls(_ process: AppProcess, _ token: @escaping (String) -> Void) {
    isRegisteredForCalls = true
    handOut("c0", to: process, token)
  }

  private func handOut(
    _ name: String, to process: AppProcess, _ token: @escaping (String) -> Void
  ) {
    guard hasToken || isReachable else { return }
    hasToken = true
    process.callSoon { token(String(repeating: name, count: 32)) }
  }

  private var isReachable: Bool { phone.isOn && phone.span.network != .none }
}

/// The push services of one process.
final class ProcessPush: PushRegistry {
  private let process: AppProcess

  init(process: AppProcess) { self.process = process }

  var availability: ServiceAvailability { .available }

  func registerForRemoteNotifications(_ token: @escaping (String) -> Void) {
    process.phone?.push.register(process, token)
  }

  func registerForVoIP(
    _ token: @escaping (String) -> Void, onPush: @escaping ([String: String]) -> Void
  ) {
    guard let phone = process.phone else { return }
    process.handlers.incomingCall = onPush
    phone.push.registerForCalls(process, token)
  }

  func reportIncomingCall() { process.phone?.push.reportCall() }
}

extension SimulatedPhone {
  /// Sends a push from the app's server now, and ignores the push's `time`.
  public func deliverPush(_ push: SimulatedPush) { self.push.send(push) }
}
