import PhoneAPI

/// The acts of the user that the engine handles, under their names in scenarios.
package enum TrackerAct: String, CaseIterable, Sendable {
  /// Turns tracking on. The parameters are settings to change first, if any.
  case startTracking
  case stopTracking
  /// Changes settings. The parameters are names of settings, with values as in
  /// `SettingDefinition.text`.
  case changeSettings
  /// Begins a trip. The parameter `mode` is a `TripMode`; without it, the mode in the settings
  /// applies.
  case startTrip
  case stopTrip
  case sendNow
  /// Opens a link. The parameter `url` is the link.
  case openURL
  /// Signs the user in. The parameter is either `code` or `invitation`.
  case signIn
  case signOut
  /// Gives the user's consent.
  ///
  /// The parameter `to` is a kind of data such as `omh:geoposition:1.0`; without it, the consent is
  /// for all kinds.
  case giveConsent
  case withdrawConsent
  /// Sets home. The parameters are `latitude`, `longitude` and optionally `radius`, in meters.
  case setHome
  case workOutTimeOutdoors

  /// The names of the parameters that the act reads; nil if they are names of settings.
  package var parameters: [String]? {
    switch self {
    case .startTracking, .changeSettings: nil
    case .startTrip: ["mode"]
    case .openURL: ["url"]
    case .signIn: ["code", "invitation"]
    case .giveConsent, .withdrawConsent: ["to"]
    case .setHome: ["latitude", "longitude", "radius"]
    case .stopTracking, .stopTrip, .sendNow, .signOut, .workOutTimeOutdoors: []
    }
  }

  /// Creates the act for a user's action; nil if the engine does not handle the action.
  package init?(_ action: UserAction) { self.init(rawValue: action.name) }
}
