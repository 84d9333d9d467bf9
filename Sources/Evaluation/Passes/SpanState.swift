import World

/// Some properties of one `Span` of the true day. A span is a period in which the circumstances
/// stay the same. The properties are stored, so that each span is looked up only once.
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
