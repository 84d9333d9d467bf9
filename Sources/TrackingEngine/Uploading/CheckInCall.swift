import PhoneAPI
import Timekeeping

/// The call that tells of a crossing: all of it stands in the query, as the endpoint's callers expect.
///
/// `event` and `time` are ours; the same crossing told twice is the same call, letter by letter.
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
    let text = query.map { "\($0.name)=\(percentEncoded($0.value))" }.joined(separator: "&")
    return endpoint + (endpoint.contains("?") ? "&" : "?") + text
  }
}

/// All but the unreserved characters of RFC 3986, 2.3.
private func percentEncoded(_ text: String) -> String {
  let digits = Array("0123456789ABCDEF")
  var encoded = ""
  for byte in text.utf8 {
    switch Character(Unicode.Scalar(byte)) {
    case "A"..."Z", "a"..."z", "0"..."9", "-", ".", "_", "~":
      encoded.append(Character(Unicode.Scalar(byte)))
    default: encoded += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }
  }
  return encoded
}
