import MotionSensing

/// Core Motion's answers depend on satellites: a fix's speed is held against each window (MOT-9).
extension ActivityReading {
  /// People go faster than this in vehicles only (judgement); 32 km/h.
  private static let roadSpeedMin = 8.9
  /// Faster than walkers, slower than vehicles (judgement).
  private static let rideSpeedMin = 3.5

  /// Holds what the window resembles against the speed by satellites, where one is known (MOT-9).
  mutating func consider(
    speed: Double?, cyclingAlone: MotionParameters.CyclingWithoutSatellites
  ) {
    guard let shown = likeliest else { return }
    switch (speed, shown) {
    case (let speed?, _) where speed >= Self.roadSpeedMin: become(.automotive)
    case (let speed?, .walking) where speed >= Self.rideSpeedMin,
      (let speed?, .cycling) where speed >= Self.rideSpeedMin:
      become(.cycling)
    case (nil, .cycling) where cyclingAlone == .asWalking: become(.walking)
    default: break
    }
  }

  /// The speed leaves no doubt.
  private mutating func become(_ activity: Activity) {
    likeliest = activity
    probabilities = .zero
    probabilities[activity.rawValue] = 1
    probability = 1
  }

  /// A vehicle by its windows that is faster than walkers, or than anyone by muscle.
  func isVehicle(at speed: Double?) -> Bool {
    guard let speed else { return false }
    return speed >= Self.roadSpeedMin || (speed >= Self.rideSpeedMin && likeliest == .automotive)
  }
}
