import Timekeeping

/// A window of 2.5 s of acceleration along the phone's three axes.
///
/// A motion coprocessor processes one window at a time (MOT-2). Values are in m/s² and include
/// gravity, as an accelerometer measures it: a phone that lies still measures 9.81 m/s² upward. A
/// caller creates a window once and fills it repeatedly, without further allocations.
public struct AccelerometerWindow: Sendable, Hashable {
  public static let sampleCount = 64
  public static let rateHertz = 25.6
  public static let span = TimeSpan.milliseconds(2500)
  public static let standardGravity: Float = 9.80665

  /// A vector of 16 successive samples, which one instruction processes together.
  public typealias Block = SIMD16<Float>
  public static let blockCount = sampleCount / Block.scalarCount

  public var x: [Block]
  public var y: [Block]
  public var z: [Block]

  /// Creates a window of zeros. A window that was never filled is therefore unusable: its mean is
  /// not near gravity's magnitude.
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
