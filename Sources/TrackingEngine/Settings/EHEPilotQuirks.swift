/// The switches for differences between EHE-Pilot's code and its README; all are off by default.
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
  package var madeUpSignal = false
}

extension EHEPilotQuirks {
  package static var names: [String] { definitions.map(\.name) }

  static let definitions: [SettingDefinition] = [
    SettingDefinition(
      "visitsOnly", "quirk: visits are recorded without accuracy, instead of significant changes",
      .toggle(\.pilotQuirks.visitsOnly), readBy: .significantChanges, .visits),
    SettingDefinition(
      "refreshSavesNothing", "quirk: the fix of a background refresh task is not saved",
      .toggle(\.pilotQuirks.refreshSavesNothing), readBy: .backgroundRefresh),
    SettingDefinition(
      "threeRefreshTasks",
      "quirk: every task is a refresh request, and only one of these can be pending",
      .toggle(\.pilotQuirks.threeRefreshTasks), readBy: .backgroundRefresh, .timeOutdoors,
      .accountUpkeep),
    SettingDefinition(
      "intervalIgnored", "quirk: the two intervals of recording have no effect",
      .toggle(\.pilotQuirks.intervalIgnored), readBy: .backgroundRefresh, .foregroundTimer),
    SettingDefinition(
      "noValidityTest", "quirk: the timer records fixes of any age and accuracy",
      .toggle(\.pilotQuirks.noValidityTest), readBy: .foregroundTimer),
    SettingDefinition(
      "nightNotCarried",
      "quirk: at midnight the tracker loses the state that says if the user is at home or away",
      .toggle(\.pilotQuirks.nightNotCarried), readBy: .dailyStatistics),
    SettingDefinition(
      "twoThresholds",
      "quirk: sent data count as outdoors below 4 m or without accuracy, tables below 10 m",
      .toggle(\.pilotQuirks.twoThresholds), readBy: .timeOutdoors),
    SettingDefinition(
      "neverCorrected", "quirk: time outdoors of a day is computed only once",
      .toggle(\.pilotQuirks.neverCorrected), readBy: .timeOutdoors),
    SettingDefinition(
      "minusFiveHours", "quirk: the end of a day is sent five hours too early",
      .toggle(\.pilotQuirks.minusFiveHours), readBy: .fhirUpload),
    SettingDefinition(
      "wholeBatchFails", "quirk: one refused entry causes the whole batch to be sent again",
      .toggle(\.pilotQuirks.wholeBatchFails), readBy: .fhirUpload),
    SettingDefinition(
      "httpStatusOnly", "quirk: time outdoors counts as accepted by HTTP status, not by each entry",
      .toggle(\.pilotQuirks.httpStatusOnly), readBy: .fhirUpload),
    SettingDefinition(
      "randomIdentifiers", "quirk: a record has a new identifier each time it is sent",
      .toggle(\.pilotQuirks.randomIdentifiers), readBy: .fhirUpload),
    SettingDefinition(
      "retriesRefused",
      "quirk: data refused for lack of consent are sent again at every opportunity",
      .toggle(\.pilotQuirks.retriesRefused), readBy: .fhirUpload),
    SettingDefinition(
      "refreshAlwaysFine", "quirk: a token counts as renewed unless the answer is 401 or 403",
      .toggle(\.pilotQuirks.refreshAlwaysFine), readBy: .accountUpkeep, .fhirUpload),
    SettingDefinition(
      "madeUpSignal",
      "quirk: every position is sent as GPS, with a signal strength made up from its accuracy",
      .toggle(\.pilotQuirks.madeUpSignal), readBy: .fhirUpload),
  ]
}
