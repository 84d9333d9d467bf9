import PhoneAPI
import Timekeeping

/// Something that the person does to the phone, and when.
public struct PersonAction: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case opensApp
    case leavesApp
    case forceQuitsApp
    /// Puts the app on the phone; it has to be opened before anything of it runs.
    case installsApp
    /// And unlocks it when it has come up.
    case rebootsPhone
    case unlocks
    /// In the coming night.
    case installsUpdate
    /// Something in the app goes wrong.
    case crashesApp
    /// A new version of the app takes the place of the old one.
    case updatesApp
    case heatsPhone(ThermalState)
    case switchesLowPowerMode(Bool)
    case plugsIn
    case unplugs
    /// A permission or a switch, in Settings.
    case changes(PermissionChange)
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

/// The charge is below, or above, a share of the capacity.
public struct BatteryLevelCondition: Sendable, Hashable {
  public var isBelow: Bool
  /// 0 to 1.
  public var level: Double

  public init(isBelow: Bool, level: Double) {
    self.isBelow = isBelow
    self.level = level
  }

  func holds(at level: Double) -> Bool { isBelow ? level < self.level : level > self.level }
}
