import Geodesy
import Text
import Timekeeping
import TrackingEngine
import World

/// A tracker that is ready to run in one world: its preset is read, and the scenario's settings and
/// places are applied.
package struct ResolvedTracker: Sendable, Hashable {
  package var configuration: TrackerConfiguration
  package var contract: ServerContract
  package var description: String
  /// Sentences for the report about places that the scenario lacks, such as home. A sentence states
  /// the place that is used instead, or the feature of the tracker that does not work.
  package var remarks: [String]
  /// The user's own app that runs in place of the engine; nil for a preset.
  package var app: AppFile?
}

extension TrackerChoice {
  /// Reads the tracker's preset: a preset of Odograph or a user's own file.
  package func readPreset() throws(InputError) -> Preset {
    if let app { return try app.preset() }
    return try PresetLibrary.presetOrApp(preset, location: location)
  }
}

extension Scenario {
  /// Applies the scenario's settings and places to a tracker's preset.
  ///
  /// If the tracker does not set its home, its home is the place with the name `home`. If the
  /// scenario has no place `home`, the tracker's home is the place where the person is at 03:00 of
  /// the first night.
  ///
  /// - Parameter preset: the preset if it was read before; nil reads it now.
  package func resolve(
    _ choice: TrackerChoice, in world: World, preset read: Preset? = nil
  ) throws(InputError) -> ResolvedTracker {
    let preset = if let read { read } else { try choice.readPreset() }
    var settings = preset.settings
    let guess = settings.homeCenter == nil ? home(in: world) : nil
    if let guess { settings.homeCenter = guess.center }
    let app = try preset.app.map { (app) throws(InputError) in try app.assigning(choice.settings) }
    if app == nil {
      for text in choice.settings { try settings.assign(text, places: PlaceNames(places)) }
    }
    for binding in choice.places {
      guard let definition = TrackerSettings.definition(named: binding.setting),
        case .coordinate(let path) = definition.kind
      else { continue }
      settings[keyPath: path] = binding.coordinate
    }
    let switched = choice.settings.last { $0.name == "updatesInBackground" }
    try preset.refuseUndeclaredUpdates(settings, at: switched?.location ?? choice.location)
    let renamed = choice.settings.last { $0.name == "refreshTaskIdentifier" }
    try preset.refuseUndeclaredRefresh(settings, at: renamed?.location ?? choice.location)
    var manifest = preset.manifest
    manifest.name = choice.name
    var remarks: [String] = []
    if let guess, settings.homeCenter == guess.center, let remark = guess.remark {
      remarks.append(remark)
    }
    if settings.homeCenter == nil, preset.behaviors.contains(.dailyStatistics) {
      remarks.append("\(choice.name) has no home, so it reports nothing about home and away.")
    }
    if settings.drives.gate == nil, preset.behaviors.contains(.gateTrigger) {
      remarks.append("\(choice.name) has no gate, so it asks none to open.")
    }
    return ResolvedTracker(
      configuration: TrackerConfiguration(
        name: choice.name, manifest: manifest, behaviors: preset.behaviors, settings: settings),
      contract: try contract(of: choice, preset), description: preset.description,
      remarks: remarks, app: app)
  }

  private func contract(
    of choice: TrackerChoice, _ preset: Preset
  ) throws(InputError) -> ServerContract {
    guard let name = choice.contract else { return preset.contract }
    if let contract = ServerContract(rawValue: name) { return contract }
    throw InputError(
      choice.location, "no server contract is called \(quoted(name))", word: name,
      oneOf: ServerContract.allCases.map(\.rawValue))
  }

  private struct Home {
    var center: Coordinate
    /// The sentence that states which place the tracker takes as home; nil if the scenario has a
    /// place called home.
    var remark: String?
  }

  private func home(in world: World) -> Home? {
    if let place = places.first(where: { $0.name == "home" }) {
      return Home(center: place.coordinate, remark: nil)
    }
    let three = TimeOfDay(hour: 3, minute: 0)
    let firstDate = calendar.date(of: world.start)
    // The first night's 03:00 is on the first date or the next. A date on which the clocks skip
    // that time has none.
    let nights = [firstDate, firstDate.adding(days: 1)].compactMap {
      try? calendar.instant($0, three)
    }
    guard let night = nights.first(where: { $0 >= world.start }), night < world.end else {
      return nil
    }
    var cursor = TrajectoryCursor()
    let span = cursor.span(at: night, on: world.person)
    guard span.start <= night, night < span.end, span.mode == .still, span.isTruthKnown else {
      return nil
    }
    let center = cursor.position(at: night, on: world.person).coordinate
    let name = world.place(of: span)?.name
    let home = name.map { "home is taken to be \($0)," } ?? "home is taken to be"
    return Home(
      center: center,
      remark: "No place is called home, so \(home) where the person is at 03:00 of the first "
        + "night; set 'home:' beside a tracker's preset to change it.")
  }
}
