import Text

extension Scenario {
  /// Returns a tracker by name, for comparisons over several scenarios.
  ///
  /// The scenario's own tracker of that name comes with its settings. A preset gets the places and
  /// the server that another tracker of the same preset has in this scenario, such as its home.
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

  /// Returns a preset without any scenario's places or server.
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
