import Text

/// The settings that a server can change on a device by an answer in Overland's format. The server
/// checks settings before it queues them, so that the device does not refuse them.
///
/// Names and values are those of "Configuration by Server Response" in the README of Overland for
/// iOS.
package enum OverlandSettings {
  /// Returns the reason why a device would refuse a part of the `set` object in `json`. Nil if the
  /// device would accept the whole object.
  ///
  /// The reason names the refused member, its value, the accepted values and the accepted value
  /// that is nearest.
  package static func fault(in json: [UInt8]) -> String? {
    guard case .object(let members)? = try? JSONValue(json) else { return "set is not an object" }
    for member in members {
      if let reason = fault(of: member) { return reason }
    }
    return nil
  }

  private static func fault(of member: JSONValue.Member) -> String? {
    guard groups.contains(member.name) else { return fault(member.name, member.value) }
    guard case .object(let inner) = member.value else {
      return "\(member.name) is expected to be an object of settings"
    }
    return inner.lazy.compactMap { fault("\(member.name).\($0.name)", $0.value) }.first
  }

  private static func fault(_ name: String, _ value: JSONValue) -> String? {
    if let accepted = all[name] { return accepted.fault(of: value).map { "\(name) \($0)" } }
    let near = nearestSpelling(to: name, among: all.keys.sorted())
    return "there is no setting '\(shortened(name))'" + (near.map { "; nearest: \($0)" } ?? "")
  }

  private static let groups = ["main", "trip"]

  /// The accepted values of each setting, by the setting's name. A setting within a group has a
  /// name such as "main.min_time".
  static let all: [String: AcceptedValue] = [
    "send_interval": .word(
      ["1s", "5s", "10s", "15s", "30s", "1m", "2m", "5m", "10m", "30m", "off"], seconds),
    "trip_mode": .word([
      "walk", "run", "bicycle", "car", "taxi", "bus", "tram", "train", "metro", "gondola",
      "monorail",
      "sleigh", "plane", "boat", "scooter",
    ]),
    "main.tracking_mode": .word(["off", "standard", "significant", "both"]),
    "main.visit_tracking": .flag,
    "main.desired_accuracy": accuracy,
    "main.activity_type": activity,
    "main.background_indicator": .flag,
    "main.pause_automatically": .flag,
    "main.logging_mode": logging,
    "main.batch_size": batchSize,
    "main.resume_with_geofence": .word(["off", "100m", "200m", "500m", "1km", "2km"], meters),
    "main.min_distance": distance,
    "main.min_time": interval,
    "trip.desired_accuracy": accuracy,
    "trip.activity_type": activity,
    "trip.background_indicator": .flag,
    "trip.prevent_screen_lock": .flag,
    "trip.logging_mode": logging,
    "trip.batch_size": batchSize,
    "trip.min_distance": distance,
    "trip.min_time": interval,
  ]

  private static let seconds = ["s": 1.0, "m": 60, "h": 3600]
  private static let meters = ["m": 1.0, "km": 1000]
  private static let accuracy = AcceptedValue.word(
    ["nav", "best", "10m", "100m", "1km", "3km"], meters)
  private static let activity = AcceptedValue.word(["other", "car", "fitness", "nav", "air"])
  private static let logging = AcceptedValue.word(["all", "latest", "owntracks"])
  private static let batchSize = AcceptedValue.number([50, 100, 200, 500, 1000])
  private static let distance = AcceptedValue.word(
    ["off", "1m", "10m", "50m", "100m", "500m"], meters)
  private static let interval = AcceptedValue.word(["1s", "5s", "10s", "30s", "1m", "5m"], seconds)
}

/// The values that a setting accepts.
enum AcceptedValue: Sendable {
  case flag
  case number([Double])
  /// The accepted words. If some words are amounts with a unit, such as `10s`, the dictionary
  /// contains the size of each unit in seconds or meters. In times, the unit `m` is a minute, with
  /// size 60. In distances, `m` is a meter, with size 1.
  case word([String], [String: Double] = [:])

  /// Returns the reason why `value` is refused, such as "cannot be 7; accepted: 50, 100". Nil if
  /// the value is accepted.
  func fault(of value: JSONValue) -> String? {
    switch (self, value) {
    case (.flag, .bool): return nil
    case (.number(let numbers), .number(let number)) where numbers.contains(number): return nil
    case (.word(let words, _), .string(let word)) where words.contains(word): return nil
    default:
      let near = nearest(to: value).map { "; nearest: \($0)" } ?? ""
      return "cannot be \(value.inWords); accepted: \(listing)\(near)"
    }
  }

  private var listing: String {
    switch self {
    case .flag: "true, false"
    case .number(let numbers): numbers.map { "\(Int($0))" }.joined(separator: ", ")
    case .word(let words, _): words.joined(separator: ", ")
    }
  }

  private func nearest(to value: JSONValue) -> String? {
    switch self {
    case .flag: value.string.flatMap { nearestSpelling(to: $0, among: ["true", "false"]) }
    case .number(let numbers):
      (value.number ?? value.string.flatMap(Double.init)).flatMap { wanted in
        numbers.min { abs($0 - wanted) < abs($1 - wanted) }.map { "\(Int($0))" }
      }
    case .word(let words, let units):
      nearestAmount(to: value, words, units)
        ?? value.string.flatMap { nearestSpelling(to: $0, among: words) }
    }
  }

  /// Returns the accepted amount that is nearest to `value`. A number without a unit is taken as
  /// seconds or meters.
  private func nearestAmount(
    to value: JSONValue, _ words: [String], _ units: [String: Double]
  ) -> String? {
    guard !units.isEmpty,
      let wanted = value.number ?? value.string.flatMap({ amount($0, units) })
    else { return nil }
    let amounts = words.compactMap { word in amount(word, units).map { (word, amount: $0) } }
    return amounts.min { abs($0.amount - wanted) < abs($1.amount - wanted) }?.0
  }

  private func amount(_ word: String, _ units: [String: Double]) -> Double? {
    let digits = word.prefix { $0.isNumber || $0 == "." }
    let unit = word.dropFirst(digits.count).drop { $0 == " " }
    guard let number = Double(digits) else { return nil }
    return unit.isEmpty ? number : units[unit.lowercased()].map { number * $0 }
  }
}

extension JSONValue {
  fileprivate var inWords: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string(let text): "'\(shortened(text))'"
    case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
    case .bool(let value): "\(value)"
    case .null: "null"
    }
  }
}

/// Returns the start of a text, short enough for a message.
private func shortened(_ text: String) -> String {
  text.count > 60 ? text.prefix(60) + "…" : text
}
