import Documents
import Files
import Foundation
import Recordings
import Text
import Timekeeping
import TrackingEngine
import World

/// The names that a scenario may use and that are defined elsewhere.
public struct ScenarioVocabulary: Sendable {
  public var profiles: [String]
  public var systems: [String]
  /// The names of model parameters that are accepted under `phone: { model: … }`.
  public var modelParameters: [String]
  /// The names that are accepted under `phone: { readings: … }`, each with its model variants.
  public var readings: [String: [String]]
  /// The range of values that the sources report for each model parameter, over all phone profiles.
  /// A parameter without an entry accepts any value.
  public var modelRanges: [String: ClosedRange<Double>] {
    get { modelRangeSource() }
    set { modelRangeSource = { newValue } }
  }
  /// Returns `modelRanges`. Finding them draws every phone's model, and most scenarios need none.
  package var modelRangeSource: @Sendable () -> [String: ClosedRange<Double>] = { [:] }
  /// The systems and model variants that each phone profile supports, by the profile's name.
  package var limits: [String: ProfileLimits] = [:]
  public var presets: [String]
  /// The names that are accepted after `acts:`. An empty list accepts any name. Tests of a user's
  /// own app use an empty list, because each app has its own acts.
  package var acts = TrackerAct.allCases.map(\.rawValue)

  package init(
    profiles: [String], systems: [String], modelParameters: [String],
    readings: [String: [String]] = [:], presets: [String] = PresetLibrary.names
  ) {
    self.profiles = profiles
    self.systems = systems
    self.modelParameters = modelParameters
    self.readings = readings
    self.presets = presets
  }
}

/// The systems and model variants that one phone profile supports, if it does not support all.
package struct ProfileLimits: Sendable {
  /// The supported systems. If a scenario names no system, the first system is used.
  package var systems: [String]
  /// The supported model variants by the name of their entry under `readings:`.
  package var readings: [String: [String]]

  package init(systems: [String], readings: [String: [String]] = [:]) {
    self.systems = systems
    self.readings = readings
  }
}

/// A strict reader of scenario files. It rejects any unknown key, and reports the key's line.
public struct ScenarioReader: Sendable {
  let vocabulary: ScenarioVocabulary
  package var routeReading = RouteReading.frozen
  /// The command that finds the routes of a study; nil for a scenario's own.
  var routing: String?
  var routeFiles = RouteFileCache()

  public init(vocabulary: ScenarioVocabulary) { self.vocabulary = vocabulary }

  /// Reads a scenario from a file.
  ///
  /// - Parameter mention: the place in another file that names this file. If this file is missing,
  ///   the error message shows that place.
  public func read(
    path: String, mention: SourceLocation = .commandLine
  ) throws(InputError) -> Scenario {
    let (root, files) = try ScenarioInheritance.read(path: path, mention: mention)
    return try read(root, file: path, sourceFiles: files)
  }

  /// Reads a scenario from text that is not in a file. The paths of `extends` and `replay` are
  /// relative to `file`.
  public func read(text: String, file: String) throws(InputError) -> Scenario {
    let root = try YAMLDocument.read(
      bytes: text.utf8, file: file, asWhat: ScenarioInheritance.accepted)
    let (merged, files) = try ScenarioInheritance.resolve(root, chain: [file])
    return try read(merged, file: file, sourceFiles: files)
  }

  func read(
    _ root: SourceNode, file: String, sourceFiles: [String]
  ) throws(InputError) -> Scenario {
    let fields = try Fields(root, keys: ScenarioKeys.scenario)
    try fields.requireVersion("odograph")
    try fields.refuseTogether("day", "replay")
    try fields.refuseTogether("week", "replay")
    let map = try readMap(fields["world"], file: file)
    let places = try readPlaces(fields["places"], map: map)
    let setting = try readSetting(fields, places: PlaceNames(places), map: map)
    let days = setting.days
    let trackers = try readTrackers(fields["trackers"], places: PlaceNames(places))
    let person = try PersonReader(
      // An app of the user's own has acts of its own.
      acts: trackers.contains { $0.app != nil } ? [] : vocabulary.acts,
      places: PlaceNames(places), days: days, course: setting.course
    ).read(fields["person"])
    let phone = try readPhone(fields["phone"])
    var scenario = Scenario(
      name: try fields.documentName() ?? ScenarioReader.name(ofFile: file), file: file,
      sourceFiles: sourceFiles + setting.sourceFiles
        + [
          map?.routes == nil ? nil : map?.routesPath, phone.accelerometer?.file,
          phone.calibration?.file,
        ].compactMap { $0 },
      start: days.start, duration: days.duration, calendar: days.calendar, phone: phone,
      permissions: try readPermissions(fields["permissions"]), area: setting.area, places: places,
      course: setting.course, person: person.events, forgets: person.forgets,
      server: try readServer(fields["server"], days: days, trackers: trackers),
      trackers: trackers,
      expectations: try readExpectations(
        fields["expect"], trackers: trackers, file: root.location.file),
      remarks: setting.remarks + (phone.calibration?.remarks ?? [])
        + [map?.remark].compactMap { $0 })
    scenario.map = map
    scenario.moves = setting.moves
    scenario.network = try readNetwork(fields["world"])
    scenario.car = try readCar(fields["car"])
    return scenario
  }

  private static func name(ofFile file: String) -> String {
    URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
  }
}

/// The days of a scenario, the person's movement, and the area. The movement is a list of legs or a
/// recording.
private struct Setting {
  var days: ScenarioDays
  var course: Course
  var area: AreaClass
  var sourceFiles: [String] = []
  var remarks: [String] = []
  var moves: [PlannedMove] = []
}

extension ScenarioReader {
  private func readSetting(
    _ fields: Fields, places: PlaceNames, map: ScenarioMap?
  ) throws(InputError) -> Setting {
    let area = try readArea(fields["world"]) ?? map?.routes?.area ?? .urban
    if let replay = fields["replay"] { return try readReplay(replay, fields, area: area) }
    let calendar = try readCalendar(fields)
    let start = try fields.required("start", accepted: "such as start: 2026-03-02T06:30:00")
    let instant = try start.instant(in: calendar)
    let length = try fields["duration"]?.length(from: instant, in: calendar) ?? (.days(1), 1)
    var days = ScenarioDays(
      start: instant, duration: length.span, calendar: calendar, node: start)
    let plan = try DayReader(places: places, map: map).read(
      fields, days: days, count: length.wholeDays)
    let legs = plan.legs
    days.take(plan.days, isLengthInDays: length.wholeDays != nil)
    if legs.contains(where: { $0.calendar != nil }) {
      days.clocks = try Scenario.clocks(legs, days: days, places: places.places, area: area)
    }
    return Setting(days: days, course: .legs(legs), area: area, moves: plan.moves)
  }

  /// Reads the time zone, which is required if the scenario's start has no UTC offset.
  private func readCalendar(_ fields: Fields) throws(InputError) -> LocalCalendar {
    if let zone = fields["timeZone"] { return try zone.timeZone() }
    if let start = fields["start"], case .local = Moment(try start.text()) {
      throw InputError(
        fields.node.location, "key 'timeZone' is missing, and 'start' has no offset",
        accepted: "such as timeZone: Europe/Berlin")
    }
    return .utc
  }

  private func readReplay(
    _ node: SourceNode, _ fields: Fields, area: AreaClass
  ) throws(InputError) -> Setting {
    var options = TraceOptions()
    if let zone = fields["timeZone"] { options.calendar = try zone.timeZone() }
    var area = area
    var smoothing = TraceSmoothing.whole
    let fileNode: SourceNode
    if case .mapping = node.content {
      let replay = try Fields(node, keys: ScenarioKeys.replay)
      fileNode = try replay.required("file", accepted: "a path")
      options = try readTraceOptions(replay, options)
      area = try replay.choice("area") ?? area
      smoothing = try replay.choice("smoothing") ?? smoothing
    } else {
      fileNode = node
    }
    let path = ScenarioInheritance.path(try fileNode.text("a path"), from: fileNode.location)
    // A missing file is reported before any other error.
    _ = try InputFile(
      path: path, maximumBytes: Trace.maximumBytes, asWhat: Trace.acceptedFormats,
      mention: fileNode.location)
    for key in ["start", "duration"] {
      if let extra = fields[key] {
        throw extra.refused(
          "'\(key)' is given, but the recording has its own times",
          accepted: "'start:' under 'replay:' for a recording of relative times")
      }
    }
    var trace = try Trace.read(path: path, options: options, mention: fileNode.location)
    trace.smoothing = smoothing
    return Setting(
      days: ScenarioDays(of: trace, calendar: options.calendar ?? .utc, node: fileNode),
      course: .replay(trace), area: area, sourceFiles: [path], remarks: trace.remarks)
  }

  private func readTraceOptions(
    _ replay: Fields, _ outer: TraceOptions
  ) throws(InputError) -> TraceOptions {
    var options = outer
    options.trajectory = try replay["trajectory"]?.text()
    options.origin = try replay["origin"]?.coordinate()
    if let zone = replay["timeZone"] { options.calendar = try zone.timeZone() }
    options.start = try replay["start"]?.instant(in: options.calendar ?? .utc)
    if let mode = replay["mode"] {
      options.modes = try readModes(mode, in: options.calendar ?? .utc)
    }
    return options
  }

  private func readModes(
    _ node: SourceNode, in calendar: LocalCalendar
  ) throws(InputError) -> [ModeSpan] {
    guard case .list(let entries) = node.content else { return [ModeSpan(try node.movingMode())] }
    var modes: [ModeSpan] = []
    for entry in entries {
      let fields = try Fields(entry, keys: ScenarioKeys.replayMode)
      let accepted = "a date and time"
      let span = try ModeSpan.span(
        from: try fields.required("from", accepted: accepted).instant(in: calendar),
        to: try fields.required("to", accepted: accepted).instant(in: calendar),
        at: entry.location)
      let mode = try fields.required("mode", accepted: listing(ModeSpan.words)).movingMode()
      modes.append(ModeSpan(mode, in: span))
    }
    return modes
  }
}

extension SourceNode {
  /// Reads the length of the scenario.
  ///
  /// "3 d" is three local days, one of which may have 23 hours. Every other text is a fixed
  /// duration.
  fileprivate func length(
    from start: Instant, in calendar: LocalCalendar
  ) throws(InputError) -> (span: TimeSpan, wholeDays: Int?) {
    let length = try duration(ScenarioKeys.lengths)
    let day = TimeSpan.days(1).nanoseconds
    guard try text().hasSuffix("d"), length.nanoseconds % day == 0 else { return (length, nil) }
    let count = Int(length.nanoseconds / day)
    let (date, time) = calendar.fields(of: start)
    let end = try instant(date.adding(days: count), time, in: calendar)
    return (end - start.atWholeSecond, count)
  }
}
