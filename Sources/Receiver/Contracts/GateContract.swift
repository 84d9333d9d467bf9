import Geodesy
import PhoneAPI
import Text
import Timekeeping

extension Receiver {
  /// Answers a request to open a gate, at a path that ends in `/gate`.
  ///
  /// The methods are POST, PUT and GET. The values are `latitude`, `longitude`, `time` (ISO 8601 or
  /// Unix) and `device_id`: members of a JSON object, fields of a form, or, without a body, of the
  /// query. A repeated request does not open the gate again, but gets the same answer.
  func answerGate(_ request: HTTPRequest, at instant: Instant) throws -> HTTPResponse {
    guard RequestTarget(request.url).components.last == "gate" else {
      return refusal(404, "the gate is at /gate")
    }
    guard ["POST", "PUT", "GET"].contains(request.method) else {
      return refusal(405, "POST, PUT or GET is expected")
    }
    let values = try GateValues(request)
    guard let coordinate = values.coordinate, coordinate.isValid else {
      throw Malformed(reason: "latitude and longitude are not valid coordinates")
    }
    let record = ReceivedRecord(
      device: values.device ?? "", type: "gate",
      timestamp: try Instant(reported: values.time) ?? instant, coordinate: coordinate,
      horizontalAccuracyMeters: -1, arrivedAt: instant,
      source: store.keepsSources
        ? request.body.isEmpty ? Array(request.url.utf8) : request.body : [])
    try keep([record])
    return .json(200, #"{"result":"ok"}"#)
  }
}

/// The values of a request to open a gate.
private struct GateValues {
  var coordinate: Coordinate?
  var time: String?
  var device: String?

  init(_ request: HTTPRequest) throws {
    let type = request.header("Content-Type")?.lowercased() ?? ""
    if request.body.isEmpty, request.method != "POST" {
      read(RequestTarget(request.url).query)
    } else if type.hasPrefix("application/x-www-form-urlencoded") {
      read(try FormFields(body: request.body))
    } else {
      let body = try JSONValue(request.body)
      coordinate = Self.coordinate(body["latitude"]?.number, body["longitude"]?.number)
      time = body["time"]?.string ?? body["time"]?.number.map { String($0) }
      device = body["device_id"]?.string
    }
  }

  private mutating func read(_ fields: FormFields) {
    coordinate = Self.coordinate(
      fields["latitude"].flatMap(Double.init), fields["longitude"].flatMap(Double.init))
    time = fields["time"]
    device = fields["device_id"]
  }

  private static func coordinate(_ latitude: Double?, _ longitude: Double?) -> Coordinate? {
    guard let latitude, let longitude else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}
