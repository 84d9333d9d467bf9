import EventKernel
import PhoneAPI
import Timekeeping

/// Processing tasks: minutes of run time while nobody uses the phone (BGT-7, BGT-8).
///
/// On external power a phone that has lain locked for five minutes runs what is due; on battery the
/// system holds out as long as the task's two days allow, and so most of them run at night. Taking up
/// the phone ends the task.
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
    // On the whole minute, so that who asks when does not shift what the system sees.
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
      if idleSeconds == 0 { expire(running, because: "the phone is being used") }
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

  /// The two days are running out; only an app that was used within the week has a claim to them.
  private func isUrgent(_ pending: Pending) -> Bool {
    let since = max(pending.submitted, pending.request.earliestBegin ?? .distantPast)
    let patienceSeconds =
      parameters.processingDeadlineSeconds * parameters.processingPatienceShare
    return (phone.now - since).seconds >= patienceSeconds
      && phone.usage.frequency(at: phone.now) != .unused
  }
}
