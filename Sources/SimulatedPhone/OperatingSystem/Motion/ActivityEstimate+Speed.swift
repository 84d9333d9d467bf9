import MotionSensing
import PhoneProfiles

/// Corrections by satellite speed. Core Motion's results depend on the speed of fixes (MOT-9).
extension ActivityEstimate {
  /// The speed above which the person must be in a vehicle (a judgment without a source): 32 km/h.
  private static let roadSpeedMin = 8.9
  /// The speed above which the person cannot be walking (a judgment without a source).
  private static let rideSpeedMin = 3.5

  /// Corrects the window's activity by the speed from satellites, if there is a speed (MOT-9).
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

  /// Sets the probability of this activity to 1, because the speed leaves no doubt.
  private mutating func become(_ activity: Activity) {
    likeliest = activity
    probabilities = .zero
    probabilities[activity.rawValue] = 1
    probability = 1
  }

  /// Returns true if the speed shows a vehicle: it is above `roadSpeedMin`, or it is above
  /// `rideSpeedMin` and the window already looks like a vehicle.
  func isVehicle(at speed: Double?) -> Bool {
    guard let speed else { return false }
    return speed >= Self.roadSpeedMin || (speed >= Self.rideSpeedMin && likeliest == .automotive)
  }
}
