/// The way of moving in one mode of motion: speeds, accelerations and stops.
///
/// The figures are estimates: round values that are common in traffic. They were chosen so that the
/// speed, the number of stops and their length are plausible. A scenario with better data can set
/// the speed of a leg.
struct TravelStyle {
  /// The cruising speed, before it is multiplied by the factors of the person's pace and the
  /// traffic.
  var cruiseMetersPerSecond: Double
  /// The speed that a real recording of this mode rarely exceeds.
  var topMetersPerSecond: Double
  var accelerationMax: Double
  var decelerationMax: Double
  /// The largest sideways acceleration in a turn.
  var lateralAccelerationMax: Double
  /// The distance in meters between a corner of the route and the curve that cuts the corner.
  ///
  /// The distance determines only the speed of the turn. The route itself keeps its corners.
  var cornerCutMeters: Double
  /// The range of distances between stops, such as traffic lights or stations; nil without stops.
  var stopSpacingMeters: ClosedRange<Double>?
  var stopSeconds: ClosedRange<Double> = 0...0
}

extension TravelStyle {
  /// Makes the style of a mode of motion; nil for `still`.
  init?(_ mode: MotionMode, in area: AreaClass) {
    switch mode {
    case .still: return nil
    case .walking: self = .walking(area)
    case .running: self = .running(area)
    case .cycling: self = .cycling(area)
    case .automotive: self = .automotive(area)
    case .train: self = .train(area)
    case .flying: self = .flying
    }
  }

  private static func walking(_ area: AreaClass) -> TravelStyle {
    TravelStyle(
      cruiseMetersPerSecond: 1.35, topMetersPerSecond: 2.2, accelerationMax: 0.8,
      decelerationMax: 1, lateralAccelerationMax: 2, cornerCutMeters: 0.7,
      stopSpacingMeters: area.pick(urban: 150...600, suburban: 400...1500, rural: 1500...5000),
      stopSeconds: 3...40)
  }

  private static func running(_ area: AreaClass) -> TravelStyle {
    TravelStyle(
      cruiseMetersPerSecond: 2.9, topMetersPerSecond: 6, accelerationMax: 1.2,
      decelerationMax: 1.5, lateralAccelerationMax: 3, cornerCutMeters: 1,
      stopSpacingMeters: area.pick(urban: 400...1500, suburban: 1000...3000, rural: 3000...8000),
      stopSeconds: 3...25)
  }

  private static func cycling(_ area: AreaClass) -> TravelStyle {
    TravelStyle(
      cruiseMetersPerSecond: 4.9, topMetersPerSecond: 12, accelerationMax: 0.8,
      decelerationMax: 1.5, lateralAccelerationMax: 2.5, cornerCutMeters: 1.5,
      stopSpacingMeters: area.pick(urban: 300...1000, suburban: 800...2500, rural: 3000...8000),
      stopSeconds: 4...35)
  }

  private static func automotive(_ area: AreaClass) -> TravelStyle {
    TravelStyle(
      cruiseMetersPerSecond: area.pick(urban: 12.5, suburban: 16.5, rural: 23),
      topMetersPerSecond: 42, accelerationMax: 1.6, decelerationMax: 2,
      lateralAccelerationMax: 2.5, cornerCutMeters: 2.5,
      stopSpacingMeters: area.pick(urban: 300...800, suburban: 700...2500, rural: 4000...12_000),
      stopSeconds: 5...45)
  }

  private static func train(_ area: AreaClass) -> TravelStyle {
    TravelStyle(
      cruiseMetersPerSecond: area.pick(urban: 18, suburban: 27, rural: 38),
      topMetersPerSecond: 90, accelerationMax: 0.6, decelerationMax: 0.7,
      lateralAccelerationMax: 0.8, cornerCutMeters: 100,
      stopSpacingMeters: area.pick(
        urban: 1000...2500, suburban: 3000...8000, rural: 10_000...30_000),
      stopSeconds: area.pick(urban: 25...50, suburban: 30...70, rural: 60...150))
  }

  private static let flying = TravelStyle(
    cruiseMetersPerSecond: 230, topMetersPerSecond: 300, accelerationMax: 1.5,
    decelerationMax: 0.8, lateralAccelerationMax: 5, cornerCutMeters: 2000)

  /// Returns the speed at which the person can take a turn.
  ///
  /// The circle that cuts the corner by `cornerCutMeters` has a radius of cut · c / (1 − c), where
  /// c is the cosine of half the turn, and v² = sideways acceleration · radius.
  func cornerSpeed(cosineOfHalfTurn cosine: Double) -> Double {
    guard cosine < 1 else { return .infinity }
    return (lateralAccelerationMax * cornerCutMeters * cosine / (1 - cosine)).squareRoot()
  }
}

extension MotionMode {
  /// The largest mean speed that a leg in this mode may have; nil for `still`.
  public var topMetersPerSecond: Double? {
    TravelStyle(self, in: .rural)?.topMetersPerSecond
  }
}

extension AreaClass {
  func pick<Value>(urban: Value, suburban: Value, rural: Value) -> Value {
    switch self {
    case .urban: urban
    case .suburban: suburban
    case .rural: rural
    }
  }
}
