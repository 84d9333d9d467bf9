import World

/// Some properties of a span of the truth, stored so that they are looked up only once per span.
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
