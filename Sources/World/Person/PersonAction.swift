import PhoneAPI
import Timekeeping

/// Something that the person does to the phone, or that befalls it, and when.
public struct PersonAction: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// Puts the app on the phone; it has to be opened before anything of it runs.
    case installsApp
    case opensApp
    case leavesApp
    case forceQuitsApp
    /// Does something in the app, which has to be open: `App.perform`.
    case acts(UserAction)
    /// Taps a notification that the app has shown: the newest, or the newest of an identifier.
    case tapsNotification(identifier: String?)

    /// Answers what the phone asks from now on, and what it is asking now.
    case answersPrompts(PromptReplies)
    /// A permission, or a switch that is one, in Settings.
    case changes(PermissionChange)
    case switches(PhoneSwitch, isOn: Bool)

    /// Unlocked by the person after so long, or sooner when they take it up; nil for as soon as it is
    /// up again.
    case reboots(unlocksAfter: TimeSpan?)
    case unlocks
    /// In the coming night.
    case installsUpdate
    case plugsIn
    /// Until the person unplugs the phone or walks off with it.
    case plugsInHere
    case unplugs

    case uses(OtherUse)
    case stopsUsing(OtherUse)

    /// Something in the app goes wrong.
    case crashesApp
    /// A new version of the app takes the place of the old one.
    case updatesApp
    case heatsPhone(ThermalState)

    public static let rebootsPhone = Kind.reboots(unlocksAfter: nil)
  }

  public enum Trigger: Sendable, Hashable {
    case at(Instant)
    /// Each time that the charge comes to fulfil the condition.
    case whenBattery(BatteryLevelCondition)
  }

  public var trigger: Trigger
  public var kind: Kind
  /// Has to hold at the moment; otherwise nothing is done.
  public var onlyWhen: BatteryLevelCondition?
  /// What follows by itself after a while, such as leaving the app.
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

extension PersonAction.Kind {
  /// What ends it, where it can last.
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

/// The charge is below, or above, a share of the capacity.
public struct BatteryLevelCondition: Sendable, Hashable {
  public var isBelow: Bool
  /// 0 to 1.
  public var level: Double

  public init(isBelow: Bool, level: Double) {
    self.isBelow = isBelow
    self.level = level
  }

  public func holds(at level: Double) -> Bool { isBelow ? level < self.level : level > self.level }
}
