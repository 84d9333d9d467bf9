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

  /// Starts a task's time. While a location session keeps the app alive, all tasks have the time
  /// that they would have had at its start.
  func startTime(of token: UInt64, _ process: AppProcess) {
    guard !system.isUnrestricted else { return }
    let start = process.keptAliveSince ?? phone.now
    let end = process.taskTimeEnds ?? start + .seconds(system.backgroundTaskSeconds)
    process.taskTimeEnds = end
    setEnd(of: token, process, end)
  }

  private func setEnd(of token: UInt64, _ process: AppProcess, _ end: Instant) {
    process.backgroundTasks[token]?.ends = end
    guard !process.isKeptAlive else { return }
    phone.schedule(.process(process.number, .backgroundTaskOver(token: token)), at: end)
  }

  /// Moves the ends of the tasks' time by the time in which a location session kept the app alive.
  func postponeTasks(_ process: AppProcess, by time: TimeSpan) {
    process.taskTimeEnds = process.taskTimeEnds.map { $0 + time }
    for (token, task) in process.backgroundTasks.sorted(by: { $0.key < $1.key }) {
      if let end = task.ends, end + time > phone.now { setEnd(of: token, process, end + time) }
    }
  }

  func endBackgroundTask(_ process: AppProcess, token: UInt64) {
    guard process.backgroundTasks.removeValue(forKey: token) != nil else { return }
    reconsider()
  }

  /// Handles the end of the task's time. If the app is in the foreground by now, or a location
  /// session keeps it alive, this does nothing, because tasks have no time limit then.
  func backgroundTaskOver(_ process: AppProcess, token: UInt64) {
    guard let task = process.backgroundTasks[token], let end = task.ends, end <= phone.now,
      !process.isKeptAlive
    else { return }
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
