import Evaluation
import Statistics
import Text

/// A writer of a measure's figures as text: shares in percent, times in hours and minutes.
struct MeasureText {
  let measure: String

  /// Returns a value as text, such as "98.1", "2 h 11 min", "12,345" or "0.81".
  func text(_ value: Double) -> String {
    switch unit {
    case .share: FigureText.percent(value)
    case .seconds: signed(value, FigureText.duration)
    default: plain(value)
    }
  }

  /// Returns a difference of the measure with its sign, such as "+1.4".
  func difference(_ value: Double) -> String { difference(value, moreDigits: 0) }

  private func difference(_ value: Double, moreDigits: Int) -> String {
    let text =
      switch unit {
      case .share: FigureText.decimal(abs(value) * 100, 1 + moreDigits)
      case .seconds: FigureText.duration(abs(value))
      default: plain(abs(value), moreDigits: moreDigits)
      }
    return shows(text) ? (value < 0 ? "−" : "+") + text : text
  }

  /// Returns a value with its unit, such as "98.1 %", for a figure outside of a table.
  func withUnit(_ value: Double) -> String { text(value) + (unit == .share ? " %" : "") }

  /// Returns a limit that a person wrote, such as "85 %" or "3 %/day", without zeros at its end.
  func limit(_ value: Double) -> String {
    let factor = unit == .share || unit == .ratio ? 100.0 : 1
    let rounded = (value * factor * 1e9).rounded() / 1e9
    let number = rounded == rounded.rounded() ? FigureText.count(rounded) : "\(rounded)"
    let symbol =
      switch unit {
      case .share, .ratio: " %"
      case .percentPerDay: " %/day"
      case .seconds, .plainSeconds: " s"
      case .meters: " m"
      case .metersPerDay: " m/day"
      case .minutes: " min"
      case .minutesPerDay: " min/day"
      case .hours: " h"
      case .joules: " J"
      case .nats: " nat"
      case .perHour: "/h"
      case .count, nil: ""
      }
    return number + symbol
  }

  /// The measure's name, with the percent sign for a share, which `text` writes in percent.
  var nameWithUnit: String { measure + (unit == .share ? ", %" : "") }

  /// The words for the measure in a sentence, such as "place known".
  var noun: String { Measures.definition(of: measure)?.title ?? measure }

  /// Returns an interval of values, such as "96.5 to 98.6".
  func range(_ interval: ConfidenceInterval) -> String {
    Text.interval(text(interval.low), text(interval.high))
  }

  /// Returns an interval of differences, such as "−29.7 to +25.4".
  ///
  /// Only an end that is exactly 0 reads "0.0". An end that would be rounded to 0 has one more
  /// digit, as in "+0.02 to +1.1". If that digit is 0 too, the end reads "≈0".
  func differenceRange(_ interval: ConfidenceInterval) -> String {
    Text.interval(differenceEnd(interval.low), differenceEnd(interval.high))
  }

  private func differenceEnd(_ value: Double) -> String {
    let texts = [difference(value), difference(value, moreDigits: 1)]
    return value == 0 ? texts[0] : texts.first(where: shows) ?? "≈0"
  }

  /// Returns the interval of the better tracker's advantage. Signs appear only if an end is below
  /// 0.
  func advantageRange(_ interval: ConfidenceInterval) -> String {
    guard interval.low >= 0 else { return differenceRange(interval) }
    return differenceRange(interval).replacing("+", with: "")
  }

  func advantage(_ value: Double) -> String { difference(value).replacing("+", with: "") }

  private var unit: MeasureDefinition.Unit? { Measures.definition(of: measure)?.unit }

  private func signed(_ value: Double, _ text: (Double) -> String) -> String {
    value < 0 ? "−" + text(-value) : text(value)
  }

  private func plain(_ value: Double, moreDigits: Int = 0) -> String {
    abs(value) >= 1000
      ? FigureText.count(value)
      : FigureText.decimal(value, (abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : 2) + moreDigits)
  }

  /// Returns true if the text contains a digit other than 0.
  private func shows(_ text: String) -> Bool { text.contains { ("1"..."9").contains($0) } }

  /// The heading of the measure's column: at most 2 lines of 9 characters.
  var heading: (String, String) {
    Measures.explained(measure)?.heading
      ?? ("", measure.split(separator: ".").last.map(String.init) ?? "")
  }
}
