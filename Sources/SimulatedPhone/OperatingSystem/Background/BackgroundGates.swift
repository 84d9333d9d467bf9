import PhoneAPI
import Timekeeping

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A condition that can prevent a background launch of the app.
///
/// The gates are the seven factors that Apple lists (BGT-5), and heat, which Apple does not list
/// (LIFE-11). Silent pushes have to pass the same gates, except the one of app usage (NET-3).
enum BackgroundGate: CaseIterable {
  case battery, lowPowerMode, appUsage, appSwitcher, backgroundRefreshSwitch, budget, rateLimit
  case heat

  /// The reason why the gate is closed, as a text for the timeline.
  var explanation: String {
    switch self {
    case .battery: "the battery is low"
    case .lowPowerMode: "Low Power Mode is on"
    case .appUsage: "the person no longer uses the app"
    case .appSwitcher: "the app is not in the app switcher"
    case .backgroundRefreshSwitch: "Background App Refresh is off"
    case .budget: "earlier launches have used up the budget"
    case .rateLimit: "the last launch was too recent"
    case .heat: "the phone is too hot"
    }
  }

  var fact: String {
    switch self {
    case .battery, .heat: "LIFE-11"
    case .lowPowerMode: "LIFE-9"
    case .appUsage: "BGT-4"
    case .appSwitcher: "BGT-9"
    case .budget: "BGT-6"
    case .backgroundRefreshSwitch, .rateLimit: "BGT-5"
    }
  }
}

extension TaskScheduler {
  /// Returns the probability with which this gate lets a launch pass, 0 to 1. The product of these
  /// probabilities over all gates is the probability of the launch.
  func openness(_ gate: BackgroundGate, lastLaunch: Instant?, intervalSecondsMin: Double) -> Double
  {
    let isOpen: Bool
    switch gate {
    case .battery: isOpen = phone.batteryLevel >= parameters.batteryLevelMin
    case .lowPowerMode: isOpen = !phone.isLowPowerModeOn
    case .appUsage: isOpen = phone.usage.frequency(at: phone.now) != .unused
    case .appSwitcher: isOpen = phone.app.map { !$0.isForceQuit && $0.lastOpened != nil } ?? false
    case .backgroundRefreshSwitch: isOpen = phone.permissions.isBackgroundRefreshOn
    case .heat: isOpen = !phone.isThrottled
    case .budget: return budget.launchShare(at: phone.now)
    case .rateLimit:
      isOpen = lastLaunch.map { (phone.now - $0).seconds >= intervalSecondsMin } ?? true
    }
    return isOpen ? 1 : 0
  }

  /// Returns the gate that prevents the launch; nil if the launch is allowed.
  /// - Parameter mark: a random number from 0 to 1 for this opportunity, which is compared with the
  ///   launch probability.
  func closedGate(
    among gates: [BackgroundGate], mark: Double, lastLaunch: Instant? = nil,
    intervalSecondsMin: Double = 0
  ) -> BackgroundGate? {
    var product = 1.0
    for gate in gates {
      product *= openness(gate, lastLaunch: lastLaunch, intervalSecondsMin: intervalSecondsMin)
      if mark >= product { return gate }
    }
    return nil
  }
}

/// The budget for background launches. Satellite positioning during the launches of the last day or
/// so reduces it (BGT-6).
struct LaunchBudget {
  private let secondsHalving: Double
  private var usedSeconds = 0.0
  private var since = Instant.distantPast

  private static let memorySeconds = 86_400.0

  init(secondsHalving: Double) { self.secondsHalving = secondsHalving }

  /// Returns the share of the refresh opportunities that still lead to a launch of the app, 0 to 1.
  func launchShare(at now: Instant) -> Double {
    secondsHalving / (secondsHalving + used(at: now))
  }

  mutating func spend(gnssSeconds seconds: Double, at now: Instant) {
    usedSeconds = used(at: now) + seconds
    since = now
  }

  /// Returns the seconds of satellite positioning that count against the budget. They decay
  /// exponentially with a time constant of one day.
  private func used(at now: Instant) -> Double {
    usedSeconds > 0 ? usedSeconds * exp(-(now - since).seconds / Self.memorySeconds) : 0
  }
}
