import EventKernel
import PhoneAPI
import Timekeeping

/// A process of the app, from one launch to its end, with the callbacks that the phone keeps for
/// it.
///
/// An event in the phone's queue refers to a process by its number and to a callback by its slot in
/// a table. Slots are never reused. A kill empties the table, so that a waiting event finds no
/// callback. It also releases the app object. If another object still holds a service of a dead
/// process, the service does nothing, because `phone` is nil.
final class AppProcess {
  enum State: Sendable, Equatable { case foreground, background, suspended, dead }

  let number: Int
  let launch: Launch
  @exclusivity(unchecked) var state: State
  /// The phone; nil once the process is dead. The reference is not counted, because counting at
  /// every fix would cost more than the fix itself. An uncounted reference is safe here, because
  /// the phone outlives its processes and ends them in its `deinit`.
  @exclusivity(unchecked) private(set) unowned(unsafe) var phone: SimulatedPhone?
  private(set) var app: (any App)?

  /// The current time of the process.
  var now: Instant { withPhone { $0.now } ?? .distantPast }

  /// Reads from the phone without counting references, for what each fix reads. Returns nil after
  /// the end of the process. `read` must not end it.
  @inline(__always)
  func withPhone<Result>(_ read: (SimulatedPhone) -> Result) -> Result? { uncounted?.follow(read) }
  @exclusivity(unchecked) private var uncounted: Uncounted<SimulatedPhone>?

  /// The end of the run time that the process got when it left the foreground, when it woke, or
  /// when a location session ended.
  var graceEnds: Instant?
  /// True if the app counts as in use. It still counts as in use for some seconds after it has left
  /// the foreground (BG-5).
  var isInUse: Bool
  var useEnds: Instant?
  /// The reason for which the process last woke while it was in the background (BG-2).
  var wakeReason: LaunchReason?
  /// The time since which a location session keeps the process running in the background; nil if
  /// none does now. `wasKeptAlive` is true if a location session did so at any time since the app
  /// left the foreground or woke.
  var keptAliveSince: Instant?
  var wasKeptAlive = false
  /// The end of the time that all background tasks share in this period in the background; nil
  /// until the app begins the first task of the period.
  var taskTimeEnds: Instant?
  var backgroundTasks: [UInt64: GrantedTime] = [:]
  /// The scheduled tasks, pushes and transfers for which the process has run time now.
  var runTimes: [GrantedRunTime] = []
  var clients: [LocationClient] = []
  var monitors: [ProcessLocationMonitor] = []
  var hasBeenInForeground: Bool
  var onPowerChange: (() -> Void)?
  var isBatteryMonitored = false
  /// The kind of network that the app last received, or that there was when it began to listen.
  var knownReachability = Reachability.none
  /// The thermal state and the switch of Background App Refresh, likewise.
  var knownThermalState = ThermalState.nominal
  var knowsBackgroundRefreshIsOn = true
  /// The battery level and state that the app last read or received.
  var knownPower: KnownPower?
  var isIdleTimerDisabled = false
  /// The processor time used so far by the current launch or change of state [s]; nil at other
  /// times.
  var changeSeconds: Double?
  /// True if a launch or change of state takes too long. The process receives no calls until the
  /// watchdog kills it.
  var isHanging = false
  var processorUse = ProcessorUse()
  var motion = MotionHandlers()
  var taskHandlers: [String: (any BackgroundTask) -> Void] = [:]
  var mayRegisterTasks = true
  var handlers = Handlers()
  /// The tapped notification that has not been reported to the app yet.
  var untakenResponse: String?

  /// The callbacks in the order of their slots. There are few of them at a time.
  private var callbacks: [(slot: Int, callback: Callback)] = []
  private var nextSlot = 0

  /// A background task that the app began. Its time runs only in the background (LIFE-2).
  struct GrantedTime {
    var ends: Instant?
    var expire: () -> Void
  }

  /// The callbacks that the app has set for events of the system.
  struct Handlers {
    var incomingCall: (([String: String]) -> Void)?
    var transferFinished: ((String, Result<HTTPResponse, HTTPError>) -> Void)?
    var notificationTapped: ((String, String) -> Void)?
    var routeChanged: (() -> Void)?
    var accessoryChanged: ((String, Bool) -> Void)?
    var reachabilityChanged: (() -> Void)?
    var thermalStateChanged: (() -> Void)?
    var backgroundRefreshChanged: (() -> Void)?
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
  var isKeptAlive: Bool { keptAliveSince != nil }
  var hasTask: Bool { !backgroundTasks.isEmpty || !runTimes.isEmpty }

  func start(_ app: any App) { self.app = app }

  /// Ends the process. Its callbacks are never called again.
  func die() {
    state = .dead
    phone = nil
    uncounted = nil
    // Empty all before releasing any object: a `deinit` that calls a service finds the process
    // dead.
    let held = (
      callbacks, backgroundTasks, taskHandlers, onPowerChange, runTimes, clients, app, handlers,
      monitors, motion
    )
    callbacks = []
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

  /// Schedules a call through the queue, so that it never runs inside a call into the phone.
  func callSoon(after delay: TimeSpan = .milliseconds(1), _ callback: @escaping () -> Void) {
    let slot = addTimer(period: nil, callback)
    phone?.schedule(.process(number, .timer(slot: slot)), after: delay)
  }

  func removeTimer(slot: Int) {
    if let index = index(of: slot), case .timer = callbacks[index].callback {
      callbacks.remove(at: index)
    }
  }

  /// Fires the timer, or marks it as overdue if the process is suspended.
  func timerDue(slot: Int) {
    guard let index = index(of: slot),
      case .timer(let period, _, let callback) = callbacks[index].callback
    else { return }
    guard isRunning else {
      callbacks[index].callback = .timer(period: period, isOverdue: true, callback)
      return
    }
    if let period {
      callbacks[index].callback = .timer(period: period, isOverdue: false, callback)
      phone?.schedule(.process(number, .timer(slot: slot)), after: period)
    } else {
      callbacks.remove(at: index)
    }
    callback()
  }

  /// The slots of the timers that expired while the process was suspended, in order of creation.
  var overdueTimers: [Int] {
    slots { if case .timer(_, true, _) = $0 { true } else { false } }
  }

  // MARK: Requests under way

  func addRequest(_ request: PendingRequest) -> Int { add(.request(request)) }

  func request(slot: Int) -> PendingRequest? {
    if let index = index(of: slot), case .request(let request) = callbacks[index].callback {
      request
    } else {
      nil
    }
  }

  func update(_ request: PendingRequest, slot: Int) {
    if let index = index(of: slot) { callbacks[index].callback = .request(request) }
  }

  func removeRequest(slot: Int) {
    if let index = index(of: slot) { callbacks.remove(at: index) }
  }

  /// The slots of requests whose answers came while the process was suspended.
  var answeredRequests: [Int] {
    slots { if case .request(let request) = $0 { request.arrivedAt != nil } else { false } }
  }

  private func add(_ callback: Callback) -> Int {
    nextSlot += 1
    callbacks.append((nextSlot, callback))
    return nextSlot
  }

  private func index(of slot: Int) -> Int? { callbacks.lastIndex { $0.slot == slot } }

  private func slots(_ isWanted: (Callback) -> Bool) -> [Int] {
    callbacks.filter { isWanted($0.callback) }.map(\.slot)
  }
}

/// An HTTP request whose answer the app has not received yet.
struct PendingRequest {
  var request: HTTPRequest
  var completion: (Result<HTTPResponse, HTTPError>) -> Void
  /// The answer. It is set when it reaches the phone, before the app gets it.
  var answer: Result<HTTPResponse, HTTPError>?
  /// The time at which the answer reached the phone. The process may be suspended then.
  var arrivedAt: Instant?
}
