import EventKernel
import PhoneProfiles
import Timekeeping

/// The main processor. The class models its work for the tracking app in the background.
///
/// The system keeps the processor awake during granted run time (the grace period after leaving the
/// foreground, the window of a wake-up, a task). A location session keeps the process alive, but
/// keeps the processor awake only for a share of the time. The share depends on the accuracy class
/// (EN-1). Each wake-up also costs a fixed energy for waking, the first work and the delay before
/// the next sleep (CPU-7). While the screen is lit, by this app or another, the screen's power is
/// the power of the whole phone and includes an awake processor (SCR-2).
final class Processor: PhonePart {
  enum State: Equatable {
    case asleep
    case awake(share: Double, EnergyCause)
  }

  private(set) var state = State.asleep
  private let parameters: ProcessorParameters
  private var windowEnds: EventKernel<PhoneEvent>.Identifier?

  init(phone: SimulatedPhone, parameters: ProcessorParameters) {
    self.parameters = parameters
    super.init(phone: phone)
  }

  /// Checks anew what keeps the processor awake. It is called at every change of the app's state
  /// and of the app's requests.
  func reconsider() {
    if let windowEnds { phone.cancel(windowEnds) }
    windowEnds = nil
    guard let process = phone.app?.process, process.state == .background, !phone.screen.isLit else {
      return enter(.asleep)
    }
    if process.hasTask { return enter(.awake(share: 1, .backgroundTask)) }
    if let end = process.graceEnds, end > phone.now {
      enter(.awake(share: 1, process.wakeReason?.energyCause ?? .appInForeground))
      windowEnds = phone.schedule(.processorWindowOver, at: end)
      return
    }
    enter(.awake(share: awakeShare, phone.location.cause))
  }

  func windowOver() {
    windowEnds = nil
    reconsider()
  }

  /// The share of the time in which the processor is awake for the positions that the app requests.
  var awakeShare: Double {
    switch phone.location.asked {
    case .nothing: 0
    case .coarse: parameters.awakeShareCoarse
    case .hundredMeters: parameters.awakeShareHundredMeters
    case .fine: parameters.awakeShareFine
    }
  }

  private func enter(_ next: State) {
    guard next != state else { return }
    if case .awake(_, let cause) = state { phone.setPower(0, .processor, cause) }
    state = next
    if case .awake(let share, let cause) = next {
      phone.setPower(parameters.awakeIdleWatts * share, .processor, cause)
    }
  }
}
