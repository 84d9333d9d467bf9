import Text

extension Scenario {
  /// One form of a tracker, for comparisons over several scenarios that call it the same. What this scenario
  /// binds a preset to, such as its home, holds here too; its own settings hold for the trackers that it
  /// names.
  ///
  /// - Parameters:
  ///   - name: of one of its trackers, of a preset, or the path of somebody's own.
  ///   - option: what a message begins with where `location` does not say it.
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

  /// A preset as no scenario binds it.
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
