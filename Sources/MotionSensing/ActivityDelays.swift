/// For how long an activity has to be seen before it is told, and how long what was told holds over.
public struct ActivityDelays: Sendable, Hashable {
  /// Walking has to last so long before it is told (MOT-2).
  public var walkingSeconds: Double
  public var runningSeconds: Double
  public var stationarySeconds: Double
  /// “Walked in the last 30 s” (MOT-2).
  public var holdOverSeconds: Double
  /// Driving is quick with the phone in a mount or on a charger, and slow elsewhere (MOT-3).
  public var automotiveFixedSeconds: Double
  public var automotiveCarriedSeconds: Double
  public var cyclingSeconds: Double
  /// A car that stands so long is no drive any more.
  public var automotiveHoldSeconds: Double
  /// A phone that moves for so long is not stationary any more, even if it is not clear how it
  /// moves.
  public var stationaryHoldSeconds: Double

  /// The middle of what the facts leave open.
  public init(
    walkingSeconds: Double = 6, runningSeconds: Double = 4, stationarySeconds: Double = 5,
    holdOverSeconds: Double = 30, automotiveFixedSeconds: Double = 20,
    automotiveCarriedSeconds: Double = 180, cyclingSeconds: Double = 120,
    automotiveHoldSeconds: Double = 200, stationaryHoldSeconds: Double = 10
  ) {
    self.walkingSeconds = walkingSeconds
    self.runningSeconds = runningSeconds
    self.stationarySeconds = stationarySeconds
    self.holdOverSeconds = holdOverSeconds
    self.automotiveFixedSeconds = automotiveFixedSeconds
    self.automotiveCarriedSeconds = automotiveCarriedSeconds
    self.cyclingSeconds = cyclingSeconds
    self.automotiveHoldSeconds = automotiveHoldSeconds
    self.stationaryHoldSeconds = stationaryHoldSeconds
  }
}
