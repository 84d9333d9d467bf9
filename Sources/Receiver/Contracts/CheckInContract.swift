import Geodesy
import PhoneAPI
import Text
import Timekeeping

extension Receiver {
  /// Answers a GET request that reports that a user entered or left a place. Its query has
  /// `latitude`, `longitude`, `userId`, `event` (check-in or check-out) and `time` (ISO 8601 or
  /// Unix).
  ///
  /// If the query has no event, the record is a plain location. If the query has no time, the
  /// record gets the time at which the request arrived at the server.
  func answerCheckIn(_ request: HTTPRequest, at instant: Instant) throws -> HTTPResponse {
    guard request.method == "GET" else { return refusal(405, "GET is expected") }
    let query = RequestTarget(request.url).query
    guard let user = query["userId"], !user.isEmpty else {
      throw Malformed(reason: "userId is missing")
    }
    guard let latitude = query["latitude"].flatMap(Double.init),
      let longitude = query["longitude"].flatMap(Double.init),
      Coordinate(latitude: latitude, longitude: longitude).isValid
    else { throw Malformed(reason: "latitude and longitude are not valid coordinates") }
    let event = query["event"] ?? "location"
    guard ["check-in", "check-out", "location"].contains(event) else {
      throw Malformed(reason: "event is neither check-in nor check-out")
    }
    let record = ReceivedRecord(
      device: user, type: event, timestamp: try Instant(reported: query["time"]) ?? instant,
      coordinate: Coordinate(latitude: latitude, longitude: longitude),
      horizontalAccuracyMeters: -1, arrivedAt: instant,
      source: store.keepsSources ? Array(request.url.utf8) : [])
    try keep([record])
    return .json(200, #"{"result":"ok"}"#)
  }
}

extension Instant {
  /// Reads an ISO 8601 time or Unix seconds. Nil if `text` is nil.
  init?(reported text: String?) throws(Malformed) {
    guard let text else { return nil }
    guard let instant = Instant(stamp: text) ?? Double(text).flatMap(Instant.init(unixSeconds:))
    else {
      throw Malformed(
        reason: "time is neither ISO 8601 nor Unix seconds of \(Instant.stampYears)")
    }
    self = instant
  }
}
