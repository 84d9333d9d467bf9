import PhoneAPI
import Timekeeping

/// Background tasks: run time that the app itself requests (LIFE-2).
///
/// All tasks in one period in the background share one time limit. Starting one task after another,
/// or waiting for a timer, does not extend the limit (LIFE-8). A wake-up by the system starts a new
/// limit. Time in which a location session keeps the app alive does not count against the limit.
extension AppLifecycle {
  func beginBackgroundTask(_ process: AppProcess, expiration: @escaping () -> Void) -> UInt64? {
    guard process.isRunning, !isTaskTimeUsedUp(process) else { return nil }
    let token = phone.nextToken()
    process.backgroundTasks[token] = AppProcess.GrantedTime(ends: nil, expire: expiration)
    if process.state == .background { startTime(of: token, process) }
    reconsider()
    return token
  }

  private func isTaskTimeUsedUp(_ process: AppProcess) -> Bool {
    guard process.state == .background, !phone.location.keepsAlive(process) else { return false }
    return process.taskTimeEnds.map { $0 <= phone.now } ?? false
  }

  func startTime(of token: UInt64, _ process: AppProcess) {
    guard !system.isUnrestricted else { return }
    var end = phone.now + .seconds(system.backgroundTaskSeconds)
    if !phone.location.keepsAlive(process) {
      end = process.taskTimeEnds ?? end
      process.taskTimeEnds = end
    }
    process.backgroundTasks[token]?.ends = end
    phone.schedule(.process(process.number, .backgroundTaskOver(token: token)), at: end)
  }

  func endBackgroundTask(_ process: AppProcess, token: UInt64) {
    guard process.backgroundTasks.removeValue(forKey: token) != nil else { return }
    reconsider()
  }

  /// Handles the end of the task's time. If the app is in the foreground by now, it does nothing,
  /// because tasks have no time limit there.
  func backgroundTaskOver(_ process: AppProcess, token: UInt64) {
    guard let task = process.backgroundTasks[token], let end = task.ends, end <= phone.now else {
      return
    }
    phone.note(.operatingSystem, "LIFE-2") { "the background task's time is over" }
    phone.schedule(
      .process(process.number, .backgroundTaskOverrun(token: token)), after: .seconds(1 as Int64))
    task.expire()
  }

  func backgroundTaskOverrun(_ process: AppProcess, token: UInt64) {
    guard process.state != .foreground, process.backgroundTasks[token] != nil else { return }
    kill(process, .backgroundTaskOverrun)
  }
}
