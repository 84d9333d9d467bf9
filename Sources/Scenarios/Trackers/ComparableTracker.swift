import Text

extension Scenario {
  /// Returns a tracker by name, for comparisons over several scenarios.
  ///
  /// If the scenario has a tracker of that name, its settings apply. Otherwise the name is a
  /// preset. The preset then gets the places, such as its home, and the server of a tracker in this
  /// scenario that uses the same preset.
  ///
  /// - Parameters:
  ///   - name: the name of one of the scenario's trackers or of a preset, or the path of the user's
  ///     own preset.
  ///   - option: the beginning of an error message whose `location` does not show the option.
  public func comparable(
    _ name: String, option: String = "", location: SourceLocation = .commandLine
  ) throws(InputError) -> TrackerChoice {
    if let own = trackers.first(where: { $0.name == name }) { return own }
    var choice = try preset(name, option: option, location: location)
    if let other = trackers.first(where: { $0.preset == choice.preset }) {
      choice.places = other.places
      choice.contract = other.contract
    }
    return choice
  }

  /// Returns a preset as a tracker, without the places or the server of any scenario.
  public func preset(
    _ name: String, option: String = "", location: SourceLocation = .commandLine
  ) throws(InputError) -> TrackerChoice {
    if PresetLibrary.isPath(name) {
      return try TrackerChoice(ownPreset: name, mention: location, location: location)
    }
    guard PresetLibrary.names.contains(name) else {
      let names = trackers.map(\.name) + PresetLibrary.names
      throw InputError(
        location, "\(option)no preset or tracker is called \(quoted(name))", word: name,
        oneOf: names.indices.filter { !names[..<$0].contains(names[$0]) }.map { names[$0] })
    }
    return TrackerChoice(preset: name, location: location)
  }
}
