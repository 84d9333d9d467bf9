#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Senses how the phone is held from its windows alone: laid down, or fixed to a vehicle that
/// moves.
///
/// A phone that has been laid down trembles no more than its sensor's noise, and gravity keeps its
/// direction to a fraction of a degree; a body that sits sways more. A phone in a mount shares the
/// fast vibration of the vehicle, which a seat and a body keep from a pocket, and is not turned by
/// the person. `MotionStudy/README.md` says how often it errs.
public struct HoldSensor: Sendable, Hashable {
  /// The last windows have not even the sway of a body in them.
  public var isLaidDown: Bool {
    quietWindows >= (isFlat ? Self.quietWindowsFlat : Self.quietWindowsTilted)
  }
  /// The phone is held by a car or train that moves, or halted a moment ago; never true on foot.
  public private(set) var isFixed = false

  /// Windows in a row with nothing but noise in them.
  private var quietWindows = 0
  private var isFlat = false
  /// Gravity's direction in the last window, and in the first of the quiet ones in a row.
  private var previous: SIMD3<Float>?
  private var atRest = SIMD3<Float>()
  /// Sum of what windows of a ride say for a mount, and of their weights, recent ones weighing
  /// most.
  private var sharpness: Float = 0
  private var weight: Float = 0
  /// Windows of a ride, recent ones weighing most: tells a ride from a hand that trembles now and
  /// then.
  private var presence: Float = 0
  /// Windows in a row without a ride in them.
  private var haltWindows = 0

  public init() {}

  public mutating func take(_ features: WindowFeatures) {
    guard features.isUsable else { return }
    let direction = features.mean / features.gravity
    let turn = previous.map { Self.angle($0, direction) } ?? 0
    senseRest(features, direction, turn)
    senseMount(features, turn)
    previous = direction
  }

  private static func angle(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float {
    ((a - b) * (a - b)).sum().squareRoot()
  }
}

// MARK: - Laid down

extension HoldSensor {
  /// Accelerometers of phones have 0.008 to 0.02 m/s² of noise on an axis; both axes across gravity
  /// together have √2 of it.
  private static let noiseDeviationMax: Float = 0.03
  /// Of a window's mean the noise leaves 0.02 ÷ √64 m/s²: 0.00025 rad an axis; four of it.
  private static let noiseTurnMax: Float = 0.001
  /// The halves of a window differ by twice as much.
  private static let noiseTiltMax: Float = 0.002
  /// Tables are level, to 8 degrees; phones in pockets hardly ever are.
  private static let flatShareMin: Float = 0.99
  /// A desk is noticed in some seconds (MOT-2); a phone that stands or hangs takes longer, as some
  /// people sit very still.
  private static let quietWindowsFlat = 2
  private static let quietWindowsTilted = 8

  private mutating func senseRest(
    _ features: WindowFeatures, _ direction: SIMD3<Float>, _ turn: Float
  ) {
    let isQuiet =
      features.horizontalDeviation < Self.noiseDeviationMax
      && features.verticalDeviation < Self.noiseDeviationMax
      && features.tiltChangeRadians < Self.noiseTiltMax
    let isHeld = turn <= Self.noiseTurnMax && Self.angle(atRest, direction) <= Self.noiseTurnMax
    if !isQuiet || !isHeld { quietWindows = 0 }
    if quietWindows == 0 { atRest = direction }
    if isQuiet { quietWindows += 1 }
    isFlat = abs(direction.z) >= Self.flatShareMin
  }
}

// MARK: - Fixed

extension HoldSensor {
  /// Vertical spread of a ride, m/s²: more than an engine that idles, less than feet and bicycles.
  private static let rideDeviation: ClosedRange<Float> = 0.12...1.2
  /// Braking and bends turn the mean by up to about a tenth, a hand or a leg by more.
  private static let vehicleTurnMax: Float = 0.2
  /// Halfway between mounts and pockets, by their logarithms: the share of the vertical's power
  /// beyond 5.4 Hz, and how often a second the acceleration changes by its own spread.
  private static let fastShareMiddle: Float = 0.16
  private static let changeRateMiddle: Float = 20.5
  private static let changeRateWeight: Float = 3
  /// One window does not outweigh all others.
  private static let sharpnessMax: Float = 1.5
  private static let memory: Float = 0.85
  /// Four windows of a ride without another between: 1 + 0.85 + 0.85² + 0.85³.
  private static let presenceMin: Float = 3.18
  /// A mount is doubted only by clear signs.
  private static let sharpnessHeldMin: Float = -0.2
  /// Two minutes without a ride, and the next may begin anywhere.
  private static let haltWindowsMax = 48

  private mutating func senseMount(_ features: WindowFeatures, _ turn: Float) {
    if turn > Self.vehicleTurnMax || features.verticalDeviation > Self.rideDeviation.upperBound {
      return forgetRide()
    }
    presence *= Self.memory
    guard features.verticalDeviation >= Self.rideDeviation.lowerBound else {
      haltWindows += 1
      if haltWindows >= Self.haltWindowsMax { forgetRide() }
      return
    }
    haltWindows = 0
    presence += 1
    sharpness = sharpness * Self.memory + Self.sharpness(of: features)
    weight = weight * Self.memory + 1
    let mean = sharpness / weight
    isFixed =
      isFixed ? mean > Self.sharpnessHeldMin : mean > 0 && presence >= Self.presenceMin
  }

  private mutating func forgetRide() {
    (sharpness, weight, presence, haltWindows) = (0, 0, 0, 0)
    isFixed = false
  }

  /// Above zero for a mount, below for a body.
  private static func sharpness(of features: WindowFeatures) -> Float {
    let shares = features.bandShares
    let fast = max(0.01, shares[5] + shares[6] + shares[7])
    let (vertical, horizontal) = (features.verticalDeviation, features.horizontalDeviation)
    let spread = (vertical * vertical + horizontal * horizontal).squareRoot()
    let value =
      log(fast / fastShareMiddle)
      + changeRateWeight * log(max(1, features.jerk / spread) / changeRateMiddle)
    return max(-sharpnessMax, min(sharpnessMax, value))
  }
}
