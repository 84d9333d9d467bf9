import EventKernel
import Geodesy
import PhoneAPI
import PhoneProfiles
import Timekeeping
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The error of satellite fixes, and the accuracy that the phone reports for them.
///
/// On each axis, the error is a Gauss–Markov process of second order. Fixes a second apart have
/// nearly the same error, so the track is smooth. The track of a real receiver is smooth too,
/// because the receiver filters its fixes. A process of first order would jump by meters each
/// second and double the measured length of a walk. Fixes minutes apart have independent errors.
///
/// The process has a variance of 1, and starts from its stationary distribution when the receiver
/// turns on. Each step takes one second, and the noise of a step depends only on the time of the
/// step. Two trackers whose receivers are on at the same time thus get the same noise, even if
/// their receivers turned on at different times.
///
/// The accuracy is a radius that gives the size of the error. The radius is 1.51 σ per axis, so
/// 68 % of errors lie within the radius (STD-15). The radius depends on the view of the sky and
/// varies from minute to minute around a median (STD-9, STD-10). Some phones report a rounded
/// radius: see `ReportedAccuracy`.
struct GNSSErrorModel {
  private let noise: SeededRandom
  private let quality: SeededRandom
  /// The weight of the last error in the next error. `weightOfBeforeLast` is the weight of the
  /// second-last error, and `innovation` is the weight of the new noise.
  private let weightOfLast: Double
  private let weightOfBeforeLast: Double
  private let innovation: Double
  /// The correlation between the errors of two successive seconds.
  private let succession: Double
  private let openMeters: Double
  private let urbanMeters: Double
  private var draws = [SIMD2<Double>](repeating: .zero, count: 8)
  /// The second of the first draw.
  private var firstDrawn = Int64.min
  /// The whole second of the last step, and the instant of the next one.
  private var second: Int64 = 0
  private var nextStep = Instant.distantPast
  private var east = 0.0
  private var north = 0.0
  private var eastBefore = 0.0
  private var northBefore = 0.0
  /// The minute for which the accuracy was drawn.
  private var accuracyMinute = Instant.distantPast..<Instant.distantPast
  private var accuracySky = SkyView.open
  /// The radius that gives the size of the errors [m]. `reportedMeters` is the radius that the
  /// phone reports.
  private var accuracyMeters = 5.0
  private var reportedMeters = 5.0
  /// The standard deviation of the error on each axis [m].
  private var sigmaMeters = 0.0
  private let reportsFewValues: Bool

  init(parameters: GNSSParameters, chance: SeededRandom) {
    noise = chance.stream("gnss.noise")
    quality = chance.stream("gnss.quality")
    // Two poles: the error's own time constant, and a quarter of it for the receiver's smoothing.
    let slow = exp(-1 / parameters.errorTimeSeconds)
    let quick = exp(-4 / parameters.errorTimeSeconds)
    let sum = slow + quick
    let product = slow * quick
    weightOfLast = sum
    weightOfBeforeLast = -product
    // For a stationary variance of 1 in an autoregressive process of second order (Box and Jenkins,
    // 1970).
    innovation =
      ((1 - product) * ((1 + product) * (1 + product) - sum * sum) / (1 + product)).squareRoot()
    succession = sum / (1 + product)
    openMeters = parameters.openAccuracyMeters
    urbanMeters = parameters.urbanAccuracyMeters
    reportsFewValues = parameters.reportsFewValues
  }

  /// Draws the first position error after the receiver was off.
  mutating func turnOn(at now: Instant) {
    (east, north) = noise.normalPair(at: now.wholeSeconds)
    let (first, second) = noise.normalPair(at: now.wholeSeconds - 1)
    let rest = (1 - succession * succession).squareRoot()
    eastBefore = succession * east + rest * first
    northBefore = succession * north + rest * second
  }

  /// Advances the errors by one second.
  @inline(__always)
  mutating func step(at now: Instant) {
    let draw = draw(at: second(of: now))
    let nextEast = weightOfLast * east + weightOfBeforeLast * eastBefore + innovation * draw.x
    let nextNorth = weightOfLast * north + weightOfBeforeLast * northBefore + innovation * draw.y
    (eastBefore, northBefore) = (east, north)
    (east, north) = (nextEast, nextNorth)
  }

  /// Returns the whole second of a step. Only the first of a series of steps takes a division.
  @inline(__always)
  private mutating func second(of now: Instant) -> Int64 {
    if now == nextStep { second += 1 } else { beginSteps(at: now) }
    nextStep = now + .seconds(1 as Int64)
    return second
  }

  @inline(never)
  private mutating func beginSteps(at now: Instant) { second = now.wholeSeconds }

  /// Returns the draw of a second. The draws of eight seconds are made together.
  @inline(__always)
  private mutating func draw(at second: Int64) -> SIMD2<Double> {
    let first = second & ~7
    if first != firstDrawn {
      noise.drawNormalPairs(from: first, into: &draws)
      firstDrawn = first
    }
    return draws[Int(second & 7)]
  }

  /// Returns the fix that the receiver reports for a phone whose true position is `truth`.
  @inline(__always)
  mutating func fix(_ truth: TruePosition, sky: SkyView, scale: LocalScale, at now: Instant)
    -> Location
  {
    updateAccuracy(sky: sky, at: now)
    let accuracy = reportedMeters
    let speed = Double(truth.speedMetersPerSecond)
    let isMoving = speed > 0.5
    return Location(
      coordinate: scale.coordinate(
        truth.coordinate,
        moved: Displacement(eastMeters: sigmaMeters * east, northMeters: sigmaMeters * north)),
      altitudeMeters: Double(truth.altitudeMeters) + sigmaMeters * (east - north),
      horizontalAccuracyMeters: accuracy, verticalAccuracyMeters: accuracy * 1.5,
      speedMetersPerSecond: max(0, speed + 0.1 * east), speedAccuracyMetersPerSecond: 0.5,
      courseDegrees: isMoving ? Double(truth.courseDegrees) : -1,
      courseAccuracyDegrees: isMoving ? 10 : -1, timestamp: now)
  }

  /// Draws a new accuracy in each minute, and after each change of the view of the sky.
  ///
  /// The accuracy is log-normal, rounded to whole meters. It is 3 to 10 m in the open, and 3 to
  /// 50 m among buildings.
  @inline(__always)
  private mutating func updateAccuracy(sky: SkyView, at now: Instant) {
    if accuracyMinute.contains(now), sky == accuracySky { return }
    drawAccuracy(sky: sky, at: now)
  }

  @inline(never)
  private mutating func drawAccuracy(sky: SkyView, at now: Instant) {
    let minute = floorDivide(now.wholeSeconds, 60)
    let start = Instant(nanoseconds: minute * TimeSpan.minutes(1).nanoseconds)
    accuracyMinute = start..<start + .minutes(1)
    accuracySky = sky
    let isOpen = sky == .open
    let drawn = quality.logNormal(
      median: isOpen ? openMeters : urbanMeters, sigma: isOpen ? 0.3 : 0.5, at: minute)
    accuracyMeters = min(max(drawn.rounded(), 3), isOpen ? 10 : 50)
    sigmaMeters = accuracyMeters / 1.51
    reportedMeters =
      reportsFewValues ? ReportedAccuracy.fewValues(for: accuracyMeters) : accuracyMeters
  }
}

extension ReportedAccuracy {
  /// Rounds an accuracy in meters to one of the few values that the phone reports, usually upwards
  /// (STD-18).
  static func fewValues(for meters: Double) -> Double {
    switch meters {
    case ...3: 5
    case ...12: 10
    case ...30: 30
    case ...50: 50
    default: meters <= 65 ? 65 : 200
    }
  }
}
