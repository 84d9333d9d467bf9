import PhoneAPI
import Timekeeping

/// Kills of apps that take too long, or use too much of the processor (LIFE-5).
///
/// An app's code takes no simulated time. The app reports with `Application.didWork` how long its
/// work would take on a phone's processor. If the work of a launch or a change of state takes 20 s,
/// the app hangs, receives no calls, and is killed after 20 s. In the background the pieces of work
/// run one after another. The app is killed if they take more than 80 % of a minute.
extension AppLifecycle {
  /// Runs `call`, which reports a launch or a change of state to the app. Checks how long the app
  /// takes.
  func watched(_ process: AppProcess, _ call: () -> Void) {
    process.changeSeconds = 0
    call()
    process.changeSeconds = nil
  }

  func didWork(_ process: AppProcess, seconds: Double) {
    guard process.isRunning, seconds > 0, seconds.isFinite else { return }
    phone.addImpulse(
      seconds * phone.model.device.processor.coreWatts, .processor, process.workCause)
    let duration = seconds / phone.processorShare
    if let sum = process.changeSeconds { changeTakes(sum + duration, process) }
    if process.state == .background { backgroundTakes(duration, process) }
  }

  private func changeTakes(_ seconds: Double, _ process: AppProcess) {
    process.changeSeconds = seconds
    guard seconds >= life.hangSecondsMax, !process.isHanging else { return }
    process.isHanging = true
    phone.schedule(
      .process(process.number, .hangs), after: .seconds(life.hangSecondsMax))
  }

  func hangs(_ process: AppProcess) {
    if process.isHanging { kill(process, .watchdog) }
  }

  private func backgroundTakes(_ seconds: Double, _ process: AppProcess) {
    let window = TimeSpan.seconds(life.processorWindowSeconds)
    let end = process.processorUse.add(.seconds(seconds), at: phone.now, keeping: window)
    if let reached = process.processorUse.reaches(
      processorSecondsMax, within: window, from: phone.now, to: end)
    {
      phone.schedule(.process(process.number, .processorLimit), at: reached)
    }
  }

  /// The limit on the app's processor time in the background within the window [s]. It is 1 ms
  /// below the limit of LIFE-5, because rounding can make a sum of many short times slightly too
  /// small.
  private var processorSecondsMax: Double {
    life.processorShareMax * life.processorWindowSeconds - 0.001
  }

  func processorLimit(_ process: AppProcess) {
    guard process.state == .background else { return }
    let used = process.processorUse.seconds(
      within: .seconds(life.processorWindowSeconds), endingAt: phone.now)
    guard used >= processorSecondsMax else { return }
    kill(process, .processorLimit)
  }
}
