import Geodesy
import Timekeeping

/// The text form in which the engine stores setting values: meters and seconds as plain numbers.
///
/// Users instead write values such as `5 min`, which the reader of presets in `Scenarios` accepts.
extension SettingDefinition {
  /// Returns the value that `settings` has for this setting, as text.
  package func text(in settings: TrackerSettings) -> String {
    switch kind {
    case .toggle(let path): settings[keyPath: path] ? "true" : "false"
    case .meters(let path): "\(settings[keyPath: path])"
    case .optionalMeters(let path): settings[keyPath: path].map { "\($0)" } ?? "off"
    case .duration(let path): "\(settings[keyPath: path].seconds)"
    case .optionalDuration(let path): settings[keyPath: path].map { "\($0.seconds)" } ?? "off"
    case .count(let path): "\(settings[keyPath: path])"
    case .choice(_, let get, _): get(settings)
    case .text(let path): settings[keyPath: path]
    case .optionalText(let path): settings[keyPath: path] ?? "off"
    case .coordinate(let path):
      settings[keyPath: path].map { "\($0.latitude),\($0.longitude)" } ?? "none"
    }
  }

  /// Sets this setting to a value given as text.
  ///
  /// - Returns: False, with nothing changed, if the setting does not accept the text.
  package func assign(_ text: String, to settings: inout TrackerSettings) -> Bool {
    let isOff = text == "off"
    switch kind {
    case .toggle(let path): return set(path, ["true": true, "false": false][text], &settings)
    case .meters(let path): return set(path, number(text), &settings)
    case .optionalMeters(let path):
      return set(path, isOff ? .some(nil) : number(text).map { $0 }, &settings)
    case .duration(let path): return set(path, duration(text), &settings)
    case .optionalDuration(let path):
      return set(path, isOff ? .some(nil) : duration(text).map { $0 }, &settings)
    case .count(let path):
      return set(path, Int(text).flatMap { takes(Double($0)) ? $0 : nil }, &settings)
    case .choice(_, _, let set): return set(&settings, text)
    case .text(let path): return set(path, text, &settings)
    case .optionalText(let path): return set(path, .some(isOff ? nil : text), &settings)
    case .coordinate(let path):
      return set(path, text == "none" ? .some(nil) : coordinate(text).map { $0 }, &settings)
    }
  }

  private func set<Value>(
    _ path: WritableKeyPath<TrackerSettings, Value>, _ value: Value?,
    _ settings: inout TrackerSettings
  ) -> Bool {
    guard let value else { return false }
    settings[keyPath: path] = value
    return true
  }

  private func number(_ text: String) -> Double? {
    Double(text).flatMap { takes($0) ? $0 : nil }
  }

  private func duration(_ text: String) -> TimeSpan? {
    number(text).map { .seconds($0) }
  }

  private func coordinate(_ text: String) -> Coordinate? {
    let numbers = text.split(separator: ",").compactMap { Double($0) }
    guard numbers.count == 2, abs(numbers[0]) <= 90, abs(numbers[1]) <= 180 else { return nil }
    return Coordinate(latitude: numbers[0], longitude: numbers[1])
  }
}
