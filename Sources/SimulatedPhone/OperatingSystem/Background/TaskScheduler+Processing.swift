import EventKernel
import PhoneAPI
import Timekeeping

/// Processing tasks: minutes of run time while the phone is not in use (BGT-7, BGT-8).
///
/// A phone on external power that has been locked for five minutes runs the tasks that are due. The
/// system tries to run a task within two days. On battery, it delays the task for most of these two
/// days. Most tasks therefore run at night, on the charger. A task ends when the person uses the
/// phone.
extension TaskScheduler {
  private static let gates: [BackgroundGate] = [
    .battery, .lowPowerMode, .appSwitcher, .backgroundRefreshSwitch, .heat,
  ]

  func planProcessing() {
    if let processingLook { phone.cancel(processingLook) }
    processingLook = nil
    guard runningProcessing != nil || !pendingProcessing.isEmpty else { return }
    let earliest = pendingProcessing.map { $0.request.earliestBegin ?? .distantPast }.min()
    let soonest = runningProcessing == nil ? earliest ?? phone.now : phone.now
    // Whole minutes, so that the time of a request does not shift the times of the checks.
    let minute = floorDivide(max(phone.now, soonest).wholeSeconds, 60) + 1
    processingLook = phone.schedule(
      .task(.processingLook), at: Instant(nanoseconds: minute * 60_000_000_000))
  }

  private var runningProcessing: GrantedRunTime? {
    phone.app?.process?.runTimes.first { $0.errand == .processing }
  }

  func lookForProcessing() {
    processingLook = nil
    defer { plan() }
    guard phone.isOn, phone.isUnlocked else { return }
    let idleSeconds = phone.usage.idleSeconds
    if let running = runningProcessing {
      if idleSeconds == 0 { expire(running, because: "the phone is in use") }
      return
    }
    guard idleSeconds >= parameters.processingIdleSecondsMin,
      let index = pendingProcessing.firstIndex(where: { isDue($0) && mayRun($0) })
    else { return }
    let request = pendingProcessing.remove(at: index).request
    if request.requiresExternalPower {
      phone.note(.operatingSystem, "BGT-7") { "lifts the limit on processor time: external power" }
    }
    run(request, .processing, seconds: parameters.processingSeconds)
  }

  private func mayRun(_ pending: Pending) -> Bool {
    let request = pending.request
    let isPowered = phone.power.battery.isCharging
    if request.requiresExternalPower, !isPowered { return false }
    if request.requiresNetworkConnectivity, phone.span.network == .none { return false }
    guard closedGate(among: Self.gates, mark: 0.5) == nil else { return false }
    return isPowered || isUrgent(pending)
  }

  /// Returns true if the system runs this task even on battery (BGT-8).
  ///
  /// The task must have waited for most of the two days within which the system tries to run it.
  /// The person must have used the app within the last week.
  private func isUrgent(_ pending: Pending) -> Bool {
    let since = max(pending.submitted, pending.request.earliestBegin ?? .distantPast)
    let patienceSeconds =
      parameters.processingDeadlineSeconds * parameters.processingPatienceShare
    return (phone.now - since).seconds >= patienceSeconds
      && phone.usage.frequency(at: phone.now) != .unused
  }
}
