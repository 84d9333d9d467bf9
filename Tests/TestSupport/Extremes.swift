/// Numbers and times at the limits of types and formats, and beyond them.
package enum Extremes {
  package static let numbers = [
    "0", "-0", "-1", "1", "0.0000001", "1e-320", "1e300", "-1e300", "1e400", "NaN", "Infinity",
    // Both limits of 64-bit integers, and one beyond each.
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "18446744073709551616",
    // Both limits of an instant in seconds and in milliseconds.
    "9223372036", "9223372037", "-9223372036", "-9223372037", "9223372036854", "-9223372036855",
    "90.0000001", "-180.0000001", "360",
  ]

  package static let stamps = [
    // Both limits of an instant, and one second beyond each.
    "1677-09-21T00:12:43.145224192Z", "1677-09-21T00:12:42Z", "2262-04-11T23:47:16.854775807Z",
    "2262-04-11T23:47:17Z",
    "0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "1970-01-01T00:00:00Z", "2026-02-30T00:00:00Z",
    "2016-12-31T23:59:60Z", "2026-03-02T24:00:00Z", "2026-03-02T08:00:00+23:59",
    "2026-03-02T08:00:00-99:99", "-2026-03-02T08:00:00Z", "2026-03-02", "nan",
  ]

  /// Returns copies of the text, each with an extreme in place of one of its times or numbers.
  package static func variants(of text: String) -> [String] {
    let times = text.ranges(of: /\d{4}-\d{2}-\d{2}[T ][0-9:.]+(Z|[+-]\d{2}:\d{2})?/)
    let figures = text.ranges(of: /-?\d+(\.\d+)?/).filter { figure in
      !times.contains { $0.overlaps(figure) }
    }
    func replaced(_ ranges: [Range<String.Index>], by values: [String]) -> [String] {
      ranges.flatMap { range in
        values.map { String(text[..<range.lowerBound]) + $0 + text[range.upperBound...] }
      }
    }
    return replaced(times, by: stamps) + replaced(figures, by: numbers)
  }
}
