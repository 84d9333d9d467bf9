import EventKernel
import Foundation
import Text
import Timekeeping

/// A value of a study's population that differs from participant to participant. Three forms:
///
/// - `{ oneOf: { ios-17: 30 %, ios-18: 70 % } }`: one of these, with these shares;
/// - `{ from: 40 %, to: 100 % }`: anything between, alike; also times of day;
/// - `{ median: 8 km, p90: 25 km, least: 500 m, most: 60 km }`: log-normal, as lengths, durations and counts
///   of what people do mostly are; what falls beyond `least` or `most`, where they are given, is taken to be
///   there.
///
/// What is drawn is a text, as if somebody had written it, and is read with the rest of the scenario.
struct DrawnValue {
  static let accepted =
    "a value, { oneOf: { a: 40 %, b: 60 % } }, { from: 1, to: 2 } or { median: 1, p90: 2 }"

  enum Form {
    case oneOf(names: [String], shares: [Double])
    case between(WrittenNumber, WrittenNumber)
    case clock(TimeOfDay, TimeOfDay)
    case logNormal(median: WrittenNumber, p90: WrittenNumber, least: Double?, most: Double?)
  }

  let form: Form
  let node: SourceNode

  /// Nil for what is no drawn value.
  init?(_ node: SourceNode) throws(InputError) {
    guard case .mapping(let entries) = node.content,
      entries.contains(where: { StudyKeys.drawn.names.contains($0.key) })
    else { return nil }
    self.node = node
    let fields = try Fields(node, keys: StudyKeys.drawn)
    if let choices = fields["oneOf"] {
      try DrawnValue.refuse(fields, besides: ["oneOf"])
      form = try DrawnValue.weighted(choices)
    } else if fields["median"] != nil || fields["p90"] != nil {
      try DrawnValue.refuse(fields, besides: ["median", "p90", "least", "most"])
      form = try DrawnValue.logNormal(fields)
    } else {
      try DrawnValue.refuse(fields, besides: ["from", "to"])
      form = try DrawnValue.range(fields)
    }
  }

  private static func refuse(_ fields: Fields, besides keys: [String]) throws(InputError) {
    for entry in fields.entries where !keys.contains(entry.key) {
      throw InputError(
        entry.keyLocation, "'\(entry.key)' does not go with '\(keys[0])'", accepted: listing(keys))
    }
  }

  private static func weighted(_ node: SourceNode) throws(InputError) -> Form {
    let shares = try node.shares()
    return .oneOf(names: shares.map(\.name), shares: shares.map(\.share))
  }

  private static func range(_ fields: Fields) throws(InputError) -> Form {
    let from = try fields.required("from", accepted: "where the range begins")
    let to = try fields.required("to", accepted: "where the range ends")
    let texts = (try from.text(accepted), try to.text(accepted))
    if let low = TimeOfDay(texts.0), let high = TimeOfDay(texts.1) {
      guard low < high else { throw to.refused(accepted: "a time after \(low)") }
      return .clock(low, high)
    }
    let low = try WrittenNumber(from)
    let high = try WrittenNumber(to, inUnitOf: low)
    guard low.value <= high.value else {
      throw to.refused(accepted: "at least \(low.text(low.value))")
    }
    return .between(low, high)
  }

  private static func logNormal(_ fields: Fields) throws(InputError) -> Form {
    let median = try WrittenNumber(
      try fields.required("median", accepted: "what half of the people are below"))
    let p90Node = try fields.required("p90", accepted: "what nine of ten are below")
    let p90 = try WrittenNumber(p90Node, inUnitOf: median)
    guard median.value > 0, p90.value >= median.value else {
      throw p90Node.refused(accepted: "at least the median, which is above 0")
    }
    func bound(_ key: String) throws(InputError) -> Double? {
      guard let node = fields[key] else { return nil }
      return try WrittenNumber(node, inUnitOf: median).value
    }
    let (least, most) = (try bound("least"), try bound("most"))
    if let most, most < median.value, let node = fields["most"] {
      throw node.refused(accepted: "at least the median, \(median.text(median.value))")
    }
    if let least, least > median.value, let node = fields["least"] {
      throw node.refused(accepted: "at most the median, \(median.text(median.value))")
    }
    return .logNormal(median: median, p90: p90, least: least, most: most)
  }
}

/// "8 km": a number in some unit, which whoever reads the drawn text will judge.
struct WrittenNumber: Sendable {
  let node: SourceNode
  let value: Double
  let unit: String

  init(_ node: SourceNode, inUnitOf other: WrittenNumber? = nil) throws(InputError) {
    let text = try node.text("a number with its unit")
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = Substring(text.dropFirst(digits.count)).trimmed
    guard let value = Double(digits), value.isFinite, !unit.contains(where: \.isNumber) else {
      throw node.refused(accepted: "a number with one unit, such as 8 km or 40 %")
    }
    if let other, other.unit != unit {
      // Whichever has a unit is the one that was meant.
      guard !other.unit.isEmpty else {
        throw other.node.refused(accepted: "a number in \(unit), as '\(node.name)' is")
      }
      throw node.refused(accepted: "a number in \(other.unit)")
    }
    self.node = node
    self.value = value
    self.unit = String(unit)
  }

  /// Another number in the same unit.
  func text(_ number: Double) -> String { plainText(number) + (unit.isEmpty ? "" : " " + unit) }
}

extension SourceNode {
  /// Names with their shares, which have to make up the whole.
  func shares() throws(InputError) -> [(name: String, share: Double)] {
    var shares: [(name: String, share: Double)] = []
    for entry in try entries("a mapping of names to shares such as 40 %") {
      shares.append(
        (entry.key, try entry.value.quantity(.share, .within(0...1, "from 0 % to 100 %"))))
    }
    try refuseUnlessWhole(shares.map(\.share))
    return shares
  }

  func refuseUnlessWhole(_ shares: [Double]) throws(InputError) {
    let sum = shares.reduce(0, +)
    guard abs(sum - 1) < 1e-9 else {
      throw refused(
        "the shares of '\(name)' add up to \(plainText(sum * 100)) %", accepted: "100 %")
    }
  }
}
