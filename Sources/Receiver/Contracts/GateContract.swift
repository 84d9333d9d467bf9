import Geodesy
import PhoneAPI
import Text
import Timekeeping

extension Receiver {
  /// Answers `POST /gate`, a request to open a gate. The body is a JSON object with the phone's
  /// `latitude` and `longitude`, `time` (ISO 8601 or Unix) and `device_id`.
  ///
  /// A repeated request does not open the gate again, but gets the same answer.
  func answerGate(_ request: HTTPRequest, at instant: Instant) throws -> HTTPResponse {
    guard RequestTarget(request.url).components.last == "gate" else {
      return refusal(404, "the gate is at /gate")
    }
    guard request.method == "POST" else { return refusal(405, "POST is expected") }
    let body = try JSONValue(request.body)
    guard let latitude = body["latitude"]?.number, let longitude = body["longitude"]?.number,
      Coordinate(latitude: latitude, longitude: longitude).isValid
    else { throw Malformed(reason: "latitude and longitude are not valid coordinates") }
    let unixTime = body["time"]?.number.map { String($0) }
    let time = try Instant(reported: body["time"]?.string ?? unixTime)
    let record = ReceivedRecord(
      device: body["device_id"]?.string ?? "", type: "gate", timestamp: time ?? instant,
      coordinate: Coordinate(latitude: latitude, longitude: longitude),
      horizontalAccuracyMeters: -1, arrivedAt: instant,
      source: store.keepsSources ? request.body : [])
    try keep([record])
    return .json(200, #"{"result":"ok"}"#)
  }
}
