import EventKernel
import Timekeeping

/// What a receiver that is turned on still knows of where and when it is, and of the satellites.
enum GNSSStart: Int {
  /// Minutes ago it had a fix.
  case hot
  /// Its ephemeris still holds.
  case warm
  /// It knows nothing of use, and the network tells it.
  case assisted
  /// It has to hear everything from the satellites.
  case cold

  /// - Parameter age: since it last tracked; nil for never.
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

  /// Drawn for this kind of start and minute, so that trackers which start alike are equally lucky,
  /// whatever they did before (STD-14).
  func secondsToFirstFix(
    isAmongBuildings: Bool, at now: Instant, _ parameters: GNSSParameters, chance: Chance
  ) -> Double {
    let minute = floorDivide(now.wholeSeconds, 60)
    let seconds = chance.stream(rawValue).uniform(in: range(parameters), at: minute)
    let hard = chance.stream("hard")
    guard isAmongBuildings, hard.happens(withProbability: parameters.hardSkyShare, at: minute)
    else { return seconds }
    return max(
      seconds, hard.stream("seconds").uniform(in: parameters.hardSkySeconds, at: minute))
  }

  /// Whether only a hard sky explains that it takes so long.
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
