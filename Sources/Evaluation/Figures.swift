/// Returns a time of nanoseconds in seconds. It divides because whole seconds then come out whole.
func secondsOf(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1e9 }

/// Returns the quotient of two times or counts. Nil if there was nothing to judge.
func share(_ part: some BinaryInteger, of whole: some BinaryInteger) -> Double? {
  whole > 0 ? Double(part) / Double(whole) : nil
}
