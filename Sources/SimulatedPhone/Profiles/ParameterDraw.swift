import EventKernel

/// One named number of the phone's model: its value in this run, its range and its sources.
public struct ModelParameter: Sendable, Hashable, Codable {
  /// The name: part, quantity, and the unit last, such as "processor.awakeIdleWatts".
  public let name: String
  public let value: Double
  /// The ends of the range that the sources leave open; equal to `value` where they leave none.
  public let low: Double
  public let high: Double
  /// The IDs of facts, or "judgement" and "unsourced" where no source gives the figure.
  public let source: String
  public let level: Level
  /// True if the scenario sets the value, instead of a draw or the sources.
  public let isFixed: Bool

  /// The scope of a draw. The spread of model parameters is model uncertainty. Traits belong to one
  /// phone and person for all their days. For a parameter that is drawn anew at each occurrence,
  /// `value` is the middle of the range.
  public enum Level: String, Sendable, Hashable, CaseIterable, Codable {
    case model, trait, occurrence
  }
}

/// A behavior on which sources contradict each other, and the variant that this phone follows.
public struct ModelReading: Sendable, Hashable, Codable {
  /// The name of the behavior, such as "forceQuitRelaunch".
  public let name: String
  public let choice: String
  public let choices: [String]
  /// The facts for all variants.
  public let source: String
}

/// Draws parameters from their ranges, unless a scenario fixes them, and lists the draws.
///
/// Each draw is keyed by the parameter's name, so that adding one does not disturb the others.
package struct ParameterDraw: Sendable {
  package private(set) var drawn: [ModelParameter] = []
  package private(set) var readings: [ModelReading] = []
  private let chance: Chance
  private let ignorance: Chance
  private let fixed: [String: Double]
  private let chosen: [String: String]

  /// - Parameters:
  ///   - chance: the random stream of the phone and its person, for traits.
  ///   - ignorance: the random stream of the model's parameters, which may be the same for many
  ///     phones; nil for `chance`.
  ///   - fixed: the value of each parameter that replaces a draw.
  ///   - chosen: the variant of each reading that replaces the standard one.
  package init(
    chance: Chance, ignorance: Chance? = nil, fixed: [String: Double] = [:],
    chosen: [String: String] = [:]
  ) {
    self.chance = chance
    self.ignorance = ignorance ?? chance
    self.fixed = fixed
    self.chosen = chosen
  }

  /// Returns one of several contradicting variants. The raw values are their names in scenarios.
  mutating func reading<Account: RawRepresentable & CaseIterable>(
    _ name: String, standard: Account, _ source: String
  ) -> Account where Account.RawValue == String {
    let account = chosen[name].flatMap(Account.init(rawValue:)) ?? standard
    readings.append(
      ModelReading(
        name: name, choice: account.rawValue, choices: Account.allCases.map(\.rawValue),
        source: source))
    return account
  }

  /// Returns a number on which the sources agree.
  mutating func known(_ name: String, _ value: Double, _ source: String) -> Double {
    keep(name, fixed[name] ?? value, value...value, source, .model)
  }

  /// Returns a uniform draw from the range that the sources leave open.
  mutating func ranged(
    _ name: String, _ range: ClosedRange<Double>, _ source: String,
    level: ModelParameter.Level = .model
  ) -> Double {
    let unknown = level == .model ? ignorance : chance
    let value = fixed[name] ?? unknown.stream(level.rawValue).stream(name).uniform(in: range)
    return keep(name, value, range, source, level)
  }

  /// Returns the range from which each occurrence draws its own number. A fixed value applies to
  /// all occurrences.
  mutating func perOccurrence(
    _ name: String, _ range: ClosedRange<Double>, _ source: String
  ) -> ClosedRange<Double> {
    let drawnFrom = fixed[name].map { $0...$0 } ?? range
    let middle = (drawnFrom.lowerBound + drawnFrom.upperBound) / 2
    _ = keep(name, middle, range, source, .occurrence)
    return drawnFrom
  }

  private mutating func keep(
    _ name: String, _ value: Double, _ range: ClosedRange<Double>, _ source: String,
    _ level: ModelParameter.Level
  ) -> Double {
    drawn.append(
      ModelParameter(
        name: name, value: value, low: range.lowerBound, high: range.upperBound, source: source,
        level: level, isFixed: fixed[name] != nil))
    return value
  }
}
