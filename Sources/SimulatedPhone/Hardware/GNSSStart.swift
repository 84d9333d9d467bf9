import EventKernel
import PhoneProfiles
import Timekeeping

/// The kinds of a satellite receiver's start. They differ in the data on position, time and
/// satellites that the receiver still has.
enum GNSSStart: Int {
  /// The receiver had a fix minutes ago.
  case hot
  /// The receiver still has valid orbits of the satellites.
  case warm
  /// The receiver has no useful data, but can download them from the network.
  case assisted
  /// The receiver has to get all data from the satellites.
  case cold

  /// - Parameter age: the time since the receiver last tracked; nil if it never tracked.
  init(age: TimeSpan?, isAssisted: Bool, _ parameters: GNSSParameters) {
    let seconds = age?.seconds ?? .infinity
    if seconds < parameters.hotSeconds {
      self = .hot
    } else if seconds < parameters.ephemerisSeconds {
      self = .warm
    } else {
      self = isAssisted ? .assisted : .cold
    }
  }

  /// Returns the time to the first fix [s]. The draw depends on the kind of start and the minute,
  /// so two trackers with the same kind of start get the same time (STD-14).
  func secondsToFirstFix(
    isAmongBuildings: Bool, at now: Instant, _ parameters: GNSSParameters, chance: SeededRandom
  ) -> Double {
    let minute = floorDivide(now.wholeSeconds, 60)
    let seconds = chance.stream(rawValue).uniform(in: range(parameters), at: minute)
    let hard = chance.stream("hard")
    guard isAmongBuildings, hard.happens(withProbability: parameters.hardSkyShare, at: minute)
    else { return seconds }
    return max(
      seconds, hard.stream("seconds").uniform(in: parameters.hardSkySeconds, at: minute))
  }

  /// Returns true if the start takes so long that only an obstructed sky can explain it.
  func isDelayed(at seconds: Double, _ parameters: GNSSParameters) -> Bool {
    seconds > range(parameters).upperBound
  }

  private func range(_ parameters: GNSSParameters) -> ClosedRange<Double> {
    switch self {
    case .hot: parameters.hotStartSeconds
    case .warm: parameters.warmStartSeconds
    case .assisted: parameters.coldStartSeconds
    case .cold: parameters.coldUnassistedSeconds
    }
  }

  var words: String {
    switch self {
    case .hot: "hot"
    case .warm: "warm"
    case .assisted: "cold, with the network's help"
    case .cold: "cold, without help"
    }
  }
}
