/// What the person does with the phone besides the tracker.
public enum OtherUse: String, Sendable, Hashable, CaseIterable {
  /// A bit of everything: messages, browsing, feeds.
  case phone
  case camera, game, video, call
  /// Turn by turn, with the screen on and a location session of its own.
  case navigation
  /// A workout or a ride recorded by another app, in the background, screen off.
  case workout
  case music
}
