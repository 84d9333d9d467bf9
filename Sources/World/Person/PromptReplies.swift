import PhoneAPI
import Timekeeping

/// What the phone asks the person on behalf of an app.
public enum PermissionQuestion: String, Sendable, Hashable, CaseIterable {
  /// May it use the location while it is in use?
  case location
  /// May it have it always? Put at once when the app asks with While Using, and hours to days later
  /// where the app asked for Always at the outset (BG-6).
  case always
  case temporaryFullAccuracy
  case motion
  case notifications
}

/// What the person says to each question, and how long they take over it.
public struct PromptReplies: Sendable, Hashable {
  public enum Reply: String, Sendable, Hashable, CaseIterable {
    case allows
    /// Location only: until the app is no longer in use, and then it may ask again.
    case allowsOnce
    case refuses
    /// The question stays open, and shows again whenever the app is opened.
    case ignores
  }

  public var location: Reply
  /// The switch for the precise position in the question for location.
  public var isPrecise: Bool
  public var always: Reply
  public var temporaryFullAccuracy: Reply
  public var motion: Reply
  public var notifications: Reply
  /// From the moment that a question shows.
  public var after: TimeSpan

  public init(
    location: Reply = .ignores, isPrecise: Bool = true, always: Reply = .ignores,
    temporaryFullAccuracy: Reply = .ignores, motion: Reply = .ignores,
    notifications: Reply = .ignores, after: TimeSpan = .seconds(4 as Int64)
  ) {
    self.location = location
    self.isPrecise = isPrecise
    self.always = always
    self.temporaryFullAccuracy = temporaryFullAccuracy
    self.motion = motion
    self.notifications = notifications
    self.after = after
  }

  /// Says the same to everything.
  public init(all reply: Reply, after: TimeSpan = .seconds(4 as Int64)) {
    self.init(
      location: reply, always: reply, temporaryFullAccuracy: reply, motion: reply,
      notifications: reply, after: after)
  }

  public subscript(question: PermissionQuestion) -> Reply {
    switch question {
    case .location: location
    case .always: always
    case .temporaryFullAccuracy: temporaryFullAccuracy
    case .motion: motion
    case .notifications: notifications
    }
  }
}

/// What the person changes in Settings; the app's page there, or a switch of the whole phone.
public enum PermissionChange: Sendable, Hashable {
  case location(AuthorizationStatus)
  case accuracy(AccuracyAuthorization)
  case motion(PermissionStatus)
  case notifications(PermissionStatus)
  /// Location Services, for all apps.
  case locationServices(isOn: Bool)
  /// Background App Refresh, for the app (SLC-13).
  case backgroundRefresh(isOn: Bool)
}

extension PermissionChange {
  /// As one would tell it, after "the person".
  public var words: String {
    switch self {
    case .location(let status): "sets the app's location permission to \(status.rawValue)"
    case .accuracy(let accuracy): "sets the app's location accuracy to \(accuracy.rawValue)"
    case .motion(let status): "sets the app's motion permission to \(status.rawValue)"
    case .notifications(let status): "sets the app's notifications to \(status.rawValue)"
    case .locationServices(let isOn): "turns Location Services " + (isOn ? "on" : "off")
    case .backgroundRefresh(let isOn): "turns Background App Refresh " + (isOn ? "on" : "off")
    }
  }
}
