import Documents
import Foundation
import Text
import TrackingEngine

/// A range of values of a setting, such as `{ from: 50 m, to: 500 m }`. Neighboring values have
/// equal differences or equal ratios.
package struct SettingRange: Sendable, Hashable {
  /// The first value, in meters or seconds, or as a count.
  package var from: Double
  package var to: Double
  /// True if neighboring values have an equal ratio, false if they have an equal difference.
  package var isGeometric: Bool
  /// The unit of the values as text, such as " m"; empty for a count.
  package var unit: String

  /// The largest number of values that a range may have.
  ///
  /// Each value makes another tracker. The report compares every pair of trackers, and one page has
  /// to hold all pairs.
  static let valuesMax = 1000

  enum Spacing: String, CaseIterable { case even, geometric }

  init(_ fields: Fields, of definition: SettingDefinition) throws(InputError) {
    let node = fields.node
    guard let (dimension, unit) = definition.measured else {
      throw node.refused(
        "'\(definition.name)' is neither a length nor a duration nor a count, and has no range",
        accepted: "a value or a list of values")
    }
    func end(_ key: String) throws(InputError) -> Double {
      let field = try fields.required(key, accepted: dimension.description)
      guard let value = dimension.value(of: try field.text(dimension.description)), value >= 0
      else { throw field.refused(accepted: dimension.description) }
      return value
    }
    (from, to) = (try end("from"), try end("to"))
    isGeometric = try fields.choice("spacing", as: Spacing.self) == .geometric
    self.unit = unit
    guard from != to, !isGeometric || min(from, to) > 0 else {
      throw node.refused(
        "'from' and 'to' span no range",
        accepted: isGeometric ? "two different values above 0" : "two different values")
    }
  }

  /// Returns values spread over the range. Both ends are included. For example, `steps: 4` from
  /// 50 m to 500 m gives 50 m, 200 m, 350 m, 500 m. Values are rounded to six significant digits.
  func values(steps: Int) -> [String] {
    (0..<steps).map { step in
      let share = Double(step) / Double(steps - 1)
      return text(isGeometric ? from * pow(to / from, share) : from + (to - from) * share)
    }
  }

  /// Returns a value as text in the form that presets use.
  private func text(_ value: Double) -> String {
    plainText(unit.isEmpty ? value.rounded() : value) + unit
  }

  /// Returns a value as text with three significant digits and a readable unit: "5 min" for 300 s.
  ///
  /// The rounded value is never outside the range.
  package func roundedText(_ value: Double) -> String {
    guard !unit.isEmpty else { return text(value) }
    let (name, factor) =
      unit == " s" ? Self.durations.first { value >= 2 * $0.1 } ?? (unit, 1) : (unit, 1)
    let step = pow(10, (log10(max(value, 1e-9) / factor)).rounded(.down) - 2)
    let rounded = (value / factor / step).rounded() * step
    guard (from...to).contains(rounded * factor) else {
      return plainText(min(max(value, from), to) / factor) + name
    }
    return plainText(rounded) + name
  }

  private static let durations = [(" h", 3600.0), (" min", 60.0)]
}

/// Returns a number as text with at most `digits` significant digits, without an exponent and
/// without trailing zeros.
func plainText(_ value: Double, digits: Int = 6) -> String {
  guard value > 0 else { return "0" }
  let places = max(0, digits - 1 - Int(log10(value).rounded(.down)))
  let text = String(format: "%.\(places)f", value)
  guard text.contains(".") else { return text }
  let bare = text.reversed().drop { $0 == "0" }.drop { $0 == "." }
  return String(bare.reversed())
}

extension SettingDefinition {
  /// The dimension of the setting, and the unit in which its numbers are written; nil if its values
  /// are words or truth values.
  var measured: (dimension: QuantityDimension, unit: String)? {
    switch kind {
    case .meters, .optionalMeters: (.length, " m")
    case .duration, .optionalDuration: (.duration, " s")
    case .count: (.plainNumber, "")
    case .toggle, .choice, .text, .optionalText, .coordinate: nil
    }
  }
}
