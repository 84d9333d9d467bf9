import Scenarios
import Text
import TrackingEngine

/// The settings of a tuning and what each may become, between the texts that presets have and the numbers that
/// an adviser answers.
///
/// A range answers with a number of its own. Of everything else the answer is a position among the values.
struct TuningSpace: Sendable {
  struct QuantityDimension: Sendable {
    var setting: String
    var space: SettingSpace
    /// The preset's value, as people write it.
    var start: String
    /// Its place in the space; nil where it lies outside.
    var startAnswer: Double?
  }

  let dimensions: [QuantityDimension]
  private let settings: TrackerSettings

  init(_ settings: [TuningDocument.Setting], _ preset: Preset) throws(InputError) {
    self.settings = preset.settings
    var dimensions: [QuantityDimension] = []
    for setting in settings {
      try preset.refuseIdle(setting.name, at: setting.location)
      guard let definition = TrackerSettings.definition(named: setting.name) else { continue }
      let start = definition.words(in: preset.settings)
      dimensions.append(
        QuantityDimension(
          setting: setting.name, space: setting.space, start: start,
          startAnswer: setting.space.answer(for: start, of: definition)))
    }
    self.dimensions = dimensions
  }

  /// The texts of what an adviser answered; nil at the first place where it is outside.
  func values(_ answers: [Double]) -> (values: [String], outside: Int?) {
    var values: [String] = []
    for (index, (dimension, answer)) in zip(dimensions, answers).enumerated() {
      guard let text = dimension.space.text(for: answer) else { return (values, index) }
      values.append(text)
    }
    return (values, nil)
  }

  /// Whether a setting has the preset's own value.
  func isStart(_ value: String, _ index: Int) -> Bool {
    guard let definition = TrackerSettings.definition(named: dimensions[index].setting) else {
      return false
    }
    return definition.canonical(value) == definition.text(in: settings)
  }

  /// Those that differ from the preset's.
  func changes(_ values: [String]) -> [SettingChange] {
    values.indices.filter { !isStart(values[$0], $0) }.map {
      SettingChange(
        setting: dimensions[$0].setting, start: dimensions[$0].start, value: values[$0])
    }
  }
}

/// A setting that became another.
package struct SettingChange: Codable, Sendable, Equatable {
  package var setting: String
  /// As the preset has it.
  package var start: String
  package var value: String
}

extension SettingSpace {
  /// Nil for an answer that is none.
  func text(for answer: Double) -> String? {
    switch self {
    case .choice(let values), .steps(let values):
      guard let index = Int(exactly: answer), values.indices.contains(index) else { return nil }
      return values[index]
    case .range(let range):
      guard answer >= range.from, answer <= range.to else { return nil }
      return range.roundedText(answer)
    }
  }

  /// Nil where the value lies outside.
  func answer(for value: String, of definition: SettingDefinition) -> Double? {
    let canonical = definition.canonical(value)
    switch self {
    case .choice(let values), .steps(let values):
      return values.firstIndex { definition.canonical($0) == canonical }.map(Double.init)
    case .range(let range):
      return canonical.flatMap(Double.init).flatMap {
        $0 >= range.from && $0 <= range.to ? $0 : nil
      }
    }
  }

  /// What shows whether all of it can be had.
  var extremes: [String] {
    switch self {
    case .choice(let values), .steps(let values): values
    case .range(let range): [range.roundedText(range.from), range.roundedText(range.to)]
    }
  }
}

extension SettingDefinition {
  /// The engine's own form of what a preset says; nil for what is no value.
  func canonical(_ value: String) -> String? {
    var settings = TrackerSettings()
    guard (try? settings.assign(SettingText(name, value))) != nil else { return nil }
    return text(in: settings)
  }
}
