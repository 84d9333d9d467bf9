import Text

extension Scenario {
  /// Returns a tracker by name, for comparisons over several scenarios.
  ///
  /// If the scenario has a tracker of that name, this tracker is returned with its settings.
  /// Otherwise the name must be a preset's name or path. If one of the scenario's trackers uses the
  /// same preset, the result gets that tracker's places, such as its home, and its kind of server.
  ///
  /// - Parameters:
  ///   - name: the name of one of the scenario's trackers or of a preset, or the path of the user's
  ///     own preset.
  ///   - option: text to put before an error message, such as the name of a command-line option.
  public func comparable(
    _ name: String, option: String = "", location: SourceLocation = .commandLine
  ) throws(InputError) -> TrackerChoice {
    if let own = trackers.first(where: { $0.name == name }) { return own }
    var choice = try preset(name, option: option, location: location)
    if let other = trackers.first(where: { PresetLibrary.isSame($0.preset, choice.preset) }) {
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
