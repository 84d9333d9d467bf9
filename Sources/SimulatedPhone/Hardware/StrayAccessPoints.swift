import EventKernel
import Geodesy
import Timekeeping

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Access points that are not where the database has them, and give a confident wrong position (STD-21).
///
/// At a place it is somebody's router that has moved house, and it goes on being wrong; on a train it is the
/// train's own, which was last heard elsewhere on the line. How many there are, and how far off, nobody has
/// published: small shares, larger on trains, and some kilometers, by judgement.
struct StrayAccessPoints {
  private let share: Double
  private let shareOnTrains: Double
  private let chance: Chance
  private static let medianMeters = 5000.0
  private static let sigma = 1.0
  /// How long a train's passengers hear the same wrong thing.
  private static let trainSeconds: Int64 = 600

  init(parameters: NetworkPositioningParameters, chance: Chance) {
    share = parameters.strayShare
    shareOnTrains = parameters.strayShareOnTrains
    self.chance = chance.stream("stray")
  }

  /// How far the position at this square of the map, or on this train, is off; nil where it is sound.
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
