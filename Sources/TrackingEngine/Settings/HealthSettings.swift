import Timekeeping

/// The settings of time outdoors, and of the server that receives health data.
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
      "outdoorsAccuracy", "accuracy radius below which a record away from home counts as outdoors",
      .meters(\.health.outdoorsAccuracyMeters), readBy: .timeOutdoors),
    SettingDefinition(
      "outdoorsInterval", "least time before the next task that computes time outdoors",
      .duration(\.health.outdoorsInterval), readBy: .timeOutdoors),
    SettingDefinition(
      "outdoorsTaskIdentifier", "identifier of the task that computes time outdoors",
      .text(\.health.outdoorsTaskIdentifier), readBy: .timeOutdoors),
    SettingDefinition(
      "healthExchange", "the kind of server that health data are sent to",
      .choice(\.health.exchange), readBy: .accountUpkeep, .fhirUpload),
    SettingDefinition(
      "deviceNumber", "number of this kind of device at the server of health data",
      .text(\.health.deviceNumber), readBy: .fhirUpload),
    SettingDefinition(
      "issuer", "address for the sign-in; off derives it from the endpoint",
      .optionalText(\.health.issuer), readBy: .accountUpkeep, .fhirUpload),
    SettingDefinition(
      "clientIdentifier", "identifier of this app at the sign-in",
      .text(\.health.clientIdentifier), readBy: .accountUpkeep, .fhirUpload),
    SettingDefinition(
      "redirectURI", "address to which the sign-in returns the user", .text(\.health.redirectURI),
      readBy: .accountUpkeep, .fhirUpload),
    SettingDefinition(
      "tokenRefreshInterval", "least time before the next task that renews the access token",
      .duration(\.health.refreshInterval), readBy: .accountUpkeep),
    SettingDefinition(
      "openTokenRefreshInterval", "how often the open app renews the access token",
      .duration(\.health.openRefreshInterval), least: 1, readBy: .accountUpkeep),
    SettingDefinition(
      "tokenRefreshTaskIdentifier", "identifier of the task that renews the access token",
      .text(\.health.refreshTaskIdentifier), readBy: .accountUpkeep),
  ]
}
