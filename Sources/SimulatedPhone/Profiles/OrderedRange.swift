/// Returns the range between two parameters in either order, because a scenario may set the lower
/// one above the upper one.
func ordered(_ a: Double, _ b: Double) -> ClosedRange<Double> { min(a, b)...max(a, b) }
