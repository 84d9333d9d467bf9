import Timekeeping

/// Something that the person does to the phone at a given time.
public struct PersonEvent: Sendable, Hashable {
  public enum Action: Sendable, Hashable {
    case opensApp
    case leavesApp
    case forceQuitsApp
    /// Puts the app on the phone; it has to be opened before anything of it runs.
    case installsApp
  }

  public var time: Instant
  public var action: Action

  public init(time: Instant, action: Action) {
    self.time = time
    self.action = action
  }
}
