import Geodesy
import PhoneAPI
import Text
import Timekeeping

extension Receiver {
  /// Answers a request with one OwnTracks message or an array of messages. Each message is a JSON
  /// object with a `_type`.
  ///
  /// Locations and transitions are stored, because they contain the phone's position. Other
  /// messages, such as waypoints, steps and status, are acknowledged and ignored, as the format
  /// requires for unknown types.
  func answerOwnTracks(_ request: HTTPRequest, at instant: Instant) throws -> HTTPResponse {
    guard request.method == "POST" else { return refusal(405, "POST is expected") }
    let body = try JSONValue(request.body)
    let source = store.keepsSources ? request.body : []
    var records: [ReceivedRecord] = []
    for message in body.elements ?? [body] {
      if let record = try record(of: message, sentTo: request, at: instant, source: source) {
        records.append(record)
      }
    }
    try keep(records)
    return .json(200, "[]")
  }

  private func record(
    of message: JSONValue, sentTo request: HTTPRequest, at instant: Instant, source: [UInt8]
  ) throws(Malformed) -> ReceivedRecord? {
    guard let kind = message["_type"]?.string else {
      throw Malformed(reason: "a message has no _type")
    }
    guard kind == "location" || kind == "transition" else { return nil }
    guard let latitude = message["lat"]?.number, let longitude = message["lon"]?.number,
      Coordinate(latitude: latitude, longitude: longitude).isValid
    else { throw Malformed(reason: "lat and lon are not a latitude and a longitude") }
    guard let seconds = message["tst"]?.number, let timestamp = Instant(unixSeconds: seconds)
    else { throw Malformed(reason: "tst is not a Unix time of \(Instant.stampYears)") }
    return ReceivedRecord(
      device: device(of: message, sentTo: request),
      type: kind == "location" ? kind : message["event"]?.string ?? kind, timestamp: timestamp,
      coordinate: Coordinate(latitude: latitude, longitude: longitude),
      horizontalAccuracyMeters: message["acc"]?.number ?? -1, arrivedAt: instant, source: source)
  }

  /// Returns the name of the device that sent a message: the part of the topic after `owntracks/`.
  /// If the message has no topic, the name is in the request's headers `X-Limit-U` and `X-Limit-D`.
  /// If these are missing too, the name is the message's `tid`.
  private func device(of message: JSONValue, sentTo request: HTTPRequest) -> String {
    if let topic = message["topic"]?.string {
      return topic.hasPrefix("owntracks/") ? String(topic.dropFirst(10)) : topic
    }
    let named = [request.header("X-Limit-U"), request.header("X-Limit-D")].compactMap { $0 }
    return named.isEmpty ? message["tid"]?.string ?? "" : named.joined(separator: "/")
  }
}
