import EventKernel
import PhoneAPI
import Timekeeping

/// Gaps in the positions that one developer observed on iOS 26, without a published explanation
/// (BG-4).
///
/// The developer's app first used a distance filter. The system suspended the app at every stop of
/// the phone. Positions resumed with the motion, more than 100 s after the last position. Without a
/// filter, the system no longer suspended the app. But sometimes 60 to 144 s still passed without a
/// position, even at full speed.
extension LocationDaemon {
  /// Suspends the app when the phone stands, if every location session of the app has a distance
  /// filter.
  func suspendAtStop() {
    guard system.permission.suspendsFilteredSessionsAtStops,
      let process = phone.app?.process, process.state == .background, process.isKeptAlive,
      !process.hasTask, process.clients.allSatisfy({ !isLasting($0) || hasFilter($0) })
    else { return }
    suspendedAtStop = (process.number, phone.now)
    phone.apps.suspend(process, ("the phone stands, and its session filters by distance", "BG-4"))
  }

  private func hasFilter(_ client: LocationClient) -> Bool { client.distanceFilterMeters != nil }

  /// Schedules the end of the app's suspension, because the phone moves again. The suspension lasts
  /// at least as long as the reported gaps.
  func moveOnAfterStop() {
    guard let stop = suspendedAtStop else { return }
    let end = stop.since + .seconds(system.permission.stopGapSeconds)
    phone.schedule(.location(.stopIsOver(process: stop.process)), at: max(end, phone.now))
  }

  func stopIsOver(process number: Int) {
    guard suspendedAtStop?.process == number, !phone.isLyingStill else { return }
    suspendedAtStop = nil
    guard let process = phone.process(number), process.state == .suspended else { return }
    phone.note(.operatingSystem, "BG-4") { "resumes the app: the phone moves again" }
    phone.apps.resume(process)
  }

  // MARK: Without a filter

  /// Schedules the next gap without positions at a random time, which does not depend on the app's
  /// sessions.
  func scheduleSilence(_ ordinal: Int) {
    let perHour = system.permission.silencesPerHour
    guard perHour > 0 else { return }
    let wait = silences.exponential(mean: 3600 / perHour, at: Int64(ordinal))
    phone.schedule(.location(.silenceBegins(ordinal: ordinal)), after: .seconds(wait))
  }

  func silenceBegins(_ ordinal: Int) {
    scheduleSilence(ordinal + 1)
    guard demand != .nothing, !phone.isLyingStill, phone.app?.process?.state == .background else {
      return
    }
    let seconds = silences.stream("length").uniform(in: 60...144, at: Int64(ordinal))
    phone.note(.operatingSystem, "BG-4") { "delivers no positions for \(Int(seconds)) s" }
    setSilent(true)
    phone.schedule(.location(.silenceEnds), after: .seconds(seconds))
  }
}
