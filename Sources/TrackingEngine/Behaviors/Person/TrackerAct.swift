import PhoneAPI

/// The acts of the person that the engine understands, by the names that scenarios use.
package enum TrackerAct: String, CaseIterable, Sendable {
  /// With settings to begin by, if any.
  case startTracking
  case stopTracking
  /// Names of settings and values, as `SettingDefinition.text` has them.
  case changeSettings
  /// With `mode`, a `TripMode`, if not the usual one.
  case startTrip
  case stopTrip
  case sendNow
  /// With `url`.
  case openURL
  /// With `code` or `invitation`.
  case signIn
  case signOut
  /// With `to`, a kind of data such as `omh:geoposition:1.0`, or without for all.
  case giveConsent
  case withdrawConsent
  /// With `latitude`, `longitude` and, if it changes, `radius` in meters.
  case setHome
  case workOutTimeOutdoors

  /// Returns nil for an act that no behavior understands.
  package init?(_ action: UserAction) { self.init(rawValue: action.name) }
}
