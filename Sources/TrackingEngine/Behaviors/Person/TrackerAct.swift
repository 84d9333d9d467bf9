import PhoneAPI

/// The acts of the user that the engine handles, by their names in scenarios.
package enum TrackerAct: String, CaseIterable, Sendable {
  /// Turns tracking on. Parameters: settings to change first, if any.
  case startTracking
  case stopTracking
  /// Changes settings. Parameters: names of settings, with values as in `SettingDefinition.text`.
  case changeSettings
  /// Begins a trip. Parameter: `mode`, a `TripMode`, if it differs from the usual one.
  case startTrip
  case stopTrip
  case sendNow
  /// Opens a link. Parameter: `url`.
  case openURL
  /// Signs the user in. Parameter: `code` or `invitation`.
  case signIn
  case signOut
  /// Gives consent. Parameter: `to`, a kind of data such as `omh:geoposition:1.0`; all if absent.
  case giveConsent
  case withdrawConsent
  /// Sets home. Parameters: `latitude`, `longitude` and, if it changes, `radius` in meters.
  case setHome
  case workOutTimeOutdoors

  /// Returns nil for an act that no behavior handles.
  package init?(_ action: UserAction) { self.init(rawValue: action.name) }
}
