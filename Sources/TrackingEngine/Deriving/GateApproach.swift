/// The state of an approach to the gate; in each approach the gate is asked once to open.
///
/// An approach begins only beyond the ring, so that a user who lives behind the gate and drives off
/// does not open it.
enum GateApproach: String {
  /// The user is beyond the ring.
  case outside
  /// The user is within the ring and approaches.
  case near
  /// The gate was asked to open, or the user was never beyond the ring.
  case done

  /// Updates the state for a distance to the gate.
  ///
  /// - Returns: True if the gate has to be asked to open now.
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
