import Timekeeping

/// The coprocessor's choice of its next window: the first of `windows` in which the movement
/// differs from `movement`, or else the window after them.
struct MotionPlan {
  var windows: Range<Int64>
  var movement: MotionSignal.Movement
  var due: Int64
}

extension MotionCoprocessor {
  func newPlan(for windows: Range<Int64>, after movement: MotionSignal.Movement) -> MotionPlan {
    MotionPlan(
      windows: windows, movement: movement,
      due: firstWindow(in: windows, differingFrom: movement) ?? windows.upperBound)
  }

  /// Makes the plans again after the phone's trajectory has grown.
  ///
  /// - Returns: The new result of the last `nextEnd`; nil if it needs no plan.
  func planAgain() -> Instant? {
    plan = plan.map { newPlan(for: $0.windows, after: $0.movement) }
    awaited = awaited.map { newPlan(for: $0.windows, after: $0.movement) }
    return awaited.map { Self.start(of: $0.due + 1) }
  }

  /// Returns true if the accelerometer can distinguish two movements. It distinguishes standing
  /// from moving. On foot or on a bicycle, it distinguishes a speed from twice that speed (a
  /// judgment without a source).
  func differs(_ one: MotionSignal.Movement, _ other: MotionSignal.Movement) -> Bool {
    let (speed, before) = (one.speedMetersPerSecond, other.speedMetersPerSecond)
    if (speed < 0.5) != (before < 0.5) || one.carried.isFixed != other.carried.isFixed {
      return true
    }
    switch (one.mode, other.mode) {
    case (.still, .still), (.automotive, .automotive), (.train, .train), (.flying, .flying):
      return false
    case (.walking, .walking), (.running, .running), (.cycling, .cycling):
      return max(speed, before) > 2 * max(0.5, min(speed, before))
    default: return true
    }
  }
}
