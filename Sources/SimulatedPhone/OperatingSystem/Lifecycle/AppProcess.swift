import EventKernel
import PhoneAPI
import Timekeeping

/// One launch of the app: alive, suspended or dead, and the callbacks that the phone holds for it.
///
/// The phone's queue names a process by number and a callback by slot; slots are never used again. A
/// kill empties the table, so that an event which still waits finds nothing; the app object is let go,
/// and its services, which all ask `phone` first, do nothing whoever still holds them.
final class AppProcess {
  enum State: Sendable, Equatable { case foreground, background, suspended, dead }

  let number: Int
  let launch: Launch
  @exclusivity(unchecked) var state: State
  /// Nil once the process is dead. The phone outlives its processes and lets them die in its `deinit`,
  /// so no reference has to be counted, which at every fix would cost more than the fix.
  @exclusivity(unchecked) private(set) unowned(unsafe) var phone: SimulatedPhone?
  private(set) var app: (any App)?

  /// What its clock shows; asked at every fix.
  var now: Instant { uncounted?.follow { $0.now } ?? .distantPast }
  @exclusivity(unchecked) private var uncounted: Uncounted<SimulatedPhone>?

  /// Run time granted by leaving the foreground, by a wake-up or by a session's end is over then.
  var graceEnds: Instant?
  /// The app counts as in use a little beyond leaving the foreground (BG-5).
  var isInUse: Bool
  var useEnds: Instant?
  /// What woke the process last while it was in the background (BG-2).
  var wakeReason: LaunchReason?
  /// A location session keeps it running in the background now, or has since it was last woken.
  var isKeptAlive = false
  var wasKeptAlive = false
  /// Until when background tasks may run in this stay in the background, once one has begun in it.
  var taskTimeEnds: Instant?
  var backgroundTasks: [UInt64: GrantedTime] = [:]
  /// Errands of the system's that it runs for now.
  var runTimes: [GrantedRunTime] = []
  var clients: [LocationClient] = []
  var monitors: [ProcessLocationMonitor] = []
  var hasBeenInForeground: Bool
  var onPowerChange: (() -> Void)?
  var isBatteryMonitored = false
  /// Gauge and state that the app knows of.
  var knownPower: KnownPower?
  var isIdleTimerDisabled = false
  /// How long the launch or change of state that is under way has worked; nil when none is.
  var changeSeconds: Double?
  /// A launch or change of state that takes too long: nothing gets through until the watchdog comes.
  var isHanging = false
  var processorUse = ProcessorUse()
  var motion = MotionHandlers()
  var taskHandlers: [String: (any BackgroundTask) -> Void] = [:]
  var mayRegisterTasks = true
  var handlers = Handlers()
  /// A tapped notification of which the app has not been told.
  var untakenResponse: String?

  private var callbacks: [Int: Callback] = [:]
  private var nextSlot = 0

  /// A background task of the app's own; its time runs only in the background (LIFE-2).
  struct GrantedTime {
    var ends: Instant?
    var expire: () -> Void
  }

  /// What the app listens with.
  struct Handlers {
    var incomingCall: (([String: String]) -> Void)?
    var transferFinished: ((String, Result<HTTPResponse, HTTPError>) -> Void)?
    var notificationTapped: ((String, String) -> Void)?
  }

  struct KnownPower: Equatable {
    var gaugeLevel: Double
    var state: BatteryState
    var isLowPowerModeOn: Bool
  }

  private enum Callback {
    case timer(period: TimeSpan?, isOverdue: Bool, () -> Void)
    case request(PendingRequest)
  }

  init(number: Int, launch: Launch, phone: SimulatedPhone) {
    self.number = number
    self.launch = launch
    self.phone = phone
    uncounted = Uncounted(phone)
    state = launch.isInBackground ? .background : .foreground
    isInUse = !launch.isInBackground
    hasBeenInForeground = !launch.isInBackground
  }

  @inline(__always) var isAlive: Bool { state != .dead }
  @inline(__always) var isRunning: Bool {
    (state == .foreground || state == .background) && !isHanging
  }
  var workCause: EnergyCause {
    state == .foreground ? .appInForeground : (wakeReason ?? launch.reason).energyCause
  }
  var watchesBattery: Bool { isRunning && isBatteryMonitored }
  var hasTask: Bool { !backgroundTasks.isEmpty || !runTimes.isEmpty }

  func start(_ app: any App) { self.app = app }

  /// Nothing of this process is called again.
  func die() {
    state = .dead
    phone = nil
    uncounted = nil
    // Emptied before anything is let go: a `deinit` that calls a service finds the process dead.
    let held = (
      callbacks, backgroundTasks, taskHandlers, onPowerChange, runTimes, clients, app, handlers,
      monitors, motion
    )
    callbacks = [:]
    backgroundTasks = [:]
    taskHandlers = [:]
    onPowerChange = nil
    runTimes = []
    handlers = Handlers()
    motion = MotionHandlers()
    clients = []
    monitors = []
    app = nil
    withExtendedLifetime(held) {
      for runTime in held.4 { runTime.lapse() }
      for client in held.5 { client.disconnect() }
      for monitor in held.8 { monitor.disconnect() }
    }
  }

  // MARK: Timers

  func addTimer(period: TimeSpan?, _ callback: @escaping () -> Void) -> Int {
    add(.timer(period: period, isOverdue: false, callback))
  }

  /// Calls back by way of the queue, so never from inside a call into the phone.
  func callSoon(after delay: TimeSpan = .milliseconds(1), _ callback: @escaping () -> Void) {
    let slot = addTimer(period: nil, callback)
    phone?.schedule(.process(number, .timer(slot: slot)), after: delay)
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
      phone?.schedule(.process(number, .timer(slot: slot)), after: period)
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
      if case .request(let request) = $0.value { request.arrivedAt != nil } else { false }
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
  var completion: (Result<HTTPResponse, HTTPError>) -> Void
  /// Known to the phone before it reaches the app.
  var answer: Result<HTTPResponse, HTTPError>?
  /// When the answer came; the process may be suspended then.
  var arrivedAt: Instant?
}
