/// The delays before activities are reported, and the times for which an activity is still reported
/// after its end.
public struct ActivityDelays: Sendable, Hashable {
  /// The seconds for which the user has to walk before walking is reported (MOT-2).
  public var walkingSeconds: Double
  public var runningSeconds: Double
  public var stationarySeconds: Double
  /// The seconds for which an activity is still reported after its end. Apple states 30 s for
  /// walking (MOT-2).
  public var holdOverSeconds: Double
  /// The seconds before driving is reported if the phone is in a mount or on a charger (MOT-3).
  public var automotiveFixedSeconds: Double
  public var automotiveCarriedSeconds: Double
  public var cyclingSeconds: Double
  /// The seconds for which a car may stand before the end of the drive is reported.
  public var automotiveHoldSeconds: Double
  /// The seconds of motion after which the phone no longer reports stationary, even if the new
  /// activity is unknown.
  public var stationaryHoldSeconds: Double

  /// Creates the delays. Each default is the middle of the range in FACTS.md.
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
