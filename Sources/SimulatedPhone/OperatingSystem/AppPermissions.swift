import PhoneAPI

/// What the person allows the app, and the switches that stand in the way.
public struct AppPermissions: Sendable, Hashable {
  public var location: AuthorizationStatus
  public var accuracy: AccuracyAuthorization
  public var motion: PermissionStatus
  public var notifications: PermissionStatus
  public var isBackgroundRefreshOn: Bool
  /// What the person will answer when asked for location; nil answers nothing.
  public var answer: AuthorizationStatus?

  public init(
    location: AuthorizationStatus = .always, accuracy: AccuracyAuthorization = .full,
    motion: PermissionStatus = .granted, notifications: PermissionStatus = .granted,
    isBackgroundRefreshOn: Bool = true, answer: AuthorizationStatus? = nil
  ) {
    self.location = location
    self.accuracy = accuracy
    self.motion = motion
    self.notifications = notifications
    self.isBackgroundRefreshOn = isBackgroundRefreshOn
    self.answer = answer
  }

  var allowsLocation: Bool { location == .always || location == .whenInUse }
  /// The person has said no; not yet asked is something else.
  var refusesLocation: Bool { location == .denied || location == .restricted }

  /// Significant changes and regions reach a When In Use app only while it is in use (BG-5).
  func allowsBackgroundEvents(process: AppProcess?) -> Bool {
    location == .always || (location == .whenInUse && process?.isInUse == true)
  }
}
