/// How far an approach to the gate has come: a gate is asked to open once in each.
///
/// Who was never seen beyond the ring, such as somebody who lives behind the gate and drives off, is not
/// approaching.
enum GateApproach: String {
  /// Beyond the ring.
  case outside
  /// Within it, on the way in.
  case near
  /// Asked for already, or never outside.
  case done

  /// - Returns: Whether the gate is to be asked now.
  mutating func move(toMeters distance: Double, ring: Double, radius: Double) -> Bool {
    if distance > ring {
      self = .outside
    } else if self == .outside {
      self = .near
    }
    guard self == .near, distance <= radius else { return false }
    self = .done
    return true
  }
}
