import EventKernel
import Geodesy
import PhoneProfiles
import Timekeeping

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Access points whose position in the database is wrong, so that the phone reports a wrong
/// position with a good accuracy (STD-21).
///
/// At a fixed place, such an access point is a router whose owner has moved house. The database
/// still has the router's old position, so the error does not change. On a train, such an access
/// point belongs to the train. Its position in the database is elsewhere on the line.
///
/// No source gives the share of wrong access points or the size of the error. By judgment, the
/// share is small, but larger on trains. The error is some kilometers, also by judgment.
struct StrayAccessPoints {
  private let share: Double
  private let shareOnTrains: Double
  private let chance: SeededRandom
  private static let medianMeters = 5000.0
  private static let sigma = 1.0
  /// The time for which a train's access point gives the same wrong position.
  private static let trainSeconds: Int64 = 600

  init(parameters: NetworkPositioningParameters, chance: SeededRandom) {
    share = parameters.strayShare
    shareOnTrains = parameters.strayShareOnTrains
    self.chance = chance.stream("stray")
  }

  /// Returns the error of the position in this square of the map, or on this train; nil if no
  /// access point is wrong there.
  func displacement(square: Int64, isOnTrain: Bool, at now: Instant) -> Displacement? {
    let index = isOnTrain ? floorDivide(now.wholeSeconds, Self.trainSeconds) : square
    let strays = isOnTrain ? chance.stream("train") : chance
    guard strays.happens(withProbability: isOnTrain ? shareOnTrains : share, at: index) else {
      return nil
    }
    let meters = strays.stream("distance")
      .logNormal(median: Self.medianMeters, sigma: Self.sigma, at: index)
    let angle = strays.stream("direction").uniform(at: index) * 2 * .pi
    return Displacement(eastMeters: meters * sin(angle), northMeters: meters * cos(angle))
  }
}
