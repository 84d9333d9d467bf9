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

  /// What a draw holds for. Model parameters are ignorance, traits belong to one phone and person for
  /// all their days; the day's own chance is neither and is drawn where it strikes.
  public enum Level: String, Sendable, Hashable, Codable { case model, trait }
}

/// Draws parameters from their ranges, unless a scenario fixes them, and keeps a list of what it drew.
///
/// Each draw is keyed by the parameter's name, so that adding one does not disturb the others.
public struct ParameterDraw: Sendable {
  public private(set) var drawn: [ModelParameter] = []
  private let chance: Chance
  private let fixed: [String: Double]

  /// - Parameter fixed: values by parameter name that stand instead of a draw.
  public init(chance: Chance, fixed: [String: Double] = [:]) {
    self.chance = chance
    self.fixed = fixed
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
    let value = fixed[name] ?? chance.stream(level.rawValue).stream(name).uniform(in: range)
    return keep(name, value, range, source, level)
  }

  private mutating func keep(
    _ name: String, _ value: Double, _ range: ClosedRange<Double>, _ source: String,
    _ level: ModelParameter.Level
  ) -> Double {
    drawn.append(
      ModelParameter(
        name: name, value: value, low: range.lowerBound, high: range.upperBound, source: source,
        level: level))
    return value
  }
}
