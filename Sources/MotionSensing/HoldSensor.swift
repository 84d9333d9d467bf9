#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A detector of phones that were laid down, and of phones that are fixed to a moving vehicle.
///
/// The detector uses only the phone's accelerometer windows. A phone that was laid down shows no
/// more than its sensor's noise, and gravity keeps its direction to a fraction of a degree; a
/// sitting body sways more. A phone in a mount receives the fast vibration of the vehicle, and the
/// user does not turn the phone. A phone in a pocket does not receive that vibration, since the
/// seat and the body absorb it. `MotionStudy/README.md` gives the error rates.
public struct HoldSensor: Sendable, Hashable {
  /// True if the last windows contain no motion, not even the sway of a body.
  public var isLaidDown: Bool {
    quietWindows >= (isFlat ? Self.quietWindowsFlat : Self.quietWindowsTilted)
  }
  /// True if the phone is fixed to a car or train that moves or has just halted; never true on
  /// foot.
  public private(set) var isFixed = false

  /// The number of successive windows that contain only noise.
  private var quietWindows = 0
  private var isFlat = false
  /// The direction of gravity in the last window. `atRest` is the direction of gravity in the first
  /// of the successive quiet windows.
  private var previous: SIMD3<Float>?
  private var atRest = SIMD3<Float>()
  /// The weighted sum of the evidence that the phone is in a mount. Recent windows weigh most.
  ///
  /// `weight` is the sum of the weights. Only windows during a ride count.
  private var sharpness: Float = 0
  private var weight: Float = 0
  /// The number of windows during a ride, weighted toward recent windows.
  ///
  /// The number distinguishes a ride from a hand that trembles now and then.
  private var presence: Float = 0
  /// The number of successive windows without a ride.
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
  /// The highest deviation across gravity in m/s² that counts as noise. Phone accelerometers have
  /// 0.008 to 0.02 m/s² of noise on an axis.
  ///
  /// Both axes across gravity together have √2 times the noise of one axis.
  private static let noiseDeviationMax: Float = 0.03
  /// The largest turn of gravity's direction between two windows, in radians, that counts as noise.
  ///
  /// A sample has up to 0.02 m/s² of noise per axis, and a window has 64 samples. The noise of the
  /// window's mean is 0.02 ÷ √64 = 0.0025 m/s². Divided by gravity, this noise is an angle of
  /// 0.00025 rad. The limit is four times that angle.
  private static let noiseTurnMax: Float = 0.001
  /// The largest turn of gravity's direction between the two halves of a window, in radians, that
  /// counts as noise. It is twice `noiseTurnMax`, since half a window has more noise than a window.
  private static let noiseTiltMax: Float = 0.002
  /// The cosine of 8°, the largest slope at which a phone counts as flat. Tables slope by less than
  /// 8°, and phones in pockets hardly ever lie so flat.
  private static let flatShareMin: Float = 0.99
  /// The number of quiet windows after which a phone counts as laid down.
  ///
  /// A phone on a desk is detected within some seconds (MOT-2). A phone that stands or hangs needs
  /// more windows, since some people sit very still.
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
  /// The range of the vertical deviation in a ride, in m/s²: above the deviation of an idling
  /// engine, and below the deviation of walking and cycling.
  private static let rideDeviation: ClosedRange<Float> = 0.12...1.2
  /// The largest change of gravity's direction that a vehicle causes, in radians.
  ///
  /// Braking and curves change the direction by up to about 0.1 rad; a hand or a leg changes it
  /// more.
  private static let vehicleTurnMax: Float = 0.2
  /// The share of vertical power above 5.4 Hz that separates phones in mounts from phones in
  /// pockets.
  ///
  /// On a logarithmic scale, the value is in the middle between the two groups. A second measure
  /// separates the groups too: the jerk divided by the standard deviation, in 1/s. Its middle value
  /// is `changeRateMiddle`.
  private static let fastShareMiddle: Float = 0.16
  private static let changeRateMiddle: Float = 20.5
  private static let changeRateWeight: Float = 3
  /// The upper limit on the evidence of one window, so that no window outweighs all others.
  private static let sharpnessMax: Float = 1.5
  private static let memory: Float = 0.85
  /// The lowest `presence` at which a phone can count as fixed.
  ///
  /// Four successive windows of a ride are enough. Each window weighs 0.85 times as much as the
  /// window after it, so the sum of their weights is 1 + 0.85 + 0.85² + 0.85³ = 3.187.
  private static let presenceMin: Float = 3.18
  /// The mean evidence at or below which a fixed phone no longer counts as fixed.
  ///
  /// The limit is below zero. Weak evidence of a pocket therefore does not change the result.
  private static let sharpnessHeldMin: Float = -0.2
  /// The number of successive windows without a ride after which the evidence is deleted. The
  /// windows cover two minutes.
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

  /// Returns the evidence of a window: positive for a mount, negative for a body.
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
