import World

/// Some properties of a span. They are stored so that each `Piece` of the span need not look them
/// up again.
struct SpanState {
  var spanIndex = -1
  var isTruthKnown = false
  var isMoving = false
  var isPhoneLeft = false

  init() {}

  init(of spanIndex: Int, on trajectory: Trajectory) {
    let span = trajectory.spans[spanIndex]
    self.spanIndex = spanIndex
    isTruthKnown = span.isTruthKnown
    isMoving = span.mode.isMoving
    isPhoneLeft = span.carried == .left
  }
}
