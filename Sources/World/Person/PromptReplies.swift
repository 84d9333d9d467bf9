import PhoneAPI
import Timekeeping

/// A prompt in which the phone asks the person for a permission of an app.
public enum PermissionQuestion: String, Sendable, Hashable, CaseIterable {
  /// Permission to use the location while the app is in use.
  case location
  /// Permission to use the location always (BG-6).
  ///
  /// If the person has already granted While Using, the prompt appears as soon as the app asks for
  /// Always. If the app asks for Always first, the prompt for Always appears hours to days later.
  case always
  case temporaryFullAccuracy
  case motion
  case notifications
}

/// The person's answer to each prompt, and the time they take to answer.
public struct PromptReplies: Sendable, Hashable {
  public enum Reply: String, Sendable, Hashable, CaseIterable {
    case allows
    /// Allows the location until the app is no longer in use; the app may then ask again. Only for
    /// the location prompt.
    case allowsOnce
    case refuses
    /// Leaves the prompt open. The prompt appears again whenever the app is opened.
    case ignores
  }

  public var location: Reply
  /// True if the Precise switch in the location prompt is on.
  public var isPrecise: Bool
  public var always: Reply
  public var temporaryFullAccuracy: Reply
  public var motion: Reply
  public var notifications: Reply
  /// The time from the appearance of a prompt to the person's answer.
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

  /// Makes replies that give the same answer to every prompt.
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

/// A change that the person makes in Settings: on the app's page, or to a switch of the whole
/// phone.
public enum PermissionChange: Sendable, Hashable {
  case location(AuthorizationStatus)
  case accuracy(AccuracyAuthorization)
  case motion(PermissionStatus)
  case notifications(PermissionStatus)
  /// Turns Location Services on or off for all apps.
  case locationServices(isOn: Bool)
  /// Turns Background App Refresh on or off for the app (SLC-13).
  case backgroundRefresh(isOn: Bool)
}

extension PermissionChange {
  /// The text of the change for messages, without its subject: "turns Location Services off".
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
