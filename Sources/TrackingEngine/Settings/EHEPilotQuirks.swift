/// What EHE-Pilot's code did otherwise than its README says, each by name; all off.
package struct EHEPilotQuirks: Sendable, Hashable {
  package var visitsOnly = false
  package var refreshSavesNothing = false
  package var threeRefreshTasks = false
  package var intervalIgnored = false
  package var noValidityTest = false
  package var nightNotCarried = false
  package var twoThresholds = false
  package var neverCorrected = false
  package var minusFiveHours = false
  package var wholeBatchFails = false
  package var httpStatusOnly = false
  package var randomIdentifiers = false
  package var retriesRefused = false
  package var refreshAlwaysFine = false
}

extension EHEPilotQuirks {
  package static var names: [String] { definitions.map(\.name) }

  static let definitions: [SettingDefinition] = [
    SettingDefinition(
      "visitsOnly", "quirk: visits, saved without accuracy, in place of significant changes",
      .toggle(\.pilotQuirks.visitsOnly), readBy: .significantChanges, .visits),
    SettingDefinition(
      "refreshSavesNothing", "quirk: the fix of a background refresh task is not saved",
      .toggle(\.pilotQuirks.refreshSavesNothing), readBy: .backgroundRefresh),
    SettingDefinition(
      "threeRefreshTasks", "quirk: every task is a refresh request, of which one can be pending",
      .toggle(\.pilotQuirks.threeRefreshTasks), readBy: .backgroundRefresh, .timeOutdoors,
      .accountUpkeep),
    SettingDefinition(
      "intervalIgnored", "quirk: the two intervals of recording are set and never read",
      .toggle(\.pilotQuirks.intervalIgnored), readBy: .backgroundRefresh, .foregroundTimer),
    SettingDefinition(
      "noValidityTest", "quirk: the timer records a fix however old and coarse",
      .toggle(\.pilotQuirks.noValidityTest), readBy: .foregroundTimer),
    SettingDefinition(
      "nightNotCarried", "quirk: each day begins without knowing whether the user is away",
      .toggle(\.pilotQuirks.nightNotCarried), readBy: .dailyStatistics),
    SettingDefinition(
      "twoThresholds",
      "quirk: outdoors is below 4 m or of no accuracy in what is sent, below 10 m in tables",
      .toggle(\.pilotQuirks.twoThresholds), readBy: .timeOutdoors),
    SettingDefinition(
      "neverCorrected", "quirk: time outdoors of a day is worked out once",
      .toggle(\.pilotQuirks.neverCorrected), readBy: .timeOutdoors),
    SettingDefinition(
      "minusFiveHours", "quirk: a day's end is sent as five hours before it",
      .toggle(\.pilotQuirks.minusFiveHours), readBy: .fhirUpload),
    SettingDefinition(
      "wholeBatchFails", "quirk: one refused entry of a batch has all of it sent again",
      .toggle(\.pilotQuirks.wholeBatchFails), readBy: .fhirUpload),
    SettingDefinition(
      "httpStatusOnly", "quirk: time outdoors counts as taken whatever became of each entry",
      .toggle(\.pilotQuirks.httpStatusOnly), readBy: .fhirUpload),
    SettingDefinition(
      "randomIdentifiers", "quirk: a record has another identifier each time it is sent",
      .toggle(\.pilotQuirks.randomIdentifiers), readBy: .fhirUpload),
    SettingDefinition(
      "retriesRefused", "quirk: what is refused for lack of consent is sent at every occasion",
      .toggle(\.pilotQuirks.retriesRefused), readBy: .fhirUpload),
    SettingDefinition(
      "refreshAlwaysFine", "quirk: a token counts as renewed unless the answer is 401 or 403",
      .toggle(\.pilotQuirks.refreshAlwaysFine), readBy: .accountUpkeep, .fhirUpload),
  ]
}
