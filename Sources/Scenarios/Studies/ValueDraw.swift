import Documents
import EventKernel
import Foundation
import Text
import Timekeeping

/// A draw of one participant's values. Each `DrawnValue` in a part of a study becomes one text.
///
/// A text depends only on the participant's random numbers and on the value's position in the file.
/// Other participants and other values do not affect the text.
struct ValueDraw {
  enum Source {
    case participant(SeededRandom)
    /// A trial participant with fixed values instead of random values.
    ///
    /// Trials with an even number use the low end of each range, the others use the high end.
    /// Trial 0 uses the first of several choices, trial 1 the second, and so on. After the last
    /// choice, the first follows again.
    ///
    /// An error at an end of a range is thus reported before any participant is simulated.
    case trial(Int)
  }

  let source: Source
  private(set) var drawn: [DrawnText] = []

  init(_ source: Source) { self.source = source }

  /// Draws a text for each `DrawnValue` in a YAML node, and returns the node with these texts.
  ///
  /// - Parameter path: the position in the file, such as "phone.battery".
  mutating func settle(_ node: SourceNode, at path: String) throws(InputError) -> SourceNode {
    if let value = try DrawnValue(node) {
      var settled = node
      let text = draw(value.form, at: path)
      drawn.append(DrawnText(name: path, text: text))
      settled.content = .text(text, isQuoted: false)
      return settled
    }
    var settled = node
    switch node.content {
    case .text: break
    case .list(let elements):
      var list: [SourceNode] = []
      for (index, element) in elements.enumerated() {
        list.append(try settle(element, at: path + ".\(index + 1)"))
      }
      settled.content = .list(list)
    case .mapping(let entries):
      var mapping: [SourceEntry] = []
      for entry in entries {
        var entry = entry
        // The values that an act passes to the app are not drawn.
        if entry.key != "with" {
          entry.value = try settle(entry.value, at: path + "." + entry.key)
        }
        mapping.append(entry)
      }
      settled.content = .mapping(mapping)
    }
    return settled
  }

  /// Returns true with probability `share`; always true for a trial participant.
  ///
  /// The result decides if the participant belongs to the share of participants that has an act.
  mutating func belongs(toShare share: Double, at path: String) -> Bool {
    guard case .participant(let chance) = source else { return true }
    let belongs = chance.stream(path).happens(withProbability: share)
    drawn.append(DrawnText(name: path, text: belongs ? "yes" : "no"))
    return belongs
  }

  /// Renames drawn values for messages: replaces `path` at the start of their names by `name`.
  ///
  /// For example, `person.4.timesPerDay` becomes `person.4.forceQuits.timesPerDay`.
  ///
  /// - Parameter index: the index in `drawn` of the first value to rename.
  mutating func rename(from index: Int, _ path: String, to name: String) {
    for place in drawn.indices.dropFirst(index) where drawn[place].name.hasPrefix(path + ".") {
      drawn[place].name = name + drawn[place].name.dropFirst(path.count)
    }
  }

  func choice(of shares: [Double], at path: String) -> Int {
    switch source {
    case .trial(let number): return number % shares.count
    case .participant(let chance):
      var left = chance.stream(path).uniform()
      for (index, share) in shares.enumerated() {
        if left < share { return index }
        left -= share
      }
      // The sum of the shares may be slightly below 1 because of rounding.
      return shares.lastIndex { $0 > 0 } ?? 0
    }
  }

  // MARK: Forms

  private func draw(_ form: DrawnValue.Form, at path: String) -> String {
    switch form {
    case .oneOf(let names, let shares): names[choice(of: shares, at: path)]
    case .between(let low, let high): low.text(between(low.value, high.value, at: path))
    case .clock(let low, let high): clock(low, high, at: path)
    case .logNormal(let median, let p90, let least, let most):
      median.text(
        min(
          max(logNormal(median.value, p90.value, least, most, at: path), least ?? 0),
          most ?? .infinity))
    }
  }

  private func between(_ low: Double, _ high: Double, at path: String) -> Double {
    switch source {
    case .participant(let chance): chance.stream(path).uniform(in: low...high)
    case .trial(let number): number.isMultiple(of: 2) ? low : high
    }
  }

  /// Draws a time of day between two times. The drawn time is a whole minute.
  private func clock(_ low: TimeOfDay, _ high: TimeOfDay, at path: String) -> String {
    let ends = (Double(low.secondsSinceMidnight), Double(high.secondsSinceMidnight))
    let minutes = Int(between(ends.0, ends.1, at: path) / 60)
    return "\(TimeOfDay(hour: minutes / 60, minute: minutes % 60))"
  }

  /// Draws a log-normal value with the given median and 90th percentile.
  ///
  /// The 90th percentile of a log-normal distribution is median · exp(1.2816 σ), which gives σ. For
  /// trial participants, the range goes from `least` to `most`. If these are nil, the range goes
  /// from the median to the 90th percentile.
  private func logNormal(
    _ median: Double, _ p90: Double, _ least: Double?, _ most: Double?, at path: String
  ) -> Double {
    switch source {
    case .participant(let chance):
      chance.stream(path).logNormal(median: median, sigma: log(p90 / median) / 1.281_551_565_545)
    case .trial(let number): number.isMultiple(of: 2) ? least ?? median : most ?? p90
    }
  }
}

/// A value that was drawn for a participant, and its position in the study's file.
package struct DrawnText: Codable, Sendable, Equatable {
  package var name: String
  package var text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}
