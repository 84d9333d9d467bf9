import Documents
import Foundation
import Text

/// A reader of the value of one parameter of the phone's model.
///
/// The parameter's unit follows from the words of its name: "processor.awakeIdleWatts" is in watts.
/// The limits follow from the range that the sources give.
///
/// A scenario may leave that range to explore assumptions, but only by the factor `reach`. A wrong
/// unit is therefore rejected: a user who means 150 mW and writes `150` gives 150 W.
struct ModelValue {
  /// The factor by which a value may be above the sources' range. A duration may also be below the
  /// range by this factor.
  static let reach = 20.0

  let name: String
  let quantity: Quantity
  let range: ClosedRange<Double>?

  init(_ name: String, range: ClosedRange<Double>?) {
    self.name = name
    self.range = range
    quantity = Quantity(ofParameter: name)
  }

  func read(_ node: SourceNode) throws(InputError) -> Double {
    guard let value = quantity.dimension.value(of: try node.text(accepted)),
      limits?.contains(value) ?? (value >= 0)
    else { throw node.refused(accepted: accepted) }
    return value
  }

  /// Reads a number without a unit, in the parameter's own unit.
  func readPlain(_ node: SourceNode) throws(InputError) -> Double {
    try node.finiteNumber(limits ?? 0...Double.greatestFiniteMagnitude, accepted: accepted)
  }

  private var accepted: String {
    guard let range, let limits else { return quantity.dimension.description + ", not negative" }
    let known =
      range.lowerBound == range.upperBound
      ? "the sources give \(quantity.text(range.lowerBound))"
      : "the sources give \(quantity.text(range.lowerBound)) to \(quantity.text(range.upperBound))"
    let accepted =
      "from \(quantity.text(limits.lowerBound)) to \(quantity.text(limits.upperBound))"
    return "\(quantity.dimension.description), \(accepted) (\(known))"
  }

  /// The accepted range, in the parameter's own unit; nil if the sources give no range. Zero is
  /// accepted, except for a duration and for a divisor.
  private var limits: ClosedRange<Double>? {
    guard let range else { return nil }
    let low = isHealth ? Self.leastHealth : isPositive ? range.lowerBound / Self.reach : 0
    let high = range.upperBound * Self.reach
    return low...(quantity.isShare ? max(1, range.upperBound) : max(high, low))
  }

  /// A phone does not run on a battery below a fifth of its capacity.
  static let leastHealth = 0.2

  private var isHealth: Bool { name == "battery.healthShare" }

  /// True for a duration, and for a quantity by which the model divides: the battery's energy, and
  /// the rate of a link.
  private var isPositive: Bool {
    quantity.isDuration || name == "battery.designJoules" || name.contains(".bitsPerSecond")
  }
}

extension ModelValue {
  /// A kind of physical quantity, such as power or length.
  enum Quantity {
    case power, energy, duration, length, share, bytes, hours, days, angle, number

    /// Derives the quantity from a parameter's name. Only the words before the first "per" count.
    ///
    /// - If one of the words means a share, the quantity is a share: "awakeShareHundredMeters".
    /// - Otherwise, the last word that names a unit decides: "wattsPerMegabitPerSecond" is in
    ///   watts.
    /// - Without such a word, the quantity is a plain number: "transferFailuresPerSecond".
    init(ofParameter name: String) {
      let words = name.split(separator: ".").last.map(Quantity.words) ?? []
      let named = words.prefix { $0 != "per" }.compactMap { Quantity.byWord[$0] }
      self = named.first(where: \.isShare) ?? named.last ?? .number
    }

    private static let byWord: [String: Quantity] = [
      "watts": .power, "joules": .energy, "seconds": .duration, "meters": .length,
      "share": .share, "probability": .share, "level": .share, "bytes": .bytes, "hour": .hours,
      "days": .days, "degrees": .angle,
    ]

    private static func words(_ name: Substring) -> [String] {
      var words = [""]
      for letter in name {
        if letter.isUppercase { words.append("") }
        words[words.count - 1] += letter.lowercased()
      }
      return words
    }

    var isDuration: Bool { self == .duration }
    var isShare: Bool { self == .share }

    var dimension: QuantityDimension {
      switch self {
      case .power:
        QuantityDimension(
          description: "a power such as 150 mW",
          units: [("W", 1), ("mW", 1e-3), ("µW", 1e-6), ("uW", 1e-6), ("", 1)])
      case .energy:
        QuantityDimension(
          description: "an energy such as 250 mJ",
          units: [("J", 1), ("mJ", 1e-3), ("kJ", 1e3), ("Wh", 3600), ("", 1)])
      case .duration: .duration.orPlain
      case .length: .length.orPlain
      case .share: .share.orPlain
      case .bytes:
        QuantityDimension(
          description: "an amount such as 20 kB",
          units: [("B", 1), ("kB", 1e3), ("MB", 1e6), ("", 1)])
      case .hours: QuantityDimension(description: "an hour of the day", units: [("", 1), ("h", 1)])
      case .days:
        QuantityDimension(description: "a number of days such as 7 d", units: [("", 1), ("d", 1)])
      case .angle:
        QuantityDimension(description: "an angle such as 15°", units: [("", 1), ("°", 1)])
      case .number: .plainNumber
      }
    }

    /// Returns a value as text, with a unit that suits its size.
    func text(_ value: Double) -> String {
      let (unit, factor): (String, Double) =
        switch self {
        case .power: value < 1 && value > 0 ? (" mW", 1e-3) : (" W", 1)
        case .energy: value < 1 && value > 0 ? (" mJ", 1e-3) : (" J", 1)
        case .duration: (" s", 1)
        case .length: (" m", 1)
        case .share: (" %", 0.01)
        case .bytes: (" B", 1)
        case .days: (" d", 1)
        case .angle: ("°", 1)
        case .hours, .number: ("", 1)
        }
      return short(value / factor) + unit
    }
  }
}

extension QuantityDimension {
  /// This dimension, extended to accept a number without a unit. Such a number is in SI units. A
  /// value in several parts, such as "1 h 30 min", is not accepted.
  fileprivate var orPlain: QuantityDimension {
    var plain = self
    plain.units.append(("", 1))
    plain.isCompound = false
    return plain
  }
}

/// Returns a number as text: three significant digits below a thousand, no decimals above.
private func short(_ value: Double) -> String {
  String(format: abs(value) < 999.5 ? "%.3g" : "%.0f", value)
}
