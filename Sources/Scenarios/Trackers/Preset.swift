import Documents
import PhoneAPI
import Text
import TrackingEngine

/// The definition of a tracker: the app's declared capabilities, the tracker's behaviors and
/// settings, and the kind of server to which it sends.
package struct Preset: Sendable, Hashable {
  package var name: String
  package var description: String
  package var manifest: AppManifest
  package var contract: ServerContract
  package var behaviors: [BehaviorKind]
  package var settings: TrackerSettings
  /// Warnings about settings in the preset's file that none of its behaviors reads.
  package var warnings: [String] = []
  /// The user's own app, which runs in place of the engine; nil for a preset.
  package var app: AppFile?

  /// Returns the preset with another version of its app.
  package func with(_ app: AppFile?) -> Preset {
    var preset = self
    preset.app = app
    return preset
  }

  /// The preset without warnings, which name lines of its file. Equal for files with equal content.
  package var withoutWarnings: Preset {
    var preset = self
    preset.warnings = []
    return preset
  }
}

extension BehaviorKind {
  fileprivate var needsLocation: Bool {
    switch self {
    case .permissionRequest, .standardUpdates, .liveUpdates, .spacedFixes, .restMarks,
      .significantChanges, .visits,
      .foregroundTimer, .backgroundRefresh, .pauseAndResumeWithGeofence, .motionAdaption,
      .timeOutdoors,
      .trackedFence, .driveDetection, .drivingAccuracy, .parkedRegion, .wakeUps, .gateTrigger,
      .tripSessions, .dutyCycle:
      true
    case .surroundings, .headingUpdates, .trackingLog, .dailyStatistics, .trips,
      .trackingNotifications, .setupLink, .queuePurge, .overlandUpload, .accountUpkeep,
      .fhirUpload, .checkInUpload, .driveLog, .deadManNotification, .gateUpload:
      false
    }
  }
}

/// The kinds of server that a tracker can send to. The raw values are the names in files.
public enum ServerContract: String, Sendable, Hashable, CaseIterable, Codable {
  case overland, compass
  case anySuccess = "http-2xx"
  case openHumans = "open-humans"
  case icecondor
  case pureTrack = "puretrack"
  case ownTracks = "owntracks"
  case fhirEHE = "fhir-ehe"
  case fhirJupyterHealth = "fhir-jupyterhealth"
  case checkIn = "check-in"
  case gate
  /// The tracker sends nothing.
  case none
}

extension Preset {
  init(_ root: SourceNode) throws(InputError) {
    try root.refuse(unless: .preset)
    let fields = try Fields(root, keys: PresetKeys.preset)
    name = try fields.required("preset", accepted: "preset: a name").text("a name")
    description = try fields["description"]?.text() ?? ""
    contract = try fields.choice("contract") ?? ServerContract.none
    manifest = try Preset.manifest(fields["manifest"], name: name)
    behaviors = []
    try fields.refuseTogether("behaviours", "behaviors")
    let spelling = fields["behaviors"] == nil ? "behaviours" : "behaviors"
    let kinds = try fields.required(spelling, accepted: "a list of behaviors")
    let elements = try kinds.list("a list of behaviors")
    guard !elements.isEmpty else {
      throw kinds.refused(accepted: "at least one behavior; a tracker without any tracks nothing")
    }
    for element in elements {
      let kind = try element.choice(BehaviorKind.self)
      guard !behaviors.contains(kind) else {
        throw element.refused("'\(kind.rawValue)' is listed twice", accepted: "each once")
      }
      behaviors.append(kind)
    }
    settings = TrackerSettings()
    try readSettings(fields)
    try refuseUndeclaredUpdates(
      settings,
      at: (fields["settings"]?["updatesInBackground"] ?? fields["manifest"] ?? root).location)
    try refuseUndeclaredRefresh(settings, at: (fields["manifest"] ?? root).location)
    try refuseUnstatedUse(
      at: (fields["manifest"]?["usage", of: PresetKeys.manifest] ?? fields["manifest"] ?? root)
        .location)
  }

  /// Reads the settings, and warns of those that no behavior reads, unless they repeat a default.
  private mutating func readSettings(_ fields: Fields) throws(InputError) {
    for entry in try fields["settings"]?.entries("a mapping of settings to values") ?? [] {
      let former = settings
      try settings.assign(
        SettingText(entry.key, try entry.value.settingText(), location: entry.keyLocation),
        places: PlaceNames([]))
      if let definition = TrackerSettings.definition(named: entry.key),
        !definition.isRead(by: behaviors), settings != former
      {
        warnings.append(definition.unreadWarning(in: name, at: entry.keyLocation))
      }
    }
  }

  /// Throws an error if the preset sets `allowsBackgroundLocationUpdates` but does not declare the
  /// background mode. iOS ends such an app at once.
  func refuseUndeclaredUpdates(
    _ settings: TrackerSettings, at location: SourceLocation
  ) throws(InputError) {
    guard settings.updatesInBackground, !manifest.backgroundModes.contains(.location) else {
      return
    }
    throw InputError(
      location,
      "'updatesInBackground' sets allowsBackgroundLocationUpdates, and the manifest does not declare "
        + "'location'",
      accepted: "'location' under 'backgroundModes', or 'updatesInBackground: false'")
  }

  /// Throws an error if the preset uses a background refresh but does not declare the background
  /// mode or the task's identifier. The system would never start the refresh.
  func refuseUndeclaredRefresh(
    _ settings: TrackerSettings, at location: SourceLocation
  ) throws(InputError) {
    guard behaviors.contains(.backgroundRefresh) else { return }
    let identifier = settings.refreshTaskIdentifier
    guard manifest.backgroundModes.contains(.fetch) else {
      throw InputError(
        location,
        "'backgroundRefresh' submits a refresh task, and the manifest does not declare 'fetch'",
        accepted: "'fetch' under 'backgroundModes'")
    }
    guard manifest.permittedTaskIdentifiers.contains(identifier) else {
      throw InputError(
        location,
        "'backgroundRefresh' registers the task \(quoted(identifier)), and 'tasks' of the manifest has "
          + listing(manifest.permittedTaskIdentifiers.map(quoted)),
        accepted: "the same identifier under 'tasks' and as 'refreshTaskIdentifier'",
        suggestion: nearestSpelling(to: identifier, among: manifest.permittedTaskIdentifiers))
    }
  }

  /// Throws an error if the preset uses the location but has no usage description. The system then
  /// refuses the location without asking the user.
  private func refuseUnstatedUse(at location: SourceLocation) throws(InputError) {
    let needing = behaviors.filter(\.needsLocation)
    guard let first = needing.first, !manifest.usageDescriptions.contains(.locationWhenInUse) else {
      return
    }
    throw InputError(
      location,
      "'\(first.rawValue)' needs the person's location, and the manifest states no use of it",
      accepted:
        "'locationWhenInUse' under 'usage', and 'locationAlwaysAndWhenInUse' to track in the"
        + " background")
  }

  private static func manifest(
    _ node: SourceNode?, name: String
  ) throws(InputError) -> AppManifest {
    var manifest = AppManifest(name: name)
    guard let node else { return manifest }
    let fields = try Fields(node, keys: PresetKeys.manifest)
    for element in try fields["backgroundModes"]?.list("a list of background modes") ?? [] {
      manifest.backgroundModes.insert(try element.choice(BackgroundMode.self))
    }
    for element in try fields["tasks"]?.list("a list of task identifiers") ?? [] {
      manifest.permittedTaskIdentifiers.append(try element.text("a task identifier"))
    }
    for element in try fields["usage"]?.list("a list of usage descriptions") ?? [] {
      manifest.usageDescriptions.insert(try element.choice(UsageDescription.self))
    }
    return manifest
  }
}
