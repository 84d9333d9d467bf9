import World

/// The orientation of the phone in the world: a rotation matrix of nine numbers.
struct Pose {
  /// The world's upward direction as a vector in the phone's coordinates. `forward` and `sideways`
  /// are the world's two horizontal directions.
  let up: SIMD3<Float>
  let forward: SIMD3<Float>
  let sideways: SIMD3<Float>

  /// Draws an orientation: upright in a mount or a hand, upside down in a pocket, face up on a
  /// table, and random in a bag. Except in a bag, a small random rotation is added.
  init(carried: Carrying, _ draws: Draws) {
    var draws = draws
    let (usual, spread): (SIMD4<Float>, Float) =
      switch carried {
      case .table, .left: (SIMD4(1, 0, 0, 0), 0.02)
      case .mount: (SIMD4(0.8, 0.6, 0, 0), 0.1)
      case .hand: (SIMD4(0.9, 0.4, 0, 0), 0.15)
      case .pocket: (SIMD4(0.5, -0.8, 0, 0), 0.25)
      case .bag: (SIMD4(0, 0, 0, 0), 1)
      }
    let yaw = draws.uniform(in: -1...1)
    self.init(
      usual
        + spread * SIMD4(draws.normal(), draws.normal(), draws.normal(), draws.normal())
        + SIMD4(0, 0, 0, yaw))
  }

  private init(_ quaternion: SIMD4<Float>) {
    let q = quaternion / max(1e-3, (quaternion * quaternion).sum().squareRoot())
    let (w, x, y, z) = (q.x, q.y, q.z, q.w)
    sideways = SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y))
    forward = SIMD3(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x))
    up = SIMD3(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y))
  }
}
