import Geodesy
import PhoneAPI
import Text
import Timekeeping

extension Tracker {
  /// Returns the endpoint with its template words replaced by the values of the newest position.
  ///
  /// Where the battery's level is unknown, as in an upload from a file, the level of the newest
  /// record counts.
  func filled(_ endpoint: String) -> String {
    guard endpoint.utf8.contains(UInt8(ascii: "%")) else { return endpoint }
    let level = surroundings.batteryLevel
    let newest = lastFix == nil || level < 0 ? try? store.newestLocation() : nil
    return EndpointTemplate(
      lastFix ?? newest?.location,
      battery: level < 0 ? newest?.surroundings.batteryLevel ?? level : level,
      rounds: settings.wholeSecondKeys
    ).filled(endpoint)
  }
}

/// The template words of an endpoint: `%TS`, `%LAT`, `%LON`, `%SPD`, `%ACC`, `%ALT` and `%BAT`.
///
/// If no position is known, all words except `%BAT` become empty.
struct EndpointTemplate {
  private let words: [(word: String, value: String)]

  /// - Parameter rounds: true to round speed, accuracy and altitude to whole numbers, as in
  ///   Overland's app of 2024.
  init(_ fix: Location?, battery: Float, rounds: Bool = false) {
    func number(_ value: Double?) -> String {
      guard let value, value.isFinite else { return "" }
      var json = JSONWriter(capacity: 24)
      json.number(rounds ? value.rounded() : value)
      return String(decoding: json.bytes, as: UTF8.self)
    }
    words = [
      ("%TS", fix?.timestamp.iso8601() ?? ""),
      ("%LAT", fix.map { "\($0.coordinate.latitude)" } ?? ""),
      ("%LON", fix.map { "\($0.coordinate.longitude)" } ?? ""),
      ("%SPD", number(fix?.speedMetersPerSecond)),
      ("%ACC", number(fix?.horizontalAccuracyMeters)),
      ("%ALT", number(fix?.altitudeMeters)),
      ("%BAT", "\((Double(battery) * 100).rounded() / 100)"),
    ]
  }

  /// The template words, in the order in which messages list them.
  static var names: [String] { sample.words.map(\.word) }

  /// A template with the values of some position, to check texts before there is a position.
  static let sample = EndpointTemplate(
    Location(
      coordinate: Coordinate(latitude: 56.9712, longitude: 24.1335), horizontalAccuracyMeters: 5,
      timestamp: Instant(nanoseconds: 0)), battery: 1)

  /// Returns the first word of a text that looks like a template word, but is none, such as
  /// "%LONG"; nil if there is none. In an address, "%2F" and the like are encoded bytes.
  static func strangeWord(in text: String, isAddress: Bool = false) -> String? {
    for match in text.matches(of: /%([A-Z0-9]*)/) {
      let rest = String(match.1)
      let isWord = names.contains { name in
        rest.hasPrefix(name.dropFirst())
          && !rest.dropFirst(name.count - 1).contains(where: \.isLetter)
      }
      let isByte = rest.count >= 2 && rest.prefix(2).allSatisfy(\.isHexDigit)
      if isWord || isAddress && isByte { continue }
      if isAddress || rest.first?.isLetter == true { return String(match.0) }
    }
    return nil
  }

  func filled(_ endpoint: String) -> String {
    words.reduce(endpoint) { $0.replacing($1.word, with: $1.value) }
  }
}
