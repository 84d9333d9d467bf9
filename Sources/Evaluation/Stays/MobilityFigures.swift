/// What somebody's mobility comes to over all judged time, by one account of it: the truth's or the records'.
/// See MobilitySums for what each figure means.
package struct MobilityFigures: Sendable, Equatable {
  package var distanceMeters: Double
  package var radiusOfGyrationMeters: Double?
  /// What concerns home is nil without one.
  package var maxDistanceFromHomeMeters: Double?
  package var timeAtHomeSeconds: Double?
  /// By what is seen of the day: time of which nothing is known is neither at home nor away.
  package var timeAwaySeconds: Double?
  package var placeCount: Int
  package var tripCount: Int
  /// In nats.
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
    func bias(_ figure: KeyPath<MobilityFigures, Double?>) -> Double? {
      guard let record = recorded[keyPath: figure], let fact = truth[keyPath: figure] else {
        return nil
      }
      return record - fact
    }
    distanceMeters = recorded.distanceMeters - truth.distanceMeters
    radiusOfGyrationMeters = bias(\.radiusOfGyrationMeters)
    maxDistanceFromHomeMeters = bias(\.maxDistanceFromHomeMeters)
    timeAtHomeSeconds = bias(\.timeAtHomeSeconds)
    placeCount = recorded.placeCount - truth.placeCount
    entropy = bias(\.entropy)
  }
}
