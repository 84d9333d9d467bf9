import EventKernel
import PhoneAPI
import Timekeeping

/// One launch of the app: alive, suspended or dead, and the callbacks that the phone holds for it.
///
/// The phone's queue names a process by number and a callback by slot; slots are never used again. A
/// kill empties the table, so that an event which still waits finds nothing; the app object is let go,
/// and its services, which all ask `isAlive` first, do nothing whoever still holds them.
final class AppProcess {
  enum State: Sendable, Equatable { case foreground, background, suspended, dead }

  let number: Int
  let launch: Launch
  @exclusivity(unchecked) var state: State
  @exclusivity(unchecked) private(set) weak var phone: SimulatedPhone?
  private(set) var app: (any App)?

  /// Run time granted by leaving the foreground or by a wake-up ends here.
  var graceEnds: Instant?
  /// What woke the process last while it was in the background (BG-2).
  var wakeReason: LaunchReason?
  var backgroundTasks: [UInt64: () -> Void] = [:]
  var runningTask: RunningBackgroundTask?
  var clients: [LocationClient] = []
  var onPowerChange: (() -> Void)?
  var isBatteryMonitored = false
  var isIdleTimerDisabled = false
  var taskHandlers: [String: (any BackgroundTask) -> Void] = [:]
  var mayRegisterTasks = true

  private var callbacks: [Int: Callback] = [:]
  private var nextSlot = 0

  private enum Callback {
    case timer(period: TimeSpan?, isOverdue: Bool, () -> Void)
    case request(PendingRequest)
  }

  init(number: Int, launch: Launch, phone: SimulatedPhone) {
    self.number = number
    self.launch = launch
    self.phone = phone
    state = launch.isInBackground ? .background : .foreground
  }

  @inline(__always) var isAlive: Bool { state != .dead }
  @inline(__always) var isRunning: Bool { state == .foreground || state == .background }

  func start(_ app: any App) { self.app = app }

  /// Nothing of this process is called again.
  func die() {
    state = .dead
    callbacks = [:]
    backgroundTasks = [:]
    taskHandlers = [:]
    runningTask = nil
    onPowerChange = nil
    for client in clients { client.disconnect() }
    clients = []
    phone = nil
    app = nil
  }

  // MARK: Timers

  func addTimer(period: TimeSpan?, _ callback: @escaping () -> Void) -> Int {
    add(.timer(period: period, isOverdue: false, callback))
  }

  func removeTimer(slot: Int) {
    if case .timer = callbacks[slot] { callbacks[slot] = nil }
  }

  /// A suspended process is told later: the timer is marked as overdue.
  func timerDue(slot: Int) {
    guard case .timer(let period, _, let callback) = callbacks[slot] else { return }
    guard isRunning else {
      callbacks[slot] = .timer(period: period, isOverdue: true, callback)
      return
    }
    if let period {
      callbacks[slot] = .timer(period: period, isOverdue: false, callback)
      phone?.schedule(.timer(process: number, slot: slot), after: period)
    } else {
      callbacks[slot] = nil
    }
    callback()
  }

  /// Slots of timers that came due while the process was suspended, in the order of their making.
  var overdueTimers: [Int] {
    callbacks.filter { if case .timer(_, true, _) = $0.value { true } else { false } }
      .keys.sorted()
  }

  // MARK: Requests under way

  func addRequest(_ request: PendingRequest) -> Int { add(.request(request)) }

  func request(slot: Int) -> PendingRequest? {
    if case .request(let request) = callbacks[slot] { request } else { nil }
  }

  func update(_ request: PendingRequest, slot: Int) { callbacks[slot] = .request(request) }

  func removeRequest(slot: Int) { callbacks[slot] = nil }

  /// Slots of requests whose answer came while the process was suspended.
  var answeredRequests: [Int] {
    callbacks.filter {
      if case .request(let request) = $0.value { request.answer != nil } else { false }
    }
    .keys.sorted()
  }

  private func add(_ callback: Callback) -> Int {
    nextSlot += 1
    callbacks[nextSlot] = callback
    return nextSlot
  }
}

/// An HTTP request between the app and its answer.
struct PendingRequest {
  var request: HTTPRequest
  var sentAt: Instant
  var answer: Result<HTTPResponse, HTTPError>?
  var completion: (Result<HTTPResponse, HTTPError>) -> Void
}
