/// The switches for the whole phone and every app. Location Services and Background App Refresh are
/// a `PermissionChange`.
public enum PhoneSwitch: String, Sendable, Hashable, CaseIterable {
  case lowPowerMode, airplaneMode, wifi
}
