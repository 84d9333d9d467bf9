/// A use of the phone for something other than the tracker.
public enum OtherUse: String, Sendable, Hashable, CaseIterable {
  /// The usual mix of messages, browsing and social media.
  case phone
  case camera, game, video, call
  /// Turn-by-turn navigation, with the screen on and a location session of its own.
  case navigation
  /// A workout or a ride recorded by another app, in the background, screen off.
  case workout
  case music
}
