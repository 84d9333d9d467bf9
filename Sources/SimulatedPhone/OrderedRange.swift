/// Returns the range between two values, the lower one first. A scenario may set them in either
/// order.
func ordered(_ a: Double, _ b: Double) -> ClosedRange<Double> { min(a, b)...max(a, b) }
