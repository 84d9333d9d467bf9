/// Returns nanoseconds as seconds. Division by 1e9 gives exact whole seconds, while multiplication
/// by 1e-9 would not.
func secondsOf(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1e9 }

/// Returns the quotient of two times or two counts; nil if `whole` is 0, since nothing was judged.
func share(_ part: some BinaryInteger, of whole: some BinaryInteger) -> Double? {
  whole > 0 ? Double(part) / Double(whole) : nil
}
