/// Numbers as text in which ranges are shortened: "1-3,7,9-12 and 5 more". A list of at most 12
/// ranges is complete, and is also valid for `sbatch --array`.
package struct NumberList {
  private static let partsMax = 12
  package let text: String

  /// - Parameter numbers: The numbers in ascending order.
  package init(_ numbers: [Int]) {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound == number - 1 {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    let reported = ranges.prefix(Self.partsMax).map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
    }
    let rest = ranges.dropFirst(Self.partsMax).reduce(0) { $0 + $1.count }
    text = reported.joined(separator: ",") + (rest > 0 ? " and \(rest) more" : "")
  }
}
