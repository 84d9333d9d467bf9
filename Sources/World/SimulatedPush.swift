import Timekeeping

/// A push notification that the app's server sends to the phone, with its time.
public struct SimulatedPush: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable { case silent, voip }

  public var time: Instant
  package var kind: Kind
  public var payload: [String: String]
  /// The priority that the server gives to Apple's push service. A silent push needs 5; with 10 it
  /// is rejected (NET-3).
  public var priority: Int

  package init(
    at time: Instant, kind: Kind = .silent, payload: [String: String] = [:], priority: Int = 5
  ) {
    self.time = time
    self.kind = kind
    self.payload = payload
    self.priority = priority
  }
}
