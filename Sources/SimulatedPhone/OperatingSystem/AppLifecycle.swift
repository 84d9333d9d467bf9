import EventKernel
import PhoneAPI
import Timekeeping

/// Who may run: launches, foreground and background, suspension, kills and relaunches of the app.
///
/// A background process runs while something holds it: the grace after leaving the foreground
/// (LIFE-1), the window of a wake-up (SLC-9), a background task (LIFE-2), a running scheduled task
/// (BGT-1), or a location session that keeps it alive (BG-1, BG-3). When nothing does it is suspended,
/// by an event of its own: so a callback that gives up the last hold runs to its end, and may take
/// another before that.
final class AppLifecycle {
  unowned(unsafe) let phone: SimulatedPhone
  let system: OperatingSystemParameters
  private let pressure: Chance
  private let relaunchTrait: Bool
  private var runCheck: EventKernel<PhoneEvent>.Identifier?

  /// Memory-pressure arrivals come twice an hour; most pass an app by (LIFE-4).
  private static let pressureIntervalSeconds = 1800.0

  init(
    phone: SimulatedPhone, system: OperatingSystemParameters, chance: Chance, traits: Chance
  ) {
    self.phone = phone
    self.system = system
    pressure = chance.stream("memory.pressure")
    relaunchTrait = traits.stream("trait").stream("forceQuit.relaunch")
      .happens(withProbability: system.forceQuitRelaunchProbability)
  }

  // MARK: Foreground

  func open() {
    guard let app = phone.app else { return }
    phone.isUnlocked = true
    app.isForceQuit = false
    app.lastOpened = phone.now
    phone.usage.opensApp()
    phone.screen.appIsInForeground(true)
    if let process = app.process {
      guard process.state != .foreground else { return }
      phone.note(.person, "scenario") { "opens the app" }
      bringToForeground(process)
    } else {
      phone.note(.person, "scenario") { "opens the app, which starts anew" }
      launch(Launch(reason: .userOpened, isInBackground: false))?.app?.applicationDidBecomeActive()
    }
    phone.statusMayHaveChanged()
  }

  private func bringToForeground(_ process: AppProcess) {
    let wasSuspended = process.state == .suspended
    process.state = .foreground
    process.useEnds = nil
    process.isInUse = true
    process.wakeReason = nil
    process.graceEnds = nil
    for token in process.backgroundTasks.keys { process.backgroundTasks[token]?.ends = nil }
    phone.location.processCameToForeground(process)
    process.app?.applicationWillEnterForeground()
    if wasSuspended { deliverHeldCallbacks(to: process) }
    process.app?.applicationDidBecomeActive()
  }

  func leave() {
    guard let process = phone.app?.process, process.state == .foreground else { return }
    phone.note(.person, "scenario") { "leaves the app" }
    phone.usage.leavesApp()
    process.app?.applicationWillResignActive()
    process.state = .background
    // The foreground has kept it alive so far: what follows sets the time to suspension.
    process.isKeptAlive = true
    process.wasKeptAlive = false
    phone.screen.appIsInForeground(false)
    let useEnds = phone.now + .seconds(system.whenInUseGraceSeconds)
    process.useEnds = useEnds
    phone.schedule(.useOver(process: process.number), at: useEnds)
    for token in process.backgroundTasks.keys.sorted() { startTime(of: token, process) }
    process.app?.applicationDidEnterBackground()
    phone.location.reconsider()
    phone.statusMayHaveChanged()
  }

  /// The few seconds are over in which an app that left the foreground still counts as in use (BG-5).
  func useOver(process number: Int) {
    guard let process = phone.process(number), let end = process.useEnds, end <= phone.now else {
      return
    }
    process.isInUse = false
    phone.location.reconsider()
  }

  func forceQuit() {
    guard let app = phone.app else { return }
    phone.note(.person, "scenario") { "force-quits the app" }
    app.isForceQuit = true
    if let process = app.process { kill(process, .forceQuit) }
  }

  // MARK: Wake-ups

  /// Gives the app run time in the background, launching it if it is dead; nil if that is not allowed.
  func wake(_ reason: LaunchReason, windowSeconds: Double) -> AppProcess? {
    guard let app = phone.app, phone.isOn, phone.isUnlocked else { return nil }
    guard let process = app.process else {
      guard mayLaunch(reason) else { return nil }
      phone.note(.operatingSystem, "LIFE-7") { "launches the app in the background: \(reason)" }
      phone.addWake(.launch)
      return launch(
        Launch(reason: reason, isInBackground: true), windowSeconds: windowSeconds)
    }
    if process.state == .foreground { return process }
    guard process.isRunning || phone.permissions.isBackgroundRefreshOn else { return nil }
    process.wakeReason = reason
    extendGrace(process, seconds: windowSeconds)
    if process.state == .suspended {
      phone.addWake(reason.energyCause)
      resume(process)
    } else {
      phone.location.reconsider()
    }
    return process
  }

  /// Whether `wake` would give the app run time.
  func canWake(_ reason: LaunchReason) -> Bool {
    guard let app = phone.app, phone.isOn, phone.isUnlocked else { return false }
    guard let process = app.process else { return mayLaunch(reason) }
    return process.isRunning || phone.permissions.isBackgroundRefreshOn
  }

  /// Whether a dead app could be launched for this reason (LIFE-7, SLC-11, SLC-12, REG-10, BGT-9).
  func mayLaunch(_ reason: LaunchReason) -> Bool {
    guard let app = phone.app, phone.isOn, phone.permissions.isBackgroundRefreshOn else {
      return false
    }
    switch reason {
    case .significantChange, .region: return !app.isForceQuit || relaunchTrait
    default: return !app.isForceQuit
    }
  }

  // MARK: Running and suspension

  /// Looks again whether the background process has a reason to run, and until when.
  ///
  /// A session that ends or comes to be low-grade leaves the process some seconds (LIFE-1, BG-3).
  func reconsider() {
    if let runCheck { phone.cancel(runCheck) }
    runCheck = nil
    guard let process = phone.app?.process, process.state == .background else { return }
    let isKeptAlive = phone.location.keepsAlive(process)
    if process.isKeptAlive, !isKeptAlive {
      extendGrace(process, seconds: phone.location.secondsToSuspension(process))
    }
    process.isKeptAlive = isKeptAlive
    if isKeptAlive { process.wasKeptAlive = true }
    guard !isKeptAlive, !process.hasTask else { return }
    runCheck = phone.schedule(
      .runTimeOver(process: process.number), at: process.graceEnds ?? phone.now)
  }

  func runTimeOver(process number: Int) {
    runCheck = nil
    guard let process = phone.process(number), process.state == .background, !process.hasTask,
      !process.isKeptAlive
    else { return }
    suspend(process)
  }

  private func suspend(_ process: AppProcess) {
    let reason = phone.location.suspensionReason(process)
    phone.note(.operatingSystem, reason.fact) { "suspends the app: \(reason.text)" }
    process.state = .suspended
    process.graceEnds = nil
    process.wakeReason = nil
    process.wasKeptAlive = false
    phone.location.processWasSuspended(process)
    phone.statusMayHaveChanged()
  }

  private func resume(_ process: AppProcess) {
    process.state = .background
    phone.location.reconsider()
    deliverHeldCallbacks(to: process)
    phone.statusMayHaveChanged()
  }

  private func deliverHeldCallbacks(to process: AppProcess) {
    for slot in process.overdueTimers { process.timerDue(slot: slot) }
    phone.http.deliverHeldAnswers(to: process)
    phone.tellPowerChange()
  }

  private func extendGrace(_ process: AppProcess, seconds: Double) {
    let end = phone.now + .seconds(seconds)
    process.graceEnds = max(process.graceEnds ?? end, end)
  }

  // MARK: Death

  func kill(_ process: AppProcess, _ cause: AppDeath) {
    guard process.isAlive, let app = phone.app else { return }
    if process.isRunning, cause.isAnnounced { process.app?.applicationWillTerminate() }
    phone.note(.operatingSystem, cause.fact) { "the app is dead: \(cause)" }
    if process.state == .foreground { phone.screen.appIsInForeground(false) }
    for runTime in process.runTimes { phone.tasks.runTimeEnds(runTime) }
    app.hadStandardUpdatesAtDeath = process.clients.contains { $0.wantsStandardUpdates }
    app.lastDeath = cause
    app.process = nil
    phone.location.processDied(process)
    process.die()
    phone.location.reconsider()
    phone.statusMayHaveChanged()
  }

  /// Arrivals are drawn ahead with their marks and strike whoever is suspended then (LIFE-3, LIFE-4).
  func schedulePressure(_ ordinal: Int) {
    let wait = pressure.exponential(mean: Self.pressureIntervalSeconds, at: Int64(ordinal))
    phone.schedule(.memoryPressure(ordinal), after: .seconds(wait))
  }

  func memoryPressure(_ ordinal: Int) {
    schedulePressure(ordinal + 1)
    guard let app = phone.app, let process = app.process, process.state == .suspended else {
      return
    }
    let footprint = app.installation.manifest.suspendedFootprintMegabytes / 50
    let share = Self.pressureIntervalSeconds / system.memoryKillMeanSeconds * footprint
    let mark = pressure.stream("mark").uniform(at: Int64(ordinal))
    if mark < share { kill(process, .memoryPressure) }
  }

  // MARK: Launch

  /// What woke the process, and its run time, hold before the app is called: what it starts while it
  /// launches counts as started in that wake-up.
  private func launch(_ launch: Launch, windowSeconds: Double = 0) -> AppProcess? {
    guard let app = phone.app else { return nil }
    app.launches += 1
    let process = AppProcess(number: app.launches, launch: launch, phone: phone)
    app.process = process
    if launch.isInBackground {
      process.wakeReason = launch.reason
      extendGrace(process, seconds: windowSeconds)
      reconsider()
    }
    phone.location.processWillLaunch()
    let made = app.installation.makeApp(ProcessPhone(process: process, app: app))
    process.start(made)
    made.applicationDidFinishLaunching(launch)
    process.mayRegisterTasks = false
    phone.statusMayHaveChanged()
    return process
  }
}

extension AppDeath {
  /// Whether a running app hears of its end (LIFE-14).
  var isAnnounced: Bool {
    switch self {
    case .forceQuit, .reboot, .phoneOff: true
    case .memoryPressure, .crash, .watchdog, .backgroundTaskOverrun: false
    }
  }

  /// The fact behind the kill.
  var fact: String {
    switch self {
    case .memoryPressure: "LIFE-3"
    case .forceQuit: "LIFE-6"
    case .backgroundTaskOverrun: "LIFE-2"
    case .watchdog: "LIFE-5"
    case .crash: "LIFE-7"
    case .reboot: "LIFE-12"
    case .phoneOff: "BAT-10"
    }
  }
}

extension LaunchReason {
  /// Whose account a wake-up for this reason goes to.
  var energyCause: EnergyCause {
    switch self {
    case .significantChange: .significantChanges
    case .region, .condition: .regions
    case .visit: .visits
    case .backgroundTask: .backgroundTask
    default: .launch
    }
  }
}
