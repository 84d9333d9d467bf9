import Documents
import Evaluation
import Text

/// A condition on a measure, such as "tripRecall >= 0.95", in a file or on the command line.
public struct MeasureCondition: Sendable, Hashable, Codable {
  /// The name of the measure in reports.
  public var measure: String
  package var comparison: Expectation.Comparison
  /// The limit with which the measure is compared, in SI units; a share is from 0 to 1.
  public var value: Double

  package init(measure: String, _ comparison: Expectation.Comparison, _ value: Double) {
    self.measure = measure
    self.comparison = comparison
    self.value = value
  }

  /// Makes a condition on a measure.
  ///
  /// - Parameter text: a comparison sign and a value, such as ">= 95 %". Any other text gives nil.
  init?(measure: String, text: String) {
    let text = Substring(text).trimmed
    let isShare = MeasureCondition.isShare(measure)
    guard let sign = MeasureCondition.signs.first(where: { text.hasPrefix($0.rawValue) }),
      let value = (isShare ? QuantityDimension.shareOfOne : .plainNumber)
        .value(of: text.dropFirst(sign.rawValue.count)), !isShare || (0...1).contains(value)
    else { return nil }
    // Make 95 % exactly 0.95, despite the rounding of binary hundredths.
    self.init(measure: measure, sign, isShare ? (value * 1e12).rounded() / 1e12 : value)
  }

  /// Reads a whole condition, such as "tripRecall >= 0.95". `option` is the command-line option or
  /// the file's key that contains the condition.
  public init(
    _ text: String, option: String, measures: [String], location: SourceLocation = .commandLine
  ) throws(InputError) {
    let start = text.firstIndex { "<>=".contains($0) } ?? text.endIndex
    let written = String(text[..<start].trimmed)
    let name = Measures.name(of: written) ?? written
    guard measures.contains(name) else {
      throw InputError(
        location, "\(option) \(quoted(text)): no measure is called \(quoted(name))",
        word: name, oneOf: measures, listedBy: "odograph measures")
    }
    guard let condition = MeasureCondition(measure: name, text: String(text[start...])) else {
      throw InputError(
        location, "\(option) \(quoted(text)) is not a condition",
        accepted: MeasureCondition.accepted(for: name))
    }
    self = condition
  }

  public func holds(_ figure: Double) -> Bool { comparison.holds(figure, value) }

  public var description: String { "\(measure) \(comparison.rawValue) \(value)" }

  static func accepted(for measure: String) -> String {
    let unit = Measures.definition(of: measure)?.unit.symbol
    return switch Measures.definition(of: measure)?.unit {
    case .share: "a condition such as \">= 0.95\", of a share from 0 to 1 or in %"
    case .count, .ratio, nil: "a condition such as \">= 0.95\""
    default: "a condition such as \"<= 10\", with the plain number of \(unit ?? "")"
    }
  }

  /// The comparison signs. Longer signs come first, since ">=" also begins with ">".
  private static let signs = Expectation.Comparison.allCases.sorted {
    $0.rawValue.count > $1.rawValue.count
  }

  private static func isShare(_ measure: String) -> Bool {
    Measures.definition(of: measure)?.unit == .share
  }
}

extension QuantityDimension {
  fileprivate static let shareOfOne = QuantityDimension(
    description: "a share from 0 to 1", units: [("", 1), ("%", 0.01)])
}
