import Text
import Timekeeping

/// The dimension of a quantity, with its accepted units and their factors to the SI unit.
///
/// Examples: "100 m", "1.5 km", "8 h 15 min", "80 %", "3227 mAh", "150 mW", "30 km/h". A number
/// without its unit is rejected: the author of `radius: 60` may have meant feet.
package struct QuantityDimension: Sendable {
  package var description: String
  package var units: [(name: String, factor: Double)]
  /// True if a quantity may have several parts, each in a smaller unit than the part before: "8 h
  /// 15 min".
  package var isCompound = false

  package init(
    description: String, units: [(name: String, factor: Double)], isCompound: Bool = false
  ) {
    self.description = description
    self.units = units
    self.isCompound = isCompound
  }

  package static let length = QuantityDimension(
    description: "a length such as 100 m or 1.5 km", units: [("m", 1), ("km", 1000)])
  package static let duration = QuantityDimension(
    description: "a duration such as 90 s, 45 min or 8 h 15 min",
    units: [("d", 86400), ("h", 3600), ("min", 60), ("s", 1), ("ms", 1e-3)], isCompound: true)
  package static let share = QuantityDimension(
    description: "a share such as 80 %", units: [("%", 0.01)])
  package static let speed = QuantityDimension(
    description: "a speed such as 1.4 m/s or 30 km/h", units: [("m/s", 1), ("km/h", 1 / 3.6)])
  /// The dimension of a number without a unit, for the measures in reports and for limits on these
  /// measures. Their values are in SI units.
  package static let plainNumber = QuantityDimension(description: "a number", units: [("", 1)])
}

extension QuantityDimension {
  /// Reads a quantity and returns its value in SI units; nil if the text has another form or
  /// dimension.
  package func value(of text: some StringProtocol) -> Double? {
    var rest = Substring(text).trimmed
    var total = 0.0
    var smallestUnit = Double.infinity
    var parts = 0
    while !rest.isEmpty {
      guard parts == 0 || isCompound, let number = takeNumber(from: &rest) else {
        return nil
      }
      rest = rest.trimmed
      let unit = rest.prefix { $0 != " " && !$0.isNumber && $0 != "." }
      guard let factor = units.first(where: { $0.name == unit })?.factor,
        factor < smallestUnit, parts == 0 || number >= 0
      else { return nil }
      total += number * factor
      smallestUnit = factor
      parts += 1
      rest = rest.dropFirst(unit.count).trimmed
    }
    return parts > 0 && total.isFinite ? total : nil
  }
}

/// Reads an optional sign and digits with at most one decimal point.
///
/// Exponents and thousands separators are not accepted.
private func takeNumber(from text: inout Substring) -> Double? {
  let isNegative = text.first == "-" || text.first == "−"
  let unsigned = isNegative || text.first == "+" ? text.dropFirst() : text
  let digits = unsigned.prefix { $0.isASCII && $0.isNumber || $0 == "." }
  guard let value = Double(digits), digits.first != ".", digits.last != "." else { return nil }
  text = unsigned.dropFirst(digits.count)
  return isNegative ? -value : value
}

/// The limits on the value of a quantity.
package enum Limits: Sendable {
  case aboveZero
  case notNegative
  /// A range in the dimension's SI unit, and the description of the range for messages.
  case within(ClosedRange<Double>, String)

  package func allow(_ value: Double) -> Bool {
    switch self {
    case .aboveZero: value > 0
    case .notNegative: value >= 0
    case .within(let range, _): range.contains(value)
    }
  }

  package func description(of dimension: QuantityDimension) -> String {
    switch self {
    case .aboveZero: dimension.description + ", above 0"
    case .notNegative: dimension.description + ", not negative"
    case .within(_, let range): dimension.description + ", " + range
    }
  }
}

extension SourceNode {
  package func quantity(_ dimension: QuantityDimension, _ limits: Limits) throws(InputError)
    -> Double
  {
    let accepted = limits.description(of: dimension)
    guard let value = dimension.value(of: try text(accepted)), limits.allow(value)
    else { throw refused(accepted: accepted) }
    return value
  }

  package func duration(_ limits: Limits) throws(InputError) -> TimeSpan {
    TimeSpan.seconds(try quantity(.duration, limits))
  }
}
