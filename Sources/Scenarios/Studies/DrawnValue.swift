import Documents
import EventKernel
import Foundation
import Text
import Timekeeping

/// A value of a study's population that differs between participants. It has one of three forms:
///
/// - `{ oneOf: { ios-17: 30 %, ios-18: 70 % } }`: one of the names, with these shares;
/// - `{ from: 40 %, to: 100 % }`: any value of the range with equal probability. Both ends may also
///   be times of day;
/// - `{ median: 8 km, p90: 25 km, least: 500 m, most: 60 km }`: a log-normal value. Most lengths,
///   durations and counts of human activities have this distribution. The limits `least` and `most`
///   are optional. A value beyond a limit is replaced with the limit.
///
/// The drawn value is a text, such as "8.2 km", and is read as if a user had written it in the
/// scenario.
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

  /// Reads a drawn value; nil if the node does not have one of the three forms.
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
    let from = try fields.required("from", accepted: "the low end of the range")
    let to = try fields.required("to", accepted: "the high end of the range")
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
      try fields.required("median", accepted: "the value that half of the people are below"))
    let p90Node = try fields.required("p90", accepted: "the value that nine of ten are below")
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

/// A number of a drawn value with its unit as written, such as "8 km". The reader of the scenario
/// checks the unit later.
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
      // The number that has a unit is assumed to be right.
      guard !other.unit.isEmpty else {
        throw other.node.refused(accepted: "a number in \(unit), as '\(node.name)' is")
      }
      throw node.refused(accepted: "a number in \(other.unit)")
    }
    self.node = node
    self.value = value
    self.unit = String(unit)
  }

  /// Returns a number as text with the unit of this number.
  func text(_ number: Double) -> String { plainText(number) + (unit.isEmpty ? "" : " " + unit) }
}

extension SourceNode {
  /// Reads names, each with a share. The shares have to add up to 100 %.
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
