import Documents
import Scenarios
import Text
import TrackingEngine

/// The settings of a tuning with their possible values. It converts between the presets' texts and
/// the optimizer's numbers.
///
/// For a range, the optimizer's number is the value itself. For any other setting, the number is a
/// position in the list of values.
struct TuningSpace: Sendable {
  struct QuantityDimension: Sendable {
    var setting: String
    var space: SettingSpace
    /// The preset's value, as written by users.
    var start: String
    /// The optimizer's number for the preset's value; nil if the preset's value is outside the
    /// possible values.
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

  /// Returns the texts for an optimizer's numbers. `outside` is the index of the first number that
  /// is not possible.
  func values(_ answers: [Double]) -> (values: [String], outside: Int?) {
    var values: [String] = []
    for (index, (dimension, answer)) in zip(dimensions, answers).enumerated() {
      guard let text = dimension.space.text(for: answer) else { return (values, index) }
      values.append(text)
    }
    return (values, nil)
  }

  /// Returns true if the value equals the preset's own value of the setting at this index.
  func isStart(_ value: String, _ index: Int) -> Bool {
    guard let definition = TrackerSettings.definition(named: dimensions[index].setting) else {
      return false
    }
    return definition.canonical(value) == definition.text(in: settings)
  }

  /// Returns the settings whose values differ from the preset's values.
  func changes(_ values: [String]) -> [SettingChange] {
    values.indices.filter { !isStart(values[$0], $0) }.map {
      SettingChange(
        setting: dimensions[$0].setting, start: dimensions[$0].start, value: values[$0])
    }
  }
}

/// A setting whose value differs from the preset's value.
package struct SettingChange: Codable, Sendable, Equatable {
  package var setting: String
  /// The value in the preset.
  package var start: String
  package var value: String
}

extension SettingSpace {
  /// Returns the text of a value for the optimizer's number; nil if the number is invalid.
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

  /// Returns the optimizer's number for a value; nil if the value is not possible.
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

  /// The values to try in order to check that all values are possible: the ends of a range, or else
  /// every value.
  var extremes: [String] {
    switch self {
    case .choice(let values), .steps(let values): values
    case .range(let range): [range.roundedText(range.from), range.roundedText(range.to)]
    }
  }
}

extension SettingDefinition {
  /// Returns the value in its standard form; nil if the text is not a valid value. Texts with the
  /// same meaning have the same standard form.
  func canonical(_ value: String) -> String? {
    var settings = TrackerSettings()
    guard (try? settings.assign(SettingText(name, value))) != nil else { return nil }
    return text(in: settings)
  }
}
