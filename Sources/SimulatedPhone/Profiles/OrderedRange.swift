/// The range between two parameters, of which a scenario may fix one beyond the other.
func ordered(_ a: Double, _ b: Double) -> ClosedRange<Double> { min(a, b)...max(a, b) }
