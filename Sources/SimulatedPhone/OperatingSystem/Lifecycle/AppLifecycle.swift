import EventKernel
import PhoneAPI
import PhoneProfiles
import Timekeeping

/// The life cycle of the app: launches, foreground and background, suspension, kills and
/// relaunches.
///
/// A background process runs while it has a reason to run:
///
/// - the grace period after leaving the foreground (LIFE-1)
/// - the window of a wake-up (SLC-9)
/// - a background task (LIFE-2)
/// - a running scheduled task (BGT-1)
/// - a location session that keeps the process alive (BG-1, BG-3)
///
/// A process without a reason to run is suspended. Suspension is a separate event in the queue. A
/// callback that ends the last reason can therefore finish first, and can still start a new reason.
final class AppLifecycle: PhonePart {
  let system: OperatingSystemParameters
  let shortages: SeededRandom
  let shortageMarks: SeededRandom
  let shortagesInUse: SeededRandom
  let shortageMarksInUse: SeededRandom
  let prewarms: SeededRandom
  let stalls: SeededRandom
  let relaunchTrait: Bool
  private var runCheck: EventKernel<PhoneEvent>.Identifier?
  /// The memory that other apps take, 0 to 1; see `setMemoryUse`. `memorySpell` is the number of
  /// changes so far. A `memoryPressureInUse` event from before the last change has no effect.
  var memoryUse = 0.0
  var memorySpell = 0

  init(
    phone: SimulatedPhone, system: OperatingSystemParameters, chance: SeededRandom,
    traits: SeededRandom
  ) {
    self.system = system
    shortages = chance.stream("memory.pressure")
    shortageMarks = shortages.stream("mark")
    shortagesInUse = shortages.stream("use")
    shortageMarksInUse = shortages.stream("use.mark")
    prewarms = chance.stream("prewarm")
    stalls = chance.stream("lowPower.stall")
    relaunchTrait = traits.stream("trait").stream("forceQuit.relaunch")
      .happens(withProbability: system.forceQuitRelaunchProbability)
    super.init(phone: phone)
  }

  var life: LifecycleParameters { system.life }

  // MARK: Foreground

  func open(_ reason: LaunchReason = .userOpened) {
    guard let app = phone.app else { return }
    phone.unlock()
    app.isForceQuit = false
    app.isStalled = false
    app.lastOpened = phone.now
    phone.usage.opensApp()
    phone.transfers.appCameToForeground()
    phone.screen.appIsInForeground(true)
    if let process = app.process {
      guard process.state != .foreground else { return }
      phone.note(.person, "scenario") { "opens the app" }
      bringToForeground(process)
    } else {
      phone.note(.person, "scenario") { "opens the app, which launches" }
      if let process = launch(Launch(reason: reason, isInBackground: false)) {
        watched(process) { process.app?.applicationDidBecomeActive() }
      }
    }
    phone.prompts.appCameToForeground()
    phone.statusMayHaveChanged()
  }

  private func bringToForeground(_ process: AppProcess) {
    let wasSuspended = process.state == .suspended
    process.state = .foreground
    process.useEnds = nil
    process.isInUse = true
    process.wakeReason = nil
    process.graceEnds = nil
    process.taskTimeEnds = nil
    for token in process.backgroundTasks.keys { process.backgroundTasks[token]?.ends = nil }
    phone.location.processCameToForeground(process)
    watched(process) { process.app?.applicationWillEnterForeground() }
    if wasSuspended { deliverHeldCallbacks(to: process) }
    watched(process) { process.app?.applicationDidBecomeActive() }
  }

  func leave(isPersonsDoing: Bool = true) {
    guard let process = phone.app?.process, process.state == .foreground else { return }
    if isPersonsDoing { phone.note(.person, "scenario") { "leaves the app" } }
    phone.usage.leavesApp()
    watched(process) { process.app?.applicationWillResignActive() }
    process.state = .background
    // Until now the foreground kept the process alive. `reconsider` starts the grace period from
    // this.
    process.keptAliveSince = phone.now
    process.wasKeptAlive = false
    phone.screen.appIsInForeground(false)
    phone.lock.lock()
    let useEnds = phone.now + .seconds(system.whenInUseGraceSeconds)
    process.useEnds = useEnds
    phone.schedule(.process(process.number, .useOver), at: useEnds)
    for token in process.backgroundTasks.keys.sorted() { startTime(of: token, process) }
    watched(process) { process.app?.applicationDidEnterBackground() }
    phone.location.reconsider()
    phone.statusMayHaveChanged()
  }

  /// Marks the app as no longer in use, some seconds after the app left the foreground (BG-5). An
  /// activity session keeps the app in use.
  func useOver(_ process: AppProcess) {
    guard let end = process.useEnds, end <= phone.now else { return }
    guard !phone.sessions.keepsInUse(process) else { return }
    process.isInUse = false
    if phone.authorizationInEffect == .whenInUse {
      phone.note(.operatingSystem, "BG-5") { "the app is no longer in use" }
    }
    phone.location.reconsider()
    phone.prompts.useOver()
  }

  func forceQuit() {
    guard let app = phone.app else { return }
    phone.note(.person, "scenario") { "force-quits the app" }
    app.isForceQuit = true
    app.accessories = []
    phone.transfers.appWasForceQuit()
    if let process = app.process { kill(process, .forceQuit) }
  }

  /// Crashes the app. The process ends without notice. The system relaunches the app only for an
  /// event that the system monitors for the app (LIFE-7).
  func crash() {
    if let process = phone.app?.process { kill(process, .crash) }
  }

  /// Installs a new version of the app. The system keeps watching the app's regions, visits and
  /// other events.
  func update() {
    phone.note(.operatingSystem, "scenario") { "installs a new version of the app" }
    if let process = phone.app?.process { kill(process, .appUpdate) }
  }

  // MARK: Running and suspension

  /// Checks again if the background process has a reason to run, and how long it may run.
  ///
  /// After a location session ends or becomes low-grade, the process may run for some more seconds
  /// (LIFE-1, BG-3).
  func reconsider() {
    defer { phone.processor.reconsider() }
    if let runCheck { phone.cancel(runCheck) }
    runCheck = nil
    guard let process = phone.app?.process, process.state == .background,
      !system.isUnrestricted
    else { return }
    let isKeptAlive = phone.location.keepsAlive(process)
    let since = process.keptAliveSince
    process.keptAliveSince = isKeptAlive ? since ?? phone.now : nil
    if let since, !isKeptAlive {
      extendGrace(process, seconds: phone.location.secondsToSuspension(process))
      postponeTasks(process, by: phone.now - since)
    }
    if isKeptAlive { process.wasKeptAlive = true }
    guard !isKeptAlive, !process.hasTask else { return }
    runCheck = phone.schedule(
      .process(process.number, .runTimeOver), at: process.graceEnds ?? phone.now)
  }

  func runTimeOver(_ process: AppProcess) {
    runCheck = nil
    guard process.state == .background, !process.hasTask, !process.isKeptAlive, !process.isHanging
    else { return }
    suspend(process, phone.location.suspensionReason(process))
  }

  func suspend(_ process: AppProcess, _ reason: (text: String, fact: String)) {
    phone.note(.operatingSystem, reason.fact) { "suspends the app: \(reason.text)" }
    process.state = .suspended
    process.graceEnds = nil
    process.wakeReason = nil
    process.wasKeptAlive = false
    process.processorUse.stop(at: phone.now)
    phone.location.processWasSuspended(process)
    phone.sessions.processWasSuspended()
    phone.statusMayHaveChanged()
  }

  func resume(_ process: AppProcess) {
    process.state = .background
    phone.location.reconsider()
    deliverHeldCallbacks(to: process)
    phone.statusMayHaveChanged()
  }

  private func deliverHeldCallbacks(to process: AppProcess) {
    phone.location.processListensAgain(process)
    for slot in process.overdueTimers { process.timerDue(slot: slot) }
    phone.http.deliverHeldAnswers(to: process)
    phone.transfers.deliverFinished(to: process)
    phone.reportPowerChange()
    phone.http.reportReachability()
    phone.reportSystemChange()
    phone.motion.processResumed(process)
  }

  func extendGrace(_ process: AppProcess, seconds: Double) {
    let end = phone.now + .seconds(seconds)
    process.graceEnds = max(process.graceEnds ?? end, end)
  }

  // MARK: Death

  /// Kills the app because the phone turns off or restarts.
  ///
  /// If the app is already dead, an event could still have launched it. The phone that is off now
  /// prevents such a launch. `cause` therefore replaces the cause of the app's last death.
  func phoneGoesDown(_ cause: AppDeath) {
    guard let app = phone.app else { return }
    if let process = app.process {
      kill(process, cause)
    } else if phone.mayBeWoken, !app.hadStandardUpdatesAtDeath {
      app.lastDeath = cause
    }
  }

  func kill(_ process: AppProcess, _ cause: AppDeath) {
    guard process.isAlive, let app = phone.app else { return }
    if process.isRunning, cause.isAnnounced { process.app?.applicationWillTerminate() }
    phone.note(.operatingSystem, cause.fact) { "the app is dead: \(cause.words)" }
    if process.state == .foreground { phone.screen.appIsInForeground(false) }
    for runTime in process.runTimes { phone.tasks.runTimeEnds(runTime) }
    app.hadStandardUpdatesAtDeath = process.clients.contains { $0.wantsStandardUpdates }
    app.lastDeath = cause
    app.process = nil
    phone.location.processDied(process)
    phone.prompts.processDied(process)
    phone.sessions.processDied(process, cause)
    process.die()
    phone.location.reconsider()
    phone.statusMayHaveChanged()
  }

  // MARK: Launch

  /// Launches a process of the app.
  ///
  /// The wake-up reason and the run time are set before the app is called. A service that the app
  /// starts during the launch therefore counts as started in this wake-up.
  func launch(_ launch: Launch, windowSeconds: Double = 0) -> AppProcess? {
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
    phone.sessions.processWillLaunch(process)
    // Before the app makes its first record.
    phone.statusMayHaveChanged()
    let made = app.installation.makeApp(ProcessPhone(process: process, app: app))
    process.start(made)
    watched(process) { made.applicationDidFinishLaunching(asTold(launch)) }
    process.mayRegisterTasks = false
    phone.statusMayHaveChanged()
    return process
  }

  /// Returns the launch as the app sees it. Apps built on scenes, and all apps from iOS 26 on, do
  /// not learn that a location event launched them (BG-11).
  private func asTold(_ launch: Launch) -> Launch {
    guard launch.reason.isLocation, system.locationLaunchReason == .withheld else { return launch }
    phone.note(.operatingSystem, "BG-11") { "does not report to the app what launched it" }
    return Launch(reason: .unknown, isInBackground: launch.isInBackground)
  }
}
