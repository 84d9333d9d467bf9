// The stops and speeds that a map gives to a journey.

/// The chance that a person has to stop, and the length of the stop in seconds.
///
/// The figures are estimates, like those of `TravelStyle`.
struct StopChance {
  var probability: Double
  var seconds: ClosedRange<Double>

  /// Makes the chance for a mode of motion; nil if this cause does not stop the mode.
  init?(_ cause: StopCause, _ mode: MotionMode, style: TravelStyle) {
    switch (cause, mode) {
    case (_, .still), (_, .flying): return nil
    case (.station, .train): self.init(1, style.stopSeconds)
    case (.station, _), (_, .train): return nil
    case (.signals, _): self.init(0.5, style.stopSeconds)
    case (.levelCrossing, _): self.init(0.05, 40...120)
    case (.crossing, .automotive): self.init(0.1, 3...10)
    case (.crossing, .cycling): self.init(0.05, 3...8)
    case (.crossing, .walking), (.crossing, .running): self.init(0.2, 2...15)
    case (.stopSign, .automotive): self.init(1, 2...5)
    case (.stopSign, .cycling): self.init(0.5, 1...3)
    case (.giveWay, .automotive): self.init(0.4, 2...8)
    case (.giveWay, .cycling): self.init(0.3, 1...5)
    case (.stopSign, _), (.giveWay, _): return nil
    }
  }

  private init(_ probability: Double, _ seconds: ClosedRange<Double>) {
    self.probability = probability
    self.seconds = seconds
  }
}

extension Traffic {
  /// Returns true if the person has to stop at a mapped stop.
  func stops(withProbability probability: Double, _ ordinal: Int) -> Bool {
    stops.happens(withProbability: probability, at: Int64(ordinal) * 3)
  }
}

extension Milestone {
  /// Returns the stops that the map's signals, crossings and stations cause.
  static func stops(
    of route: Route, mode: MotionMode, style: TravelStyle, traffic: Traffic
  ) -> [Milestone] {
    var stops: [Milestone] = []
    for (ordinal, stop) in route.stops.enumerated() {
      guard let chance = StopChance(stop.cause, mode, style: style),
        traffic.stops(withProbability: chance.probability, ordinal)
      else { continue }
      stops.append(
        Milestone(
          distanceMeters: stop.distanceMeters, speedMetersPerSecond: 0,
          stopSeconds: traffic.stopSeconds(chance.seconds, ordinal)))
    }
    return stops
  }
}

extension Route {
  /// Returns the usual speed after each milestone. A car and a train keep to the limit of a mapped
  /// way; every other person has the mode's usual speed.
  func usualSpeeds(
    from milestones: [Milestone], mode: MotionMode, style: TravelStyle
  ) -> [Double] {
    let hasLimits = mode == .automotive || mode == .train
    var piece: Int?
    return milestones.map { milestone in
      piece = self.piece(atMeters: milestone.distanceMeters + 0.01, after: piece)
      let limit = piece.flatMap { pieces[$0].way.speedLimitMetersPerSecond }
      return hasLimits ? limit ?? style.cruiseMetersPerSecond : style.cruiseMetersPerSecond
    }
  }
}
