/// Returns the range between two parameters, in either order: a scenario may fix one beyond the
/// other.
func ordered(_ a: Double, _ b: Double) -> ClosedRange<Double> { min(a, b)...max(a, b) }
