import Foundation

/// Returns a count with its noun, in the singular or plural: "1 shard", "3 shards".
///
/// - Parameter digits: The text to use instead of the plain number, such as "1,200" in "1,200
///   runs".
package func counted(_ count: Int, _ noun: String, as digits: String? = nil) -> String {
  "\(digits ?? String(count)) \(noun)\(count == 1 ? "" : "s")"
}

/// Returns the remark on parts of a file that a reader leaves out, such as "1 row without a time
/// was left out."
package func remark(onLeftOut count: Int, _ noun: String, _ rest: String) -> String {
  "\(counted(count, noun)) \(rest) \(count == 1 ? "was" : "were") left out."
}

/// Returns a range of seeds as text: "seed 5", "seeds 5 to 8".
package func seeds(_ first: UInt64, to last: UInt64) -> String {
  first == last ? "seed \(first)" : "seeds \(first) to \(last)"
}

/// Returns an interval as text, such as "97.2 to 98.8". If both ends have the same text, it returns
/// that text once.
package func interval(_ low: String, _ high: String) -> String {
  low == high ? low : "\(low) to \(high)"
}

/// Returns a distance as text: "850 m", "12.3 km".
package func distance(_ meters: Double) -> String {
  meters < 1000 ? "\(Int(meters.rounded())) m" : decimalText(meters / 1000, 1) + " km"
}
