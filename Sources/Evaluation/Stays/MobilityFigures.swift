/// The figures of a person's mobility over all judged time, according to the truth or to the
/// records. `MobilitySums` defines each figure.
package struct MobilityFigures: Sendable {
  package var distanceMeters: Double
  package var radiusOfGyrationMeters: Double?
  /// The largest distance of any position from home. Nil without a home, as are all figures about
  /// home.
  package var maxDistanceFromHomeMeters: Double?
  package var timeAtHomeSeconds: Double?
  /// The time at known places outside of home. Time without a known place counts neither as home
  /// nor as away.
  package var timeAwaySeconds: Double?
  package var placeCount: Int
  package var tripCount: Int
  /// The entropy of the shares of time at places, in nats.
  package var entropy: Double?

  init(_ sums: MobilitySums, places: PlaceShares, tripCount: Int, home: Home?) {
    distanceMeters = sums.distanceMeters
    radiusOfGyrationMeters = sums.radiusOfGyrationMeters
    placeCount = places.count
    self.tripCount = tripCount
    entropy = places.entropy
    guard let home else { return }
    maxDistanceFromHomeMeters = sums.maxDistanceMeters(from: home)
    timeAtHomeSeconds = secondsOf(sums.atHomeNanoseconds)
    timeAwaySeconds = max(0, sums.knownSeconds - secondsOf(sums.atHomeNanoseconds))
  }
}

extension MobilityBias {
  init(recorded: MobilityFigures, truth: MobilityFigures) {
    func bias(_ figure: (MobilityFigures) -> Double?) -> Double? {
      guard let record = figure(recorded), let fact = figure(truth) else { return nil }
      return record - fact
    }
    self.init()
    distanceMeters = recorded.distanceMeters - truth.distanceMeters
    radiusOfGyrationMeters = bias { $0.radiusOfGyrationMeters }
    maxDistanceFromHomeMeters = bias { $0.maxDistanceFromHomeMeters }
    timeAtHomeSeconds = bias { $0.timeAtHomeSeconds }
    placeCount = recorded.placeCount - truth.placeCount
    entropy = bias { $0.entropy }
  }
}
