import PhoneAPI
import World

/// What the person allows the app, and the switches that stand in the way.
public struct AppPermissions: Sendable, Hashable {
  /// As granted on the app's page in Settings.
  public var location: AuthorizationStatus
  /// The app believes that it has Always, and gets what While Using gets until a later question is
  /// answered (BG-6).
  public var isAlwaysProvisional: Bool
  public var accuracy: AccuracyAuthorization
  public var motion: PermissionStatus
  public var notifications: PermissionStatus
  public var isLocationServicesOn: Bool
  public var isBackgroundRefreshOn: Bool
  /// What the person will answer when asked.
  public var replies: PromptReplies
  /// Granted while the app is in use.
  var hasTemporaryFullAccuracy = false
  /// Location was allowed once: until the app is no longer in use.
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

  /// What the app is told.
  var status: AuthorizationStatus {
    isLocationServicesOn || location == .notDetermined ? location : .denied
  }

  /// What holds in fact.
  var inEffect: AuthorizationStatus {
    status == .always && isAlwaysProvisional ? .whenInUse : status
  }

  var accuracyInEffect: AccuracyAuthorization { hasTemporaryFullAccuracy ? .full : accuracy }
  var isAccuracyReduced: Bool { accuracyInEffect == .reduced }

  var allowsLocation: Bool {
    guard isLocationServicesOn else { return false }
    return location == .always || location == .whenInUse
  }
  /// The person has said no; not yet asked is something else.
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
