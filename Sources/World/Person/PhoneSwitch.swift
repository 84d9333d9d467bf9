/// The switches that affect the whole phone and every app.
///
/// Location Services and Background App Refresh are in `PermissionChange` instead.
public enum PhoneSwitch: String, Sendable, Hashable, CaseIterable {
  case lowPowerMode, airplaneMode, wifi
}
