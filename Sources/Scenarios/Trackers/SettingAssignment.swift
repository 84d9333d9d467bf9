import Documents
import Geodesy
import Text
import Timekeeping
import TrackingEngine

extension SettingDefinition {
  /// The values that the setting accepts in a preset, a scenario or `--set`, as text for messages.
  package var accepted: String {
    switch kind {
    case .toggle: "true, false"
    case .meters: QuantityDimension.length.description
    case .optionalMeters: QuantityDimension.length.description + ", or off"
    case .duration: QuantityDimension.duration.description
    case .optionalDuration: QuantityDimension.duration.description + ", or off"
    case .count: "a whole number above 0"
    case .choice(let words, _, _): listing(words)
    case .text: "a text"
    case .optionalText: "a text, or off"
    case .coordinate: "a place's name, [latitude, longitude], or none"
    }
  }

  /// The part of an error message that gives the largest accepted number. It is empty if the number
  /// in `text` is not too large.
  fileprivate func limit(of text: SettingText) -> String {
    guard let largest, let number = text.number, number > largest else { return "" }
    return ", " + upperBound(largest)
  }

  private func upperBound(_ largest: Double) -> String {
    switch kind {
    case .duration, .optionalDuration: "at most \(TimeSpan.seconds(largest))"
    case .meters, .optionalMeters: "at most \(Int(largest / 1000)) km"
    default: "at most \(Int(largest))"
    }
  }

  /// The smallest and the largest accepted number as one text; nil if there is no upper limit.
  package var bounds: String? {
    guard let largest else { return nil }
    let lower =
      switch kind {
      case .duration, .optionalDuration: "at least \(TimeSpan.seconds(smallest))"
      case .meters, .optionalMeters: smallest > 0 ? "at least \(Int(smallest)) m" : "above 0 m"
      default: "at least \(Int(smallest))"
      }
    return lower + ", " + upperBound(largest)
  }

  /// Two example values to compare with `--set`, such as "50m,500m"; nil for a setting whose values
  /// are texts.
  package var exampleValues: String? {
    switch kind {
    case .toggle: "false,true"
    case .meters, .optionalMeters: "50m,500m"
    case .duration, .optionalDuration: "1min,10min"
    case .count: "10,100"
    case .choice(let words, _, _): words.prefix(2).joined(separator: ",")
    case .coordinate: "home,none"
    case .text, .optionalText: nil
    }
  }

  var isPlace: Bool {
    if case .coordinate = kind { true } else { false }
  }
}

extension SettingText {
  /// The number in the value, in meters or seconds, or as a count. It is nil for words and for
  /// "off".
  public var number: Double? {
    switch TrackerSettings.definition(named: name)?.kind {
    case .meters, .optionalMeters: QuantityDimension.length.value(of: value)
    case .duration, .optionalDuration: QuantityDimension.duration.value(of: value)
    case .count: Double(value)
    case .toggle, .choice, .text, .optionalText, .coordinate, nil: nil
    }
  }

  /// The value in a form that is the same for all ways to write it: `5 min` and `300 s` both give
  /// "300.0".
  public var canonicalValue: String { number.map { "\($0)" } ?? value }
}

extension TrackerSettings {
  /// The names of the settings whose value is a place, such as "home".
  static let placeSettings = definitions.filter(\.isPlace).map(\.name)

  /// Reads a setting's value and sets it. The value cannot be the name of a place, because only a
  /// scenario defines places.
  package mutating func assign(_ text: SettingText) throws(InputError) {
    try assign(text, places: PlaceNames([]))
  }

  /// Reads the value in the form that the setting requires, and sets it.
  mutating func assign(_ text: SettingText, places: PlaceNames) throws(InputError) {
    guard let definition = TrackerSettings.definition(named: text.name) else {
      throw InputError(
        text.location, "no setting is called \(quoted(text.name))", word: text.name,
        oneOf: TrackerSettings.definitions.map(\.name), listedBy: "odograph settings")
    }
    if text.value != "off", let accepted = definition.refusal?(text.value) {
      throw InputError(
        text.location,
        definition.isSecret
          ? "'\(text.name)' is not valid" : "'\(text.name)' is \(quoted(text.value))",
        accepted: accepted)
    }
    guard try assign(text, definition, places) else {
      let suggestion: String? =
        if case .choice(let words, _, _) = definition.kind {
          nearestSpelling(to: text.value, among: words)
        } else { nil }
      throw InputError(
        text.location, "'\(text.name)' is \(quoted(text.value))",
        accepted: definition.accepted + definition.limit(of: text),
        suggestion: suggestion)
    }
  }

  /// Sets the setting's value. Returns false if the text is not a value that the setting accepts.
  private mutating func assign(
    _ text: SettingText, _ definition: SettingDefinition, _ places: PlaceNames
  ) throws(InputError) -> Bool {
    let isOff = text.value == "off"
    let number = text.number.flatMap { definition.takes($0) ? $0 : nil }
    switch definition.kind {
    case .toggle(let path): return set(path, ["true": true, "false": false][text.value])
    case .meters(let path): return set(path, number)
    case .optionalMeters(let path): return setOptional(path, number, isNil: isOff)
    case .duration(let path): return set(path, number.map { .seconds($0) })
    case .optionalDuration(let path):
      return setOptional(path, number.map { .seconds($0) }, isNil: isOff)
    case .count(let path): return set(path, number == nil ? nil : Int(text.value))
    case .choice(_, _, let assign): return assign(&self, text.value)
    case .text(let path): return set(path, text.value)
    case .optionalText(let path): return setOptional(path, text.value, isNil: isOff)
    case .coordinate(let path):
      let isNone = text.value == "none"
      let place = isNone ? nil : try places.coordinate(text)
      return setOptional(path, place, isNil: isNone)
    }
  }

  private mutating func set<Value>(
    _ path: WritableKeyPath<TrackerSettings, Value>, _ value: Value?
  ) -> Bool {
    guard let value else { return false }
    self[keyPath: path] = value
    return true
  }

  private mutating func setOptional<Value>(
    _ path: WritableKeyPath<TrackerSettings, Value?>, _ value: Value?, isNil: Bool
  ) -> Bool {
    guard isNil || value != nil else { return false }
    self[keyPath: path] = isNil ? nil : value
    return true
  }
}

extension PlaceNames {
  /// Returns the coordinate for a place's name, or for a text such as "[45.52, -122.68]".
  fileprivate func coordinate(_ text: SettingText) throws(InputError) -> Coordinate {
    let node = SourceNode(
      name: text.name, content: .text(text.value, isQuoted: true), location: text.location)
    guard text.value.hasPrefix("["), text.value.hasSuffix("]") else {
      return places[try index(node)].coordinate
    }
    var bare = node
    bare.content = .text(String(text.value.dropFirst().dropLast()), isQuoted: true)
    return try bare.coordinateText()
  }
}
