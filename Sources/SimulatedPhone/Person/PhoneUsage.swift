import PhoneAPI
import PhoneProfiles
import Timekeeping

/// The system's record of how the person uses the phone and the app. The record depends on the
/// person alone, not on the app.
final class PhoneUsage: PhonePart {
  /// How often the person uses the app, judged by the time since the last opening (BGT-4).
  enum Frequency: String { case daily, weekly, unused }

  private let tasks: TaskParameters
  /// The times at which the person opened the app within the last week, the oldest first.
  private(set) var openings: [Instant] = []
  private var lastUse: Instant
  /// True if another app than the tracking app is on the screen.
  var isOtherAppOnScreen = false { didSet { lastUse = phone.now } }

  private static let rememberedFor = TimeSpan.days(7)

  init(phone: SimulatedPhone, tasks: TaskParameters) {
    self.tasks = tasks
    lastUse = phone.now
    super.init(phone: phone)
  }

  func opensApp() {
    openings.removeAll { phone.now - $0 > Self.rememberedFor }
    openings.append(phone.now)
    // The use of the app decides how often it is refreshed.
    if phone.tasks.hasPending { phone.tasks.plan() }
  }

  func leavesApp() { lastUse = phone.now }

  func frequency(at instant: Instant) -> Frequency {
    guard let last = openings.last else { return .unused }
    let seconds = (instant - last).seconds
    return seconds < tasks.dailyUseSecondsMax
      ? .daily : seconds < tasks.weeklyUseSecondsMax ? .weekly : .unused
  }

  /// The time for which the phone has been locked and still [s]. It is 0 while the phone is used or
  /// carried (BGT-7).
  var idleSeconds: Double {
    let isUsed = isOtherAppOnScreen || phone.app?.process?.state == .foreground
    guard !isUsed, let still = stillSince else { return 0 }
    return (phone.now - max(still, lastUse)).seconds
  }

  /// The time since which the phone has not moved; nil while it moves.
  private var stillSince: Instant? {
    let spans = phone.trajectory.spans
    var index = phone.cursor.indexOfSpan(at: phone.now, on: phone.trajectory)
    guard !spans[index].mode.isMoving else { return nil }
    while index > 0, !spans[index - 1].mode.isMoving, spans[index - 1].end == spans[index].start {
      index -= 1
    }
    return spans[index].start
  }
}
