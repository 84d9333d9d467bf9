/// Returns nanoseconds as seconds. It divides instead of multiplying, so that whole seconds are
/// exact.
func secondsOf(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1e9 }

/// Returns the quotient of two times or two counts; nil if `whole` is 0, since nothing was judged.
func share(_ part: some BinaryInteger, of whole: some BinaryInteger) -> Double? {
  whole > 0 ? Double(part) / Double(whole) : nil
}
