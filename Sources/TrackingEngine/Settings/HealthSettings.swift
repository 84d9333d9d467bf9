import Timekeeping

/// What concerns time outdoors, and the server of health data that gets it.
package struct HealthSettings: Sendable, Hashable {
  package var outdoorsAccuracyMeters = Outdoors.accuracyMeters
  package var outdoorsInterval = TimeSpan.hours(4)
  package var outdoorsTaskIdentifier = "com.EHE-Pilot.TimeOutdoorsUpdate"

  package var exchange = HealthExchange.ehePilot
  package var deviceNumber = "70001"

  package var issuer: String?
  package var clientIdentifier = "odograph"
  package var redirectURI = "ehepilot://oauth/callback"
  package var refreshInterval = TimeSpan.hours(2)
  package var openRefreshInterval = TimeSpan.hours(6)
  package var refreshTaskIdentifier = "com.EHE-Pilot.AuthRefresh"
}

extension HealthSettings {
  static let definitions: [SettingDefinition] = [
    SettingDefinition(
      "outdoorsAccuracy", "a record away from home counts as outdoors below this accuracy radius",
      .meters(\.health.outdoorsAccuracyMeters), readBy: .timeOutdoors),
    SettingDefinition(
      "outdoorsInterval", "earliest begin of the next task that works out time outdoors",
      .duration(\.health.outdoorsInterval), readBy: .timeOutdoors),
    SettingDefinition(
      "outdoorsTaskIdentifier", "identifier of the task that works out time outdoors",
      .text(\.health.outdoorsTaskIdentifier), readBy: .timeOutdoors),
    SettingDefinition(
      "healthExchange", "which server of health data is written for",
      .choice(\.health.exchange), readBy: .accountUpkeep, .fhirUpload),
    SettingDefinition(
      "deviceNumber", "number of this kind of device at the server of health data",
      .text(\.health.deviceNumber), readBy: .fhirUpload),
    SettingDefinition(
      "issuer", "where people sign in; off derives it from the endpoint",
      .optionalText(\.health.issuer), readBy: .accountUpkeep, .fhirUpload),
    SettingDefinition(
      "clientIdentifier", "what this app is called where people sign in",
      .text(\.health.clientIdentifier), readBy: .accountUpkeep, .fhirUpload),
    SettingDefinition(
      "redirectURI", "where a sign-in comes back to", .text(\.health.redirectURI),
      readBy: .accountUpkeep, .fhirUpload),
    SettingDefinition(
      "tokenRefreshInterval", "earliest begin of the next task that renews the access token",
      .duration(\.health.refreshInterval), readBy: .accountUpkeep),
    SettingDefinition(
      "openTokenRefreshInterval", "how often the open app renews the access token",
      .duration(\.health.openRefreshInterval), least: 1, readBy: .accountUpkeep),
    SettingDefinition(
      "tokenRefreshTaskIdentifier", "identifier of the task that renews the access token",
      .text(\.health.refreshTaskIdentifier), readBy: .accountUpkeep),
  ]
}
