/// The time before an activity is reported, and the time for which it is kept afterwards.
public struct ActivityDelays: Sendable, Hashable {
  /// The time that walking has to last before it is reported (MOT-2).
  public var walkingSeconds: Double
  public var runningSeconds: Double
  public var stationarySeconds: Double
  /// The time for which an activity is kept: “Walked in the last 30 s” (MOT-2).
  public var holdOverSeconds: Double
  /// The time before driving is reported, short with the phone in a mount or on a charger (MOT-3).
  public var automotiveFixedSeconds: Double
  public var automotiveCarriedSeconds: Double
  public var cyclingSeconds: Double
  /// The time for which a car may stand before the drive ends.
  public var automotiveHoldSeconds: Double
  /// The time after which a moving phone is no longer stationary, even without a known activity.
  public var stationaryHoldSeconds: Double

  /// Creates the delays, by default the middle of the ranges that the facts leave open.
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
