import PhoneAPI
import World

/// The permissions of the app, and the system switches that limit them.
public struct AppPermissions: Sendable, Hashable {
  /// The location permission, as shown on the app's page in Settings.
  public var location: AuthorizationStatus
  /// True if Always is provisional: the app sees Always, but the system treats it as While Using
  /// until the person answers a later prompt (BG-6).
  public var isAlwaysProvisional: Bool
  public var accuracy: AccuracyAuthorization
  public var motion: PermissionStatus
  public var notifications: PermissionStatus
  public var isLocationServicesOn: Bool
  public var isBackgroundRefreshOn: Bool
  /// The person's answers to prompts.
  public var replies: PromptReplies
  /// True if the person granted precise location temporarily, until the app is no longer in use.
  var hasTemporaryFullAccuracy = false
  /// True if the person allowed location once, until the app is no longer in use.
  var isOnce = false

  public init(
    location: AuthorizationStatus = .always, isAlwaysProvisional: Bool = false,
    accuracy: AccuracyAuthorization = .full,
    motion: PermissionStatus = .granted, notifications: PermissionStatus = .granted,
    isLocationServicesOn: Bool = true, isBackgroundRefreshOn: Bool = true,
    replies: PromptReplies = PromptReplies()
  ) {
    self.location = location
    self.isAlwaysProvisional = isAlwaysProvisional
    self.accuracy = accuracy
    self.motion = motion
    self.notifications = notifications
    self.isLocationServicesOn = isLocationServicesOn
    self.isBackgroundRefreshOn = isBackgroundRefreshOn
    self.replies = replies
  }

  /// The location permission that the app sees.
  var status: AuthorizationStatus {
    isLocationServicesOn || location == .notDetermined ? location : .denied
  }

  /// The location permission that the system applies.
  var inEffect: AuthorizationStatus {
    status == .always && isAlwaysProvisional ? .whenInUse : status
  }

  var accuracyInEffect: AccuracyAuthorization { hasTemporaryFullAccuracy ? .full : accuracy }
  var isAccuracyReduced: Bool { accuracyInEffect == .reduced }

  var allowsLocation: Bool {
    guard isLocationServicesOn else { return false }
    return location == .always || location == .whenInUse
  }
  /// True if location is denied or restricted. False if the person was not asked yet.
  var refusesLocation: Bool { status == .denied || status == .restricted }

  mutating func apply(_ change: PermissionChange) {
    switch change {
    case .location(let status):
      location = status
      isAlwaysProvisional = false
      isOnce = false
    case .accuracy(let accuracy):
      self.accuracy = accuracy
      hasTemporaryFullAccuracy = false
    case .motion(let status): motion = status
    case .notifications(let status): notifications = status
    case .locationServices(let isOn): isLocationServicesOn = isOn
    case .backgroundRefresh(let isOn): isBackgroundRefreshOn = isOn
    }
  }
}
