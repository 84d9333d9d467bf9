import Geodesy
import Timekeeping

/// A setting with its name, its meaning, and the way to read and assign its value.
///
/// Presets, the option `--set` and listings all use these definitions, so that each setting is
/// defined once.
package struct SettingDefinition: Sendable {
  package typealias Path<Value> = WritableKeyPath<TrackerSettings, Value> & Sendable

  package enum Kind: Sendable {
    case toggle(Path<Bool>)
    case meters(Path<Double>)
    /// A length in meters, which may be nil; nil is written "off".
    case optionalMeters(Path<Double?>)
    case duration(Path<TimeSpan>)
    /// A time span, which may be nil; nil is written "off".
    case optionalDuration(Path<TimeSpan?>)
    case count(Path<Int>)
    /// A choice of one of several words. `set` returns false for a word that is not among them.
    case choice(
      [String], get: @Sendable (TrackerSettings) -> String,
      set: @Sendable (inout TrackerSettings, String) -> Bool)
    case text(Path<String>)
    /// A text, which may be nil; nil is written "off".
    case optionalText(Path<String?>)
    /// A coordinate, which may be nil; nil is written "none".
    case coordinate(Path<Coordinate?>)
  }

  package let name: String
  package let meaning: String
  package let kind: Kind
  /// True if reports must not show the setting's value, such as a token.
  package let isSecret: Bool
  /// The behaviors that read this setting; empty if the setting may affect any tracker.
  package let behaviors: [BehaviorKind]
  /// The name of the corresponding property of `CLLocationManager`.
  ///
  /// It is nil if the property has the setting's own name, or if there is no such property.
  package let appleName: String?
  /// Checks a text beyond its kind. It returns the accepted texts if it refuses the text, else nil.
  package let refusal: (@Sendable (String) -> String?)?
  private let least: Double?

  /// - Parameter least: the smallest accepted number. If it is nil, the smallest number is 1 for
  ///   counts and 0 for other numbers.
  init(
    _ name: String, _ meaning: String, _ kind: Kind, isSecret: Bool = false, least: Double? = nil,
    appleName: String? = nil, refusal: (@Sendable (String) -> String?)? = nil,
    readBy behaviors: BehaviorKind...
  ) {
    self.name = name
    self.meaning = meaning
    self.kind = kind
    self.isSecret = isSecret
    self.appleName = appleName
    self.behaviors = behaviors
    self.least = least
    self.refusal = refusal
  }

  /// The largest accepted number; nil if the value is not a number.
  ///
  /// It is the Earth's circumference in meters for lengths, 366 days in seconds for durations, and
  /// a million for counts.
  package var largest: Double? {
    switch kind {
    case .meters, .optionalMeters: 40_075_000
    case .duration, .optionalDuration: 366 * 86_400
    case .count: 1_000_000
    case .toggle, .choice, .text, .optionalText, .coordinate: nil
    }
  }

  /// The smallest accepted number. A length has to be greater than this number.
  package var smallest: Double {
    if let least { return least }
    return if case .count = kind { 1 } else { 0 }
  }

  /// Returns true if the setting accepts the number, which is in the setting's own unit.
  package func takes(_ number: Double) -> Bool {
    guard let largest, (smallest...largest).contains(number) else { return false }
    switch kind {
    case .meters, .optionalMeters: return number > 0
    default: return true
    }
  }

  /// Returns true if one of the given behaviors may read the setting.
  package func isRead(by composition: [BehaviorKind]) -> Bool {
    behaviors.isEmpty || behaviors.contains(where: composition.contains)
  }

  /// True if this setting turns on a quirk: a difference between a published app and its
  /// documentation.
  package var isQuirk: Bool { meaning.hasPrefix("quirk: ") }
}

extension SettingDefinition.Kind {
  static func choice<Value>(_ path: SettingDefinition.Path<Value>) -> Self
  where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String {
    .choice(
      Value.allCases.map(\.rawValue),
      get: { $0[keyPath: path].rawValue },
      set: { settings, word in
        guard let value = Value(rawValue: word) else { return false }
        settings[keyPath: path] = value
        return true
      })
  }
}

extension TrackerSettings {
  /// Returns the setting with the given name, which may also be Apple's name for the setting.
  package static func definition(named name: String) -> SettingDefinition? {
    definitions.first { $0.name == name } ?? definitions.first { $0.appleName == name }
  }

  /// The definitions of all settings, in the order in which listings show them.
  package static let definitions = definitionGroups.flatMap(\.definitions)

  /// The definitions of all settings, in groups with headings.
  package static let definitionGroups: [(title: String, definitions: [SettingDefinition])] = [
    ("Any tracker", common), ("Overland", OverlandSettings.definitions),
    ("Trips", TripSettings.definitions), ("Pace of tracking", PaceSettings.definitions),
    ("Health data", HealthSettings.definitions), ("EHE-Pilot", EHEPilotQuirks.definitions),
    ("Check-ins", CheckInSettings.definitions), ("Drives", DriveSettings.definitions),
    ("Sessions and duty cycles", SessionSettings.definitions),
  ]

  private static let common: [SettingDefinition] = [
    SettingDefinition(
      "trackingMode", "which location services run: standard updates, significant changes or both",
      .choice(\.trackingMode)),
    SettingDefinition(
      "visitTracking", "record visits", .toggle(\.visitTracking), readBy: .visits),
    SettingDefinition(
      "desiredAccuracy", "the accuracy that the app asks the phone for",
      .choice(\.desiredAccuracy)),
    SettingDefinition(
      "distanceFilter", "meters to move before the phone delivers the next fix",
      .optionalMeters(\.distanceFilterMeters)),
    SettingDefinition(
      "activityType", "the kind of movement, which decides when updates pause",
      .choice(\.activityType)),
    SettingDefinition(
      "pausesAutomatically", "let the phone pause standard updates during a stay",
      .toggle(\.pausesAutomatically), appleName: "pausesLocationUpdatesAutomatically"),
    SettingDefinition(
      "resumeGeofenceRadius", "radius of the fence that restarts updates after an automatic pause",
      .optionalMeters(\.resumeGeofenceRadiusMeters), readBy: .pauseAndResumeWithGeofence),
    SettingDefinition(
      "showsBackgroundIndicator", "show the location indicator while in the background",
      .toggle(\.showsBackgroundIndicator), appleName: "showsBackgroundLocationIndicator"),
    SettingDefinition(
      "updatesInBackground",
      "continue standard updates in the background; if false, significant changes replace them",
      .toggle(\.updatesInBackground), appleName: "allowsBackgroundLocationUpdates"),
    SettingDefinition(
      "updatesUntilSuspension",
      "keep standard updates on in the background without the right to, until the phone suspends "
        + "the app", .toggle(\.updatesUntilSuspension), readBy: .standardUpdates),
    SettingDefinition(
      "alwaysRequestDelay", "time between the permission When In Use and the request for Always",
      .duration(\.alwaysRequestDelay), readBy: .permissionRequest),
    SettingDefinition(
      "tellsOfDenial", "tell the user at each opening of the app that location is denied",
      .toggle(\.reportsDenial), readBy: .permissionRequest),
    SettingDefinition(
      "minimumDistance", "drop fixes nearer than this to the last one kept",
      .optionalMeters(\.minimumDistanceMeters)),
    SettingDefinition(
      "minimumInterval", "drop fixes sooner than this after the last one kept; 1 s keeps all",
      .duration(\.minimumInterval)),
    SettingDefinition("loggingMode", "which records join the queue", .choice(\.loggingMode)),
    SettingDefinition(
      "foregroundInterval", "time between the timer's fixes while the app is open",
      .duration(\.foregroundInterval), readBy: .foregroundTimer),
    SettingDefinition(
      "savedAccuracyMax", "largest accuracy radius of a fix that the timer records",
      .meters(\.savedAccuracyMaxMeters), readBy: .foregroundTimer),
    SettingDefinition(
      "savedAgeMax", "largest age of a fix that the timer records", .duration(\.savedAgeMax),
      readBy: .foregroundTimer),
    SettingDefinition(
      "backgroundInterval", "least time before the next background refresh task",
      .duration(\.backgroundInterval), readBy: .backgroundRefresh),
    SettingDefinition(
      "refreshTaskIdentifier", "identifier of the background refresh task",
      .text(\.refreshTaskIdentifier), readBy: .backgroundRefresh, .wakeUps),
    SettingDefinition(
      "endpoint", "address of the server that records are sent to", .optionalText(\.endpoint)),
    SettingDefinition(
      "accessToken", "bearer token for the endpoint", .optionalText(\.accessToken),
      isSecret: true),
    SettingDefinition(
      "sendInterval", "time between sends; off keeps the queue on the phone",
      .optionalDuration(\.sendInterval), readBy: .overlandUpload, .fhirUpload, .checkInUpload,
      .gateUpload),
    SettingDefinition(
      "retryDelay",
      "time from a failed send to the next try, doubled at each further failure; off waits for the "
        + "next send interval, as Overland's documentation says", .optionalDuration(\.retryDelay),
      readBy: .overlandUpload),
    SettingDefinition(
      "pointsPerBatch", "largest number of records in one request", .count(\.pointsPerBatch),
      readBy: .overlandUpload, .fhirUpload),
    SettingDefinition("deviceID", "name of this phone in each record", .text(\.deviceID)),
    SettingDefinition(
      "includesUniqueID", "add the phone's `identifierForVendor` to each record",
      .toggle(\.includesUniqueID), readBy: .overlandUpload),
    SettingDefinition(
      "includesTrackingStatistics", "record the tracker's settings and the events of its process",
      .toggle(\.includesTrackingStatistics), readBy: .trackingLog, .overlandUpload),
    SettingDefinition(
      "acceptsAnyHTTP2xx", "accept any 2xx answer as an acknowledgment",
      .toggle(\.acceptsAnyHTTP2xx), readBy: .overlandUpload),
    SettingDefinition("home", "center of home", .coordinate(\.homeCenter)),
    SettingDefinition(
      "homeRadius", "radius of home", .meters(\.homeRadiusMeters), readBy: .dailyStatistics),
    SettingDefinition(
      "noSendTimer", "quirk: send only when the phone calls the app", .toggle(\.noSendTimer),
      readBy: .overlandUpload),
    SettingDefinition(
      "noFirstSend", "quirk: send nothing before the first manual send or the first pause",
      .toggle(\.noFirstSend), readBy: .overlandUpload),
    SettingDefinition(
      "deliveryFilter",
      "quirk: compare each fix of a delivery with the last fix of the delivery before",
      .toggle(\.deliveryFilter)),
    SettingDefinition(
      "wholeSecondKeys", "quirk: record rounded values, and at most one record a second",
      .toggle(\.wholeSecondKeys)),
    SettingDefinition(
      "currentAtOne", "quirk: add the current position if one batch waits, not only if two do",
      .toggle(\.currentAtOne), readBy: .overlandUpload),
    SettingDefinition(
      "noDeviceId", "quirk: omit the device identifier if it is empty", .toggle(\.noDeviceId),
      readBy: .overlandUpload),
    SettingDefinition(
      "fullIntervalRetry",
      "quirk: after a failed send wait a whole send interval, also in the app's next process",
      .toggle(\.fullIntervalRetry), readBy: .overlandUpload),
  ]
}
