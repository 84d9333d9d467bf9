import EventKernel
import Timekeeping

/// The main processor, as far as the app in the background keeps it awake.
///
/// For as long as the system has granted run time (the grace after leaving the foreground, a
/// wake-up's window, a task) it holds the processor awake. A location session keeps the process
/// alive and the processor awake for a share of the time only, by accuracy class (EN-1). Waking,
/// the first work and the lingering before it sleeps again are an impulse apart from this (CPU-7).
/// While the screen is lit, by the app or by others, its figure is that of the whole phone and
/// includes an awake processor (SCR-2).
final class Processor {
  enum State: Equatable {
    case asleep
    case awake(share: Double, EnergyCause)
  }

  private(set) var state = State.asleep
  private unowned(unsafe) let phone: SimulatedPhone
  private let parameters: ProcessorParameters
  private var windowEnds: EventKernel<PhoneEvent>.Identifier?

  init(phone: SimulatedPhone, parameters: ProcessorParameters) {
    self.phone = phone
    self.parameters = parameters
  }

  /// Looks again what keeps it awake; called at every change of the app's state and of its demands.
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

  /// How much of the time it is awake for what is asked of positioning.
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
