import Timekeeping

/// Two and a half seconds of acceleration along the phone's three axes: what a motion coprocessor works
/// through at a time (MOT-2).
///
/// Values are in m/s² and, as an accelerometer measures them, include gravity: a phone that lies still
/// reads 9.81 upwards. A window is made once and filled again and again; filling it allocates nothing.
public struct AccelerometerWindow: Sendable, Hashable {
  public static let sampleCount = 64
  public static let rateHertz = 25.6
  public static let span = TimeSpan.milliseconds(2500)
  public static let standardGravity: Float = 9.80665

  /// Sixteen successive samples a vector, so that one instruction serves several of them.
  public typealias Block = SIMD16<Float>
  public static let blockCount = sampleCount / Block.scalarCount

  public var x: [Block]
  public var y: [Block]
  public var z: [Block]

  /// A window of zeros, which is no signal that any sensor gives.
  public init() {
    x = Array(repeating: .zero, count: Self.blockCount)
    y = x
    z = x
  }

  public subscript(sample: Int) -> SIMD3<Float> {
    get {
      let (block, lane) = (sample >> 4, sample & 15)
      return SIMD3(x[block][lane], y[block][lane], z[block][lane])
    }
    set {
      let (block, lane) = (sample >> 4, sample & 15)
      x[block][lane] = newValue.x
      y[block][lane] = newValue.y
      z[block][lane] = newValue.z
    }
  }
}
