import PhoneAPI
import Text
import Timekeeping

/// The request that reports a crossing, with all values in its query, as the endpoint expects.
///
/// Odograph adds `event` and `time` to the query. Two reports of the same crossing are identical,
/// so the server can recognize the repetition.
struct CheckInCall {
  private var query: [(name: String, value: String)]

  init(_ crossing: Record.Crossing, _ location: Location, userID: String) {
    query = [
      ("latitude", "\(location.coordinate.latitude)"),
      ("longitude", "\(location.coordinate.longitude)"),
      ("userId", userID), ("event", crossing.rawValue),
      ("time", location.timestamp.iso8601(fractionDigits: 3)),
    ]
  }

  func url(_ endpoint: String) -> String {
    let text = query.map { "\($0.name)=\(Escaping.percent($0.value))" }.joined(separator: "&")
    return endpoint + (endpoint.contains("?") ? "&" : "?") + text
  }
}
