import PhoneAPI
import Timekeeping

/// The behavior that records fixes for some minutes of every period, and otherwise saves energy.
///
/// For the rest of the period, standard updates continue at `dutyRestAccuracy`, but their fixes are
/// not recorded. Without these updates the phone would suspend the app, and the app's timer would
/// stop.
final class DutyCycle: Behavior {
  private enum Phase { case positioning, resting }

  let events: Events = [.tracking]
  private unowned let tracker: Tracker
  private var phase = Phase.positioning
  private var timer: TimerToken?

  init(_ tracker: Tracker) { self.tracker = tracker }

  func trackingBegan() { if timer == nil { enter(.positioning) } else { apply() } }

  func trackingEnded() {
    if let timer { tracker.clock.cancel(timer) }
    timer = nil
    tracker.mutes.remove(.dutyCycle)
  }

  private func enter(_ next: Phase) {
    phase = next
    apply()
    let settings = tracker.settings.session
    let rest = max(.zero, settings.dutyPeriod - settings.dutyTime)
    let (length, following): (TimeSpan, Phase) =
      switch next {
      case .positioning: (settings.dutyTime, rest > .zero ? .resting : .positioning)
      case .resting: (rest, .positioning)
      }
    timer = tracker.clock.schedule(after: max(length, .seconds(1 as Int64)), repeats: false) {
      [weak self] in self?.enter(following)
    }
  }

  private func apply() {
    switch phase {
    case .positioning:
      tracker.mutes.remove(.dutyCycle)
      tracker.manager.distanceFilterMeters = tracker.settings.distanceFilterMeters
      tracker.manager.desiredAccuracy = tracker.settings.desiredAccuracy
      tracker.note(.dutyCycle, "positions for \(tracker.settings.session.dutyTime)")
    case .resting:
      tracker.mutes.insert(.dutyCycle)
      tracker.manager.distanceFilterMeters = nil
      tracker.manager.desiredAccuracy = tracker.settings.session.dutyRestAccuracy
      tracker.note(.dutyCycle, "rests")
    }
  }
}
