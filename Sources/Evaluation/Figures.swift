/// Seconds of a time in nanoseconds; divided, since whole seconds then come out whole.
func secondsOf(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1e9 }

/// A quotient of two times or counts; nil where there was nothing to judge.
func share(_ part: some BinaryInteger, of whole: some BinaryInteger) -> Double? {
  whole > 0 ? Double(part) / Double(whole) : nil
}
