import Experiments
import Foundation
import Text
import Timekeeping

/// Figures as people read them.
enum FigureText {
  static let none = "–"

  /// "98.1" of a share of 0.981. What is not all is never shown as 100, nor what is not nothing as 0; what
  /// is no share at all is shown as it is, since to hide a defect helps nobody.
  static func percent(_ share: Double) -> String {
    if share == 0 || share == 1 { return share == 0 ? "0" : "100" }
    guard share > 0, share < 1 else { return decimal(share * 100, 1) }
    return decimal(min(max(share * 100, 0.1), 99.9), 1)
  }

  static func decimal(_ value: Double, _ decimals: Int) -> String {
    let text = String(format: "%.\(decimals)f", value)
    return Double(text) == 0 ? text.replacing("-", with: "") : text
  }

  /// "86,400".
  static func count(_ value: Double) -> String {
    let rounded = Int(value.rounded())
    let digits = Array(String(rounded.magnitude))
    var text = rounded < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }

  /// "1 tracker", "1,200 trackers".
  static func counted(_ count: Int, _ noun: String) -> String {
    Text.counted(count, noun, as: self.count(Double(count)))
  }

  /// Parts of a second only where they are much of it.
  static func duration(_ seconds: Double) -> String {
    TimeSpan.seconds(seconds < 10 ? seconds : seconds.rounded()).description
  }

  static func joules(_ joules: Double) -> String {
    abs(joules) < 1000
      ? decimal(joules, abs(joules) < 10 ? 1 : 0) + " J" : decimal(joules / 1000, 1) + " kJ"
  }

  /// Answers true where a reader sees that the figure is not 0.
  static func shows(_ text: String) -> Bool { text.contains { ("1"..."9").contains($0) } }

  /// As many decimals as its size asks for: "0.0054", "1.2", "43200".
  static func shortest(_ value: Double) -> String {
    let digits = decimal(value, abs(value) < 1 ? 4 : abs(value) < 100 ? 2 : 0)
    guard digits.contains(".") else { return digits }
    return String(digits.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed())
  }

  /// "once", "twice", "3 times".
  static func times(_ count: Double) -> String {
    switch count {
    case 1: "once"
    case 2: "twice"
    default: (count == count.rounded() ? self.count(count) : decimal(count, 1)) + " times"
    }
  }

  /// A bar of up to `width` characters, in eighths.
  static func bar(_ share: Double, width: Int) -> String {
    let eighths = Int((min(max(share, 0), 1) * Double(width * 8)).rounded())
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    return String(repeating: "█", count: eighths / 8) + part
  }
}

/// A figure over the seeds of one tracker.
struct Spread {
  let mean: Double
  let low: Double
  let high: Double

  /// Over those seeds to which the figure applies; nil when it applies to none.
  init?(_ values: [Double?]) {
    let known = values.compactMap { $0 }
    guard let low = known.min(), let high = known.max() else { return nil }
    self.low = low
    self.high = high
    mean = known.reduce(0, +) / Double(known.count)
  }

  /// "97.2–98.8", or one figure where both ends read the same.
  func range(_ text: (Double) -> String) -> String {
    interval(text(low), text(high))
  }
}
