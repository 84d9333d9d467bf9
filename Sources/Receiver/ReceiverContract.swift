/// What kind of server the receiver is: what it takes, what it answers, what it forgives.
public enum ReceiverContract: String, CaseIterable, Sendable, Hashable, Codable {
  /// A strict server of Overland's format: POST of a JSON object whose `locations` are GeoJSON
  /// Features with a Point and an ISO 8601 `timestamp`. Answers `{"result":"ok"}`; one malformed
  /// feature refuses the whole batch with 400, so that nothing is acknowledged that was not kept.
  case overland
  /// Overland's reference server as it behaves: a second already seen within six hours is skipped,
  /// points at 0,0 are dropped, features it cannot read are passed over, Unix times are taken too,
  /// and errors come with HTTP 200. A phone that takes any 2xx for success loses what such an
  /// error refused.
  case compass
  /// Any server that says yes: whatever comes with the right token is acknowledged, read or not.
  case http2xx = "http-2xx"
  /// OwnTracks' HTTP mode: POST of a JSON object, token as the user's name of Basic, answer `[]`.
  case ownTracks = "owntracks"
}
