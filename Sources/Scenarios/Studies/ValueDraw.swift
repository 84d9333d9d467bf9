import EventKernel
import Foundation
import Text
import Timekeeping

/// Settles every drawn value in a part of a study: by a participant's own chance, each value keyed by where
/// it stands, so that neither other participants nor other values change it.
struct ValueDraw {
  enum Source {
    case participant(Chance)
    /// Nobody in particular: first the low ends and the first choices, then the high ends and the second
    /// ones, and so on. What is wrong with an end is so told before anybody is lived.
    case trial(Int)
  }

  let source: Source
  private(set) var drawn: [DrawnText] = []

  init(_ source: Source) { self.source = source }

  /// - Parameter path: where it stands, such as "phone.battery".
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
        // What an act hands to the app is the app's own affair.
        if entry.key != "with" {
          entry.value = try settle(entry.value, at: path + "." + entry.key)
        }
        mapping.append(entry)
      }
      settled.content = .mapping(mapping)
    }
    return settled
  }

  /// Whether this participant is one of so many.
  mutating func belongs(toShare share: Double, at path: String) -> Bool {
    guard case .participant(let chance) = source else { return true }
    let belongs = chance.stream(path).happens(withProbability: share)
    drawn.append(DrawnText(name: path, text: belongs ? "yes" : "no"))
    return belongs
  }

  /// Has what was drawn last told under a name that says more than its place does.
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
      // Shares of thirds may lack a last bit.
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

  /// To the minute.
  private func clock(_ low: TimeOfDay, _ high: TimeOfDay, at path: String) -> String {
    let ends = (Double(low.secondsSinceMidnight), Double(high.secondsSinceMidnight))
    let minutes = Int(between(ends.0, ends.1, at: path) / 60)
    return "\(TimeOfDay(hour: minutes / 60, minute: minutes % 60))"
  }

  /// Nine of ten lie below median · exp(1.2816 σ).
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

/// What was drawn for somebody, by where it stands in the study.
package struct DrawnText: Codable, Sendable, Equatable {
  package var name: String
  package var text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}
