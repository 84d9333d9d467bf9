import EventKernel

/// One named number of the phone's model: what it is in this run, where it may lie, and who says so.
public struct ModelParameter: Sendable, Hashable, Codable {
  /// Part, then quantity, unit last: "processor.awakeIdleWatts".
  public let name: String
  public let value: Double
  /// Ends of the range that the sources leave open; equal to `value` where they leave none.
  public let low: Double
  public let high: Double
  /// Fact ids, or "judgement" and "unsourced" where no source gives the figure.
  public let source: String
  public let level: Level
  /// Whether the scenario gave it, rather than a draw or the sources.
  public let isFixed: Bool

  /// What a draw holds for. Model parameters are ignorance, traits belong to one phone and person for
  /// all their days; what is drawn anew at each occurrence has its middle as `value`.
  public enum Level: String, Sendable, Hashable, CaseIterable, Codable {
    case model, trait, occurrence
  }
}

/// A behavior of which sources give contradicting accounts, and the account that this phone follows.
public struct ModelReading: Sendable, Hashable, Codable {
  /// What the accounts are about: "forceQuitRelaunch".
  public let name: String
  public let choice: String
  public let choices: [String]
  /// The facts on both sides.
  public let source: String
}

/// Draws parameters from their ranges, unless a scenario fixes them, and keeps a list of what it drew.
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
  ///   - chance: of the phone and its person, for traits.
  ///   - ignorance: of the model's parameters, which may be the same for many phones; nil for `chance`.
  ///   - fixed: values by parameter name that stand instead of a draw.
  ///   - chosen: accounts by the name of the reading that stand instead of the standard one.
  package init(
    chance: Chance, ignorance: Chance? = nil, fixed: [String: Double] = [:],
    chosen: [String: String] = [:]
  ) {
    self.chance = chance
    self.ignorance = ignorance ?? chance
    self.fixed = fixed
    self.chosen = chosen
  }

  /// One of several accounts that contradict one another; the raw values are the names in scenarios.
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

  /// A number that the sources agree on.
  mutating func known(_ name: String, _ value: Double, _ source: String) -> Double {
    keep(name, fixed[name] ?? value, value...value, source, .model)
  }

  /// Uniform in the range that the sources leave open.
  mutating func ranged(
    _ name: String, _ range: ClosedRange<Double>, _ source: String,
    level: ModelParameter.Level = .model
  ) -> Double {
    let unknown = level == .model ? ignorance : chance
    let value = fixed[name] ?? unknown.stream(level.rawValue).stream(name).uniform(in: range)
    return keep(name, value, range, source, level)
  }

  /// The range from which each occurrence draws its own number; a fixed value stands for all.
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
