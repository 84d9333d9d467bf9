import EventKernel
import Geodesy
import PhoneAPI
import Timekeeping
import World

/// The phone's power consumption, its battery, and turning off and on again.
extension SimulatedPhone {
  @inline(__always)
  func setPower(_ watts: Double, _ component: EnergyComponent, _ cause: EnergyCause) {
    guard isOn || watts == 0 else { return }
    power.setPower(watts, component, cause, at: kernel.now)
  }

  @inline(__always)
  func addImpulse(_ joules: Double, _ component: EnergyComponent, _ cause: EnergyCause) {
    power.addImpulse(joules, component, cause)
  }

  /// Books the energy of a wake-up: the processor works for a moment and stays awake briefly
  /// (CPU-7).
  ///
  /// A wake-up uses 0.55 J, of which 0.16 J is for the work. If the processor is awake already,
  /// only the work is booked (SCR-2).
  func addWake(_ cause: EnergyCause) {
    let share = screen.isLit ? 0.16 / 0.55 : 1
    addImpulse(model.device.processor.wakeJoules * share, .processor, cause)
  }

  package var ledger: EnergyLedger { power.ledger }
  package var batteryCapacityJoules: Double { power.battery.capacityJoules }
  /// The battery at the time of the last `settle()`. Call `settle()` first to include the energy up
  /// to `now`.
  package var battery: Battery { power.battery }
  public func settle() { power.advanceBattery(to: now) }

  /// The battery level that the person, the system and apps see.
  var batteryLevel: Double {
    settle()
    return power.battery.gaugeLevel
  }
  var batteryState: BatteryState {
    power.battery.isCharging ? (power.battery.isFull ? .full : .charging) : .unplugged
  }

  func bootUp() {
    updateBasePower()
    updateMotionPower()
    updateCharger()
    updateSearch()
  }

  func updateBasePower() {
    let base = model.device.base
    setPower(
      base.suspendedWatts + base.systemBackgroundWatts * lowPower.backgroundShare, .base, .system)
  }

  /// True while Low Power Mode is on. Use `setLowPowerMode` to change it.
  var isLowPowerModeOn: Bool {
    get { lowPower.isOn }
    set { lowPower.set(newValue) }
  }

  /// Sets the power of motion sensing.
  ///
  /// While the phone moves, all motion sensing is on (ACC-7). While the phone rests, only a simple
  /// sensor that detects the next movement is on (ACC-1, ACC-2).
  func updateMotionPower() {
    let share = span.mode.isMoving ? 1 : model.system.motion.sentinelShare
    setPower(model.device.base.motionWatts * share, .motion, .system)
  }

  /// Sets the power with which the modem searches while it has no service (RAD-12).
  func updateSearch() {
    let cellular = model.device.modem.cellular
    let isSearching = span.network == .none && !switches.isAirplaneModeOn
    setPower(isSearching ? cellular.searchWatts * cellular.searchShare : 0, .modem, .system)
  }

  func updateCharger() {
    let isAtCharger =
      !span.mode.isMoving && (span.place.map { world.places[$0].hasCharger } ?? false)
    let isPluggedIn = isAtCharger || isPluggedInByHand
    motion?.coprocessor.note(isOn: isOn, isAttached: isPluggedIn || car?.hasAudio == true)
    guard isPluggedIn != power.battery.isCharging else { return }
    power.setPluggedIn(isPluggedIn, at: now)
    note(.hardware, "BAT-5") {
      (isPluggedIn ? "on" : "off") + " the charger, the gauge at \(power.battery.gaugePercent) %"
    }
    if isPluggedIn { location.visits.chargingBegan() }
    scheduleBatteryCheck(after: .zero)
  }

  /// Checks the charge, and shuts the phone off when the battery is empty.
  ///
  /// The check runs each minute in any of three cases: the charge is 20 % or less, Low Power Mode
  /// is on, or the app watches the battery. Otherwise the check runs at least every half hour. If
  /// the person watches the battery, it runs in each minute in which a watched level is in reach.
  func checkBattery() {
    power.advanceBattery(to: now)
    if isOn, power.battery.isEmpty { shutOff() }
    if !isOn, power.battery.level > model.device.battery.restartShare { restart() }
    let percent = power.battery.gaugePercent
    if isOn { lowPower.gaugeShows(percent, isPluggedIn: power.battery.isCharging) }
    person.looksAtGauge(level: Double(percent) / 100)
    reportPowerChange()
    scheduleBatteryCheck(after: waitForBatteryCheck(percent))
    statusMayHaveChanged()
  }

  /// Returns the time until the next check, when the gauge shows `percent`.
  private func waitForBatteryCheck(_ percent: Int) -> TimeSpan {
    let nextOffer = lowPower.nextGauge(below: percent) ?? 0
    var wait = TimeSpan.minutes(30)
    if percent <= 20 || isLowPowerModeOn || app?.process?.watchesBattery == true {
      wait = .minutes(1)
    } else if let distance = person.distanceToWatchedLevel(from: Double(percent) / 100) {
      let nearest = min(distance, Double(percent) / 100 - nextOffer)
      wait = min(wait, power.battery.minutesAtLeast(toMoveGaugeBy: nearest))
    }
    if isOn, let left = power.battery.time(toGauge: nextOffer) {
      wait = min(wait, left + .milliseconds(1))
    }
    return max(wait, .seconds(1 as Int64))
  }

  /// Returns the power state that the app sees.
  ///
  /// The state always includes Low Power Mode. It includes the battery only if the app monitors the
  /// battery.
  func powerToTell(_ process: AppProcess) -> AppProcess.KnownPower {
    let isMonitored = process.isBatteryMonitored
    return AppProcess.KnownPower(
      gaugeLevel: isMonitored ? batteryLevel : -1,
      state: isMonitored ? batteryState : .unknown, isLowPowerModeOn: isLowPowerModeOn)
  }

  /// Reports a changed battery level, battery state or Low Power Mode to the running app.
  func reportPowerChange() {
    guard let process = app?.process, process.isRunning, process.onPowerChange != nil else {
      return
    }
    let power = powerToTell(process)
    guard power != process.knownPower else { return }
    process.knownPower = power
    process.onPowerChange?()
  }

  /// Reports a changed thermal state or Background App Refresh to the running app, if it listens.
  func reportSystemChange() {
    guard let process = app?.process, process.isRunning else { return }
    if let report = process.handlers.thermalStateChanged,
      process.knownThermalState != thermalState
    {
      process.knownThermalState = thermalState
      report()
    }
    let isRefreshOn = permissions.isBackgroundRefreshOn
    if let report = process.handlers.backgroundRefreshChanged,
      process.knowsBackgroundRefreshIsOn != isRefreshOn
    {
      process.knowsBackgroundRefreshIsOn = isRefreshOn
      report()
    }
  }

  func shutOff() {
    note(.hardware, "BAT-10") { "shuts off: the battery is empty" }
    apps.phoneGoesDown(.phoneOff)
    isOn = false
    motion.coprocessor.note(isOn: false, isAttached: power.battery.isCharging)
    offSince = now
    location.visits.phoneWentOff()
    stopWatchingMovement()
    otherApps.endAll()
    otherAppsHaveChanged()
    gnss.powerDown()
    modem.powerDown()
    power.cutAll(at: now)
    guard firstShutOff == nil else { return }
    firstShutOff = now
    onFirstShutOff?()
  }

  func restart() {
    note(.hardware, "BAT-10") { "starts again: there is charge" }
    if let since = offSince { secondsOff += (now - since).seconds }
    offSince = nil
    isOn = true
    startUp(unlocked: .whenTakenUp)
    bootUp()
    motion.startAnew()
    location.visits.phoneCameBack()
    watchMovement()
  }

  func setPluggedIn(_ isPluggedIn: Bool) {
    guard isPluggedIn != isPluggedInByHand else { return }
    note(.person, "scenario") { isPluggedIn ? "plugs the phone in" : "unplugs the phone" }
    isPluggedInByHand = isPluggedIn
    staysPluggedInHere = false
    updateCharger()
  }

  func plugInHere() {
    setPluggedIn(true)
    staysPluggedInHere = true
  }

  /// Unplugs the phone when the person carries it away from its cable.
  func walkOffCharger() {
    guard staysPluggedInHere, span.mode.isMoving else { return }
    setPluggedIn(false)
  }

  func scheduleBatteryCheck(after wait: TimeSpan) {
    if let batteryCheck { kernel.cancel(batteryCheck) }
    batteryCheck = kernel.schedule(.batteryCheck, after: wait)
  }

  /// The total time that the phone was off so far, including the present outage [s].
  public var secondsOffSoFar: Double {
    secondsOff + (offSince.map { (now - $0).seconds } ?? 0)
  }
}
