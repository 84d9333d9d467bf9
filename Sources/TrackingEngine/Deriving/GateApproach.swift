/// The state of an approach to the gate; in each approach the app asks the gate once to open.
///
/// An approach begins when the user comes into a ring around the gate from outside. Thus the gate
/// does not open for a user who starts inside the ring and drives off.
enum GateApproach: String {
  /// The user is outside the ring around the gate.
  case outside
  /// The user has come into the ring from outside, and the gate was not asked to open yet.
  case near
  /// The gate was asked to open in this approach, or the user has not been outside the ring since
  /// tracking began.
  case done

  /// Updates the state for the user's distance to the gate.
  ///
  /// - Returns: True if the app has to ask the gate now to open.
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
