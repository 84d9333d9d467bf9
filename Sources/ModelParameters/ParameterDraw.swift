import EventKernel

/// One named number of the phone's model, with its value in this run, its range and its sources.
public struct ModelParameter: Sendable, Hashable, Codable {
  /// The name: the part, then the quantity, then the unit, such as "processor.awakeIdleWatts".
  public let name: String
  public let value: Double
  /// The lower end of the possible range; `high` is the upper end. Both equal `value` if the
  /// sources give one number.
  public let low: Double
  public let high: Double
  /// The IDs of rules in FACTS.md; "judgement" or "unsourced" if no source gives the number.
  public let source: String
  public let level: Level
  /// True if the scenario sets the value, false if it comes from a draw or from the sources.
  public let isFixed: Bool
  /// The result of the calibration from which the value was drawn; nil if it was not calibrated.
  /// `low` and `high` of a calibrated parameter are the smallest and the largest draw.
  public let calibration: Calibration?

  /// True if the value comes from a calibration by logs of a real phone.
  public var isCalibrated: Bool { calibration != nil && calibration != .given }

  /// The kind of a parameter's draw.
  ///
  /// - `model`: a number from the sources. If the sources give a range, the value is drawn from the
  ///   range.
  /// - `trait`: a number that belongs to one phone and person on all their days.
  /// - `occurrence`: a number that is drawn each time it is needed. `value` is the middle of its
  ///   range.
  public enum Level: String, Sendable, Hashable, CaseIterable, Codable {
    case model, trait, occurrence
  }
}

extension ModelParameter {
  /// The result of a calibration by logs of a real phone, for one parameter.
  ///
  /// - `moved`: the logs settle the value more narrowly than the sources.
  /// - `undecided`: the logs cannot settle the value.
  /// - `given`: the user gave the value to the calibration.
  public enum Calibration: String, Sendable, Hashable, CaseIterable, Codable {
    case moved, undecided, given
  }
}

/// A behavior on which sources contradict each other, and the variant that this phone follows.
public struct ModelVariant: Sendable, Hashable, Codable {
  /// The name of the behavior, such as "forceQuitRelaunch".
  public let name: String
  public let choice: String
  public let choices: [String]
  /// The IDs of the rules in FACTS.md that support the variants.
  public let source: String
}

/// The variants of a behavior. The raw values are their names in scenarios.
package protocol PhoneVariant: RawRepresentable<String>, CaseIterable, Sendable {
  /// The names of all variants. Each phone lists them, so that a type stores `allNames` once.
  static var names: [String] { get }
}

extension PhoneVariant {
  package static var allNames: [String] { allCases.map { $0.rawValue } }
}

/// Draws parameters from their ranges, unless a scenario fixes them, and lists all values.
///
/// Each draw is keyed by the parameter's name, so that a new parameter does not change the values
/// of the others.
package struct ParameterDraw: Sendable {
  package private(set) var drawn: [ModelParameter] = []
  package private(set) var readings: [ModelVariant] = []
  private let traits: SeededRandom
  private let unknowns: SeededRandom
  private let fixed: [String: Double]
  private let chosen: [String: String]
  private let calibrated: [String: CalibratedParameters.Value]
  private let isOfAnotherUnit: Bool

  /// Creates a draw that has not drawn any values yet.
  /// - Parameters:
  ///   - chance: the random stream of the phone and its person, for traits.
  ///   - ignorance: the random stream for numbers that the sources leave open; nil to use `chance`.
  ///     Phones that share this stream have the same values for these numbers.
  ///   - fixed: the values that replace draws, by parameter name.
  ///   - chosen: the variants that replace the standard ones, by the name of the behavior.
  ///   - calibrated: the values that logs of a real phone allow. One draw of them replaces the
  ///     draws from the sources' ranges. It belongs to `ignorance`, traits included.
  package init(
    chance: SeededRandom, ignorance: SeededRandom? = nil, fixed: [String: Double] = [:],
    chosen: [String: String] = [:], calibrated: CalibratedParameters? = nil
  ) {
    let ignorance = ignorance ?? chance
    traits = chance.stream(ModelParameter.Level.trait.rawValue)
    unknowns = ignorance.stream(ModelParameter.Level.model.rawValue)
    self.fixed = fixed
    self.chosen = chosen
    self.calibrated = calibrated?.draw(ignorance, unit: chance) ?? [:]
    isOfAnotherUnit = calibrated?.isOfAnotherUnit ?? false
    drawn.reserveCapacity(256)
    readings.reserveCapacity(32)
  }

  /// Returns the variant for a behavior on which sources contradict each other.
  package mutating func reading<Variant: PhoneVariant>(
    _ name: String, standard: Variant, _ source: String
  ) -> Variant {
    var variant = standard
    if let given = chosen[name], let known = Variant(rawValue: given) { variant = known }
    readings.append(
      ModelVariant(
        name: name, choice: variant.rawValue, choices: Variant.names, source: source))
    return variant
  }

  /// Returns a number on which the sources agree, unless a scenario fixes another value. Adds the
  /// parameter to `drawn`.
  package mutating func known(_ name: String, _ value: Double, _ source: String) -> Double {
    keep(name, value, value...value, source, .model)
  }

  /// Returns a number drawn uniformly from the range that the sources leave open, unless a scenario
  /// fixes the value. Adds the parameter to `drawn`.
  package mutating func ranged(
    _ name: String, _ range: ClosedRange<Double>, _ source: String,
    level: ModelParameter.Level = .model
  ) -> Double {
    let chance = level == .model ? unknowns : traits
    let value = chance.stream(name).uniform(in: range)
    return keep(name, value, range, source, level)
  }

  /// Returns the range of a value that is drawn anew each time it is needed, such as at each start
  /// of the receiver. If a scenario fixes the value, or it is calibrated, both ends of the range
  /// are that value.
  package mutating func perOccurrence(
    _ name: String, _ range: ClosedRange<Double>, _ source: String
  ) -> ClosedRange<Double> {
    let middle = (range.lowerBound + range.upperBound) / 2
    let value = keep(name, middle, range, source, .occurrence)
    return fixed[name] != nil || calibrated[name] != nil ? value...value : range
  }

  /// Adds a parameter to `drawn`, and returns its value: the one that the scenario fixes, else the
  /// calibrated one, else `value`.
  private mutating func keep(
    _ name: String, _ value: Double, _ range: ClosedRange<Double>, _ source: String,
    _ level: ModelParameter.Level
  ) -> Double {
    let own = fixed[name]
    let calibrated = own == nil ? calibration(of: name, level) : nil
    let range = calibrated?.range ?? range
    let value = own ?? calibrated?.value ?? value
    drawn.append(
      ModelParameter(
        name: name, value: value, low: range.lowerBound, high: range.upperBound, source: source,
        level: level, isFixed: own != nil, calibration: calibrated?.outcome))
    return value
  }

  private func calibration(
    of name: String, _ level: ModelParameter.Level
  ) -> CalibratedParameters.Value? {
    level == .trait && isOfAnotherUnit ? nil : calibrated[name]
  }
}
