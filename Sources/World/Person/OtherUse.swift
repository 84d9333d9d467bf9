/// The person's use of the phone apart from the tracker.
public enum OtherUse: String, Sendable, Hashable, CaseIterable {
  /// A mix of messages, browsing and feeds.
  case phone
  case camera, game, video, call
  /// Turn-by-turn navigation, with the screen on and a location session of its own.
  case navigation
  /// A workout or a ride recorded by another app, in the background, screen off.
  case workout
  case music
}
