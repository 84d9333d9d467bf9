import Experiments
import Foundation
import Text
import Timekeeping

/// Functions that write figures as text for people.
enum FigureText {
  static let none = "–"

  /// Returns the percentage for a share, such as "98.1" for a share of 0.981.
  ///
  /// A share below 1 is never shown as 100, and a share above 0 never as 0. A value outside of 0 to
  /// 1 is shown without this rule, so that a defect stays visible.
  static func percent(_ share: Double) -> String {
    if share == 0 || share == 1 { return share == 0 ? "0" : "100" }
    guard share > 0, share < 1 else { return decimal(share * 100, 1) }
    return decimal(min(max(share * 100, 0.1), 99.9), 1)
  }

  /// Returns a value with this many decimals. A value below 0 has a minus sign, not a hyphen.
  static func decimal(_ value: Double, _ decimals: Int) -> String {
    let text = decimalText(value, decimals)
    guard text.hasPrefix("-") else { return text }
    return (Double(text) == 0 ? "" : "−") + text.dropFirst()
  }

  /// Returns a value as a whole number with separators, such as "86,400".
  static func count(_ value: Double) -> String {
    let rounded = Int(value.rounded())
    let digits = Array(String(rounded.magnitude))
    var text = rounded < 0 ? "−" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }

  /// Returns a count with its noun, such as "1 tracker" or "1,200 trackers".
  static func counted(_ count: Int, _ noun: String) -> String {
    Text.counted(count, noun, as: self.count(Double(count)))
  }

  /// Returns a duration as text. It shows parts of a second only if the duration is below 10 s.
  static func duration(_ seconds: Double) -> String {
    TimeSpan.seconds(seconds < 10 ? seconds : seconds.rounded()).description
  }

  static func joules(_ joules: Double) -> String {
    abs(joules) < 1000
      ? decimal(joules, abs(joules) < 10 ? 1 : 0) + " J" : decimal(joules / 1000, 1) + " kJ"
  }

  /// Returns true if the text contains a digit other than 0.
  static func shows(_ text: String) -> Bool { text.contains { ("1"..."9").contains($0) } }

  /// Returns a value with at most four decimals below 1, at most two below 100, and none from 100
  /// on: "0.0054", "1.2", "43200".
  static func shortest(_ value: Double) -> String {
    var digits = decimal(value, abs(value) < 1 ? 4 : abs(value) < 100 ? 2 : 0)
    guard digits.containsBytes(of: ".") else { return digits }
    while digits.hasSuffix("0") { digits.removeLast() }
    if digits.hasSuffix(".") { digits.removeLast() }
    return digits
  }

  /// Returns a number of times in words, such as "once", "twice" or "3 times".
  static func times(_ count: Double) -> String {
    switch count {
    case 1: "once"
    case 2: "twice"
    default: (count == count.rounded() ? self.count(count) : decimal(count, 1)) + " times"
    }
  }

  /// Returns a bar of up to `width` characters for a share of 0 to 1, in steps of an eighth of a
  /// character.
  static func bar(_ share: Double, width: Int) -> String {
    let eighths = Int((min(max(share, 0), 1) * Double(width * 8)).rounded())
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    return String(repeating: "█", count: eighths / 8) + part
  }
}

/// The mean, the lowest and the highest figure over the seeds of one tracker.
struct Spread: Equatable {
  let mean: Double
  let low: Double
  let high: Double

  /// Makes the spread of the values that are not nil. Returns nil if all values are nil.
  ///
  /// - Parameter values: the figure of each seed; nil if the figure does not apply.
  init?(_ values: [Double?]) {
    let known = values.compactMap { $0 }
    guard let low = known.min(), let high = known.max() else { return nil }
    self.low = low
    self.high = high
    mean = known.reduce(0, +) / Double(known.count)
  }

  /// Returns a range such as "97.2 to 98.8". If both ends have the same text, returns only this
  /// text.
  func range(_ text: (Double) -> String) -> String {
    interval(text(low), text(high))
  }
}
