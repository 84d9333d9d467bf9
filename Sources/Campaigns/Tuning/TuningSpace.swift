import Scenarios
import Text
import TrackingEngine

/// The settings of a tuning with their possible values. It converts between the texts of presets
/// and the numbers of an optimizer.
///
/// For a range, the answer is the number itself. For any other setting, it is a position among the
/// values.
struct TuningSpace: Sendable {
  struct QuantityDimension: Sendable {
    var setting: String
    var space: SettingSpace
    /// The preset's value, as users write it.
    var start: String
    /// The place of the preset's value in the space; nil if it is outside.
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

  /// Returns the texts of an optimizer's answer, and the index of the first answer that is outside.
  func values(_ answers: [Double]) -> (values: [String], outside: Int?) {
    var values: [String] = []
    for (index, (dimension, answer)) in zip(dimensions, answers).enumerated() {
      guard let text = dimension.space.text(for: answer) else { return (values, index) }
      values.append(text)
    }
    return (values, nil)
  }

  /// Returns true if a setting has the preset's own value.
  func isStart(_ value: String, _ index: Int) -> Bool {
    guard let definition = TrackerSettings.definition(named: dimensions[index].setting) else {
      return false
    }
    return definition.canonical(value) == definition.text(in: settings)
  }

  /// Returns the settings that differ from the preset's.
  func changes(_ values: [String]) -> [SettingChange] {
    values.indices.filter { !isStart(values[$0], $0) }.map {
      SettingChange(
        setting: dimensions[$0].setting, start: dimensions[$0].start, value: values[$0])
    }
  }
}

/// A setting whose value changed.
package struct SettingChange: Codable, Sendable, Equatable {
  package var setting: String
  /// The preset's value.
  package var start: String
  package var value: String
}

extension SettingSpace {
  /// Returns the text of an answer; nil if the answer is invalid.
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

  /// Returns the answer for a value; nil if the value is outside.
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

  /// The values that show whether the whole space is possible.
  var extremes: [String] {
    switch self {
    case .choice(let values), .steps(let values): values
    case .range(let range): [range.roundedText(range.from), range.roundedText(range.to)]
    }
  }
}

extension SettingDefinition {
  /// Returns the engine's own form of a preset's value; nil if it is no value.
  func canonical(_ value: String) -> String? {
    var settings = TrackerSettings()
    guard (try? settings.assign(SettingText(name, value))) != nil else { return nil }
    return text(in: settings)
  }
}
