import EventKernel
import PhoneAPI
import PhoneProfiles
import Timekeeping
import World

enum TransferEvent: Sendable {
  /// The service checks if a waiting transfer can start.
  case look
  case reachesServer(Int)
  case answerArrives(Int)
  /// The connection of a transfer breaks.
  case breaks(Int)
}

/// Transfers that a system process carries out for the app (NET-5, NET-6).
///
/// They continue while the app is suspended or dead, are retried until they succeed, and wake or
/// launch the app when all those of a session are done. A force quit cancels them. A transfer that
/// the app starts in the background begins late. The delay grows with each time that a transfer has
/// launched the app since the app was last in the foreground. A discretionary transfer waits for
/// power and Wi-Fi.
final class BackgroundTransferService: PhonePart {
  struct Transfer {
    enum State {
      /// The transfer waits for its start time, for the network, or for power and Wi-Fi.
      case waiting(notBefore: Instant)
      case sending
      case answered(HTTPResponse)
      /// The transfer is done, but not reported to the app yet.
      case finished(Result<HTTPResponse, HTTPError>)
    }

    var number: Int
    var identifier: String
    /// The name of the transfers whose end the app gets together if it does not run.
    var session: String
    var request: HTTPRequest
    var isDiscretionary: Bool
    var state: State
  }

  private let parameters: TransferParameters
  private(set) var transfers: [Transfer] = []
  private var count = 0
  /// The number of launches for transfers since the app was last in the foreground.
  private var launches = 0
  private var nextLook: (event: EventKernel<PhoneEvent>.Identifier, time: Instant)?
  /// True while the service wakes the app: the app gets the news of results before the results.
  private var isWaking = false

  init(phone: SimulatedPhone, parameters: TransferParameters) {
    self.parameters = parameters
    super.init(phone: phone)
  }

  /// True if the app has a transfer whose end will wake the app.
  var mayWake: Bool { !transfers.allSatisfy(\.isFinished) }

  func upload(
    _ request: HTTPRequest, identifier: String, session: String, isDiscretionary: Bool,
    from process: AppProcess
  ) {
    let isInBackground = process.state != .foreground
    let delay = isInBackground ? parameters.delayStepSeconds * Double(launches) : 0
    if delay > 0 {
      phone.note(.operatingSystem, "NET-6") {
        "holds back the transfer \(identifier) for \(Int(delay)) s: started in the background"
      }
    }
    count += 1
    transfers.append(
      Transfer(
        number: count, identifier: identifier, session: session, request: request,
        isDiscretionary: isDiscretionary, state: .waiting(notBefore: phone.now + .seconds(delay))))
    look(after: .zero)
  }

  func cancel(identifier: String) {
    transfers.removeAll { $0.identifier == identifier }
    phone.statusMayHaveChanged()
  }

  func handle(_ event: TransferEvent) {
    switch event {
    case .look:
      nextLook = nil
      startWaiting()
    case .reachesServer(let number): reachServer(number)
    case .answerArrives(let number): finish(number)
    case .breaks(let number): wait(number)
    }
  }

  // MARK: The app's life

  /// Lets transfers start that were delayed because the app began them in the background (NET-6).
  func appCameToForeground() {
    launches = 0
    for index in transfers.indices {
      if case .waiting = transfers[index].state {
        transfers[index].state = .waiting(notBefore: phone.now)
      }
    }
    if !transfers.isEmpty { look(after: .zero) }
  }

  func appWasForceQuit() {
    for index in transfers.indices {
      if case .finished = transfers[index].state { continue }
      let identifier = transfers[index].identifier
      phone.note(.operatingSystem, "NET-5") { "the force quit cancels the transfer \(identifier)" }
      transfers[index].state = .finished(.failure(.cancelled))
    }
  }

  /// Reports finished transfers to the app, if it runs and has set a listener.
  func deliverFinished(to process: AppProcess) {
    guard !isWaking, process.isRunning, let listener = process.handlers.transferFinished else {
      return
    }
    while let index = transfers.firstIndex(where: \.isFinished) {
      let transfer = transfers.remove(at: index)
      guard case .finished(let result) = transfer.state else { continue }
      listener(transfer.identifier, result)
    }
    phone.statusMayHaveChanged()
  }

  // MARK: Waiting and sending

  /// Looks at the waiting transfers after a time, unless it looks at them before anyway.
  private func look(after wait: TimeSpan) {
    let time = phone.now + wait
    if let nextLook {
      guard time < nextLook.time else { return }
      phone.cancel(nextLook.event)
    }
    nextLook = (phone.schedule(.transfer(.look), after: wait), time)
  }

  private func startWaiting() {
    var next: Instant?
    for index in transfers.indices {
      guard case .waiting(let notBefore) = transfers[index].state else { continue }
      if notBefore <= phone.now, mayStart(transfers[index]) { send(index) }
      guard case .waiting(let notBefore) = transfers[index].state else { continue }
      let retry = max(notBefore, phone.now + .seconds(parameters.retrySeconds))
      let candidate = notBefore > phone.now ? notBefore : retry
      next = min(next ?? candidate, candidate)
    }
    if let next { look(after: next - phone.now) }
  }

  /// Returns true if the transfer may start now. Low Power Mode and heat delay discretionary
  /// transfers (LIFE-9, LIFE-11).
  private func mayStart(_ transfer: Transfer) -> Bool {
    guard phone.isOn, phone.span.network != .none else { return false }
    guard transfer.isDiscretionary else { return true }
    return phone.http.reachability == .wifi && phone.power.battery.isCharging
      && !phone.isLowPowerModeOn && !phone.isThrottled
  }

  private func send(_ index: Int) {
    let transfer = transfers[index]
    switch phone.http.transmit(transfer.request) {
    case .offline, .serverAway: wait(transfer.number)
    case .breaks(let duration):
      transfers[index].state = .sending
      phone.schedule(.transfer(.breaks(transfer.number)), after: duration)
    case .arrives(let duration):
      transfers[index].state = .sending
      phone.note(.operatingSystem, transfer.isDiscretionary ? "NET-6" : "NET-5") {
        "sends the transfer \(transfer.identifier), \(transfer.request.body.count) bytes"
      }
      phone.schedule(.transfer(.reachesServer(transfer.number)), after: duration)
    }
  }

  private func wait(_ number: Int) {
    guard let index = index(of: number) else { return }
    let wait = TimeSpan.seconds(parameters.retrySeconds)
    transfers[index].state = .waiting(notBefore: phone.now + wait)
    look(after: wait)
  }

  private func reachServer(_ number: Int) {
    guard let index = index(of: number), case .sending = transfers[index].state else { return }
    guard phone.isOn, let (outcome, wait) = phone.http.answer(to: transfers[index].request) else {
      return self.wait(number)
    }
    guard case .success(let response) = outcome else {
      phone.schedule(.transfer(.breaks(number)), after: wait)
      return
    }
    transfers[index].state = .answered(response)
    phone.schedule(.transfer(.answerArrives(number)), after: wait)
  }

  // MARK: The end

  private func finish(_ number: Int) {
    guard let index = index(of: number), case .answered(let response) = transfers[index].state
    else { return }
    // If the phone went off in between, the answer is lost, although the server has the request.
    guard phone.isOn else { return wait(number) }
    let session = transfers[index].session
    transfers[index].state = .finished(.success(response))
    if let process = phone.app?.process, process.isRunning {
      return deliverFinished(to: process)
    }
    guard !transfers.contains(where: { $0.session == session && !$0.isFinished }) else { return }
    isWaking = true
    let process = phone.apps.wake(.backgroundTransfer, windowSeconds: 1)
    isWaking = false
    guard let process else { return }
    announce(session, to: process)
    deliverFinished(to: process)
  }

  /// Reports the end of a session's transfers to the app, which was woken for this and gets some
  /// seconds of run time.
  private func announce(_ session: String, to process: AppProcess) {
    launches += 1
    phone.note(.operatingSystem, "NET-5") { "reports to the app: \(session) is done" }
    let runTime = phone.tasks.grantRunTime(
      .transferEvents, identifier: "the end of \(session)",
      seconds: phone.model.system.push.silentSeconds, to: process)
    process.app?.applicationHandleEventsForBackgroundTransfers(identifier: session) {
      runTime.setTaskCompleted(success: true)
    }
  }

  private func index(of number: Int) -> Int? {
    transfers.firstIndex { $0.number == number }
  }
}

extension BackgroundTransferService.Transfer {
  var isFinished: Bool { if case .finished = state { true } else { false } }
}

/// The background transfers as one process sees them.
final class ProcessTransfers: BackgroundTransfers {
  private let process: AppProcess

  init(process: AppProcess) { self.process = process }

  var availability: ServiceAvailability { .available }

  func upload(_ request: HTTPRequest, identifier: String, isDiscretionary: Bool) {
    upload(request, identifier: identifier, session: identifier, isDiscretionary: isDiscretionary)
  }

  func upload(
    _ request: HTTPRequest, identifier: String, session: String, isDiscretionary: Bool
  ) {
    process.phone?.transfers.upload(
      request, identifier: identifier, session: session, isDiscretionary: isDiscretionary,
      from: process)
  }

  func cancel(identifier: String) { process.phone?.transfers.cancel(identifier: identifier) }

  /// The app's listener. When the app sets it, the service also reports the transfers that have
  /// already finished. These reports go through the event queue.
  var onFinish: ((String, Result<HTTPResponse, HTTPError>) -> Void)? {
    get { process.handlers.transferFinished }
    set {
      guard let phone = process.phone else { return }
      process.handlers.transferFinished = newValue
      guard newValue != nil, phone.transfers.transfers.contains(where: \.isFinished) else { return }
      process.callSoon { [process] in process.phone?.transfers.deliverFinished(to: process) }
    }
  }
}
