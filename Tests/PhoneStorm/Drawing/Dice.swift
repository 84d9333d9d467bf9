import EventKernel
import Foundation

/// A generator that draws values in order from a random stream.
struct Dice {
  private let chance: SeededRandom
  private var drawn: Int64 = 0

  init(_ chance: SeededRandom) { self.chance = chance }

  mutating func share() -> Double {
    drawn += 1
    return chance.uniform(at: drawn)
  }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * share()
  }

  /// Draws a number with a uniform logarithm: as often from 1 to 10 as from 1000 to 10,000.
  mutating func magnitude(_ range: ClosedRange<Double>) -> Double {
    exp(number(log(range.lowerBound)...log(range.upperBound)))
  }

  mutating func whole(_ range: ClosedRange<Int>) -> Int {
    min(range.upperBound, range.lowerBound + Int(share() * Double(range.count)))
  }

  mutating func happens(_ probability: Double) -> Bool { share() < probability }

  /// - Parameter list: a list that is not empty.
  mutating func pick<Element>(_ list: [Element]) -> Element {
    list[whole(0...(list.count - 1))]
  }

  /// Draws several elements of a list, each once, in the list's order.
  mutating func pickSome<Element>(_ list: [Element], probability: Double) -> [Element] {
    var picked: [Element] = []
    for element in list where happens(probability) { picked.append(element) }
    return picked
  }
}

/// Returns a number as people write it: without an exponent or trailing zeros.
func plain(_ value: Double, digits: Int = 6) -> String {
  var text = String(format: "%.\(digits)f", value)
  guard text.contains(".") else { return text }
  while text.hasSuffix("0") { text.removeLast() }
  if text.hasSuffix(".") { text.removeLast() }
  return text == "-0" ? "0" : text
}

/// Returns one line of YAML: `{ a: 1, b: 2 }`.
func mapping(_ entries: [(String, String)]) -> String {
  "{ " + entries.map { "\($0): \($1)" }.joined(separator: ", ") + " }"
}

func listed(_ elements: [String]) -> String { "[" + elements.joined(separator: ", ") + "]" }
