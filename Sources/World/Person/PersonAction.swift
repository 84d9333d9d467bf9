import PhoneAPI
import Timekeeping

/// An act of the person with the phone, or an event that affects the phone, with its time.
public struct PersonAction: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// Installs the app. None of the app's code runs until the person opens the app.
    case installsApp
    case opensApp
    case leavesApp
    case forceQuitsApp
    /// Uses a function of the app through `App.perform`. The app has to be open.
    case acts(UserAction)
    /// Taps the newest notification of the app. With an identifier, taps the newest notification
    /// that has this identifier.
    case tapsNotification(identifier: String?)

    /// Sets the person's answers to all prompts from now on, including a prompt that is open now.
    case answersPrompts(PromptReplies)
    /// Changes a permission in Settings. Also changes a switch that acts like a permission, such as
    /// Background App Refresh.
    case changes(PermissionChange)
    case switches(PhoneSwitch, isOn: Bool)

    /// Restarts the phone.
    ///
    /// The person unlocks the phone after `unlocksAfter`, or earlier if they use it. Nil unlocks
    /// the phone as soon as it has started.
    case reboots(unlocksAfter: TimeSpan?)
    case unlocks
    /// Installs the system update in the coming night.
    case installsUpdate
    case plugsIn
    /// Plugs the phone in where the person is. The phone charges until the person unplugs it or
    /// leaves with it.
    case plugsInHere
    case unplugs

    case uses(OtherUse)
    case stopsUsing(OtherUse)

    /// The app crashes.
    case crashesApp
    /// A new version of the app replaces the old one.
    case updatesApp
    case heatsPhone(ThermalState)

    public static let rebootsPhone = Kind.reboots(unlocksAfter: nil)
  }

  public enum Trigger: Sendable, Hashable {
    case at(Instant)
    /// Starts the act each time the battery level begins to fulfill the condition.
    case whenBattery(BatteryLevelCondition)
  }

  public var trigger: Trigger
  public var kind: Kind
  /// A condition on the battery level. If it does not hold at the time of the act, the act is
  /// skipped.
  public var onlyWhen: BatteryLevelCondition?
  /// An act that follows this act after a given time, such as leaving the app after opening it.
  public var then: FollowUp?

  public struct FollowUp: Sendable, Hashable {
    public var kind: Kind
    public var after: TimeSpan

    public init(_ kind: Kind, after: TimeSpan) {
      self.kind = kind
      self.after = after
    }
  }

  public init(
    _ trigger: Trigger, _ kind: Kind, onlyWhen: BatteryLevelCondition? = nil,
    then: FollowUp? = nil
  ) {
    self.trigger = trigger
    self.kind = kind
    self.onlyWhen = onlyWhen
    self.then = then
  }
}

extension PersonAction {
  /// The time of the act; nil if it waits for a battery level.
  package var time: Instant? {
    if case .at(let instant) = trigger { instant } else { nil }
  }
}

extension [PersonAction] {
  /// The acts in order of time. Acts that wait for a battery level come last.
  package var inOrderOfTime: [PersonAction] {
    // Swift's sort keeps the order of equals.
    sorted { ($0.time ?? .distantFuture) < ($1.time ?? .distantFuture) }
  }
}

extension PersonAction.Kind {
  /// The act that ends this act; nil for an act without duration.
  public var ending: PersonAction.Kind? {
    switch self {
    case .opensApp: .leavesApp
    case .plugsIn, .plugsInHere: .unplugs
    case .uses(let use): .stopsUsing(use)
    case .switches(let name, let isOn): .switches(name, isOn: !isOn)
    case .changes(.locationServices(let isOn)): .changes(.locationServices(isOn: !isOn))
    case .changes(.backgroundRefresh(let isOn)): .changes(.backgroundRefresh(isOn: !isOn))
    case .heatsPhone: .heatsPhone(.nominal)
    case .installsApp, .leavesApp, .forceQuitsApp, .acts, .tapsNotification, .answersPrompts,
      .changes, .reboots, .unlocks, .installsUpdate, .unplugs, .stopsUsing, .crashesApp,
      .updatesApp:
      nil
    }
  }
}

/// A condition that the battery level is below, or above, a limit.
public struct BatteryLevelCondition: Sendable, Hashable {
  public var isBelow: Bool
  /// The limit, as a share of the battery's capacity from 0 to 1.
  public var level: Double

  public init(isBelow: Bool, level: Double) {
    self.isBelow = isBelow
    self.level = level
  }

  public func holds(at level: Double) -> Bool { isBelow ? level < self.level : level > self.level }
}
