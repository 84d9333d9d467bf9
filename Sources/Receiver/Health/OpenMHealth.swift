import Text
import Timekeeping

/// Checks of data against the Open mHealth schemas that JupyterHealth Exchange uses, and against
/// IEEE 1752's header.
///
/// Members that a schema does not name are accepted, as the schemas allow.
enum OpenMHealth {
  static func checkBody(_ body: JSONValue?, _ code: HealthCode) throws(Malformed) {
    guard let body, body.isObject else { throw Malformed(reason: "body is not an object") }
    switch code {
    case .geoposition: try checkGeoposition(body)
    case .timeInterval: try checkTimeInterval(body)
    default: throw Malformed(reason: "there is no schema for \(code.code)")
    }
  }

  // MARK: IEEE 1752

  static func checkHeader(_ header: JSONValue?) throws(Malformed) {
    guard let header, header.isObject else { throw Malformed(reason: "header is missing") }
    guard let uuid = header["uuid"]?.string, isUUID(uuid) else {
      throw Malformed(reason: "header.uuid is not a UUID")
    }
    for name in ["namespace", "name", "version"] {
      guard let text = header["schema_id"]?[name]?.string, !text.isEmpty else {
        throw Malformed(reason: "header.schema_id.\(name) is missing")
      }
    }
    try requireTime(header["source_creation_date_time"], "header.source_creation_date_time")
    if let modality = header["modality"] {
      try requireWord(modality, of: ["sensed", "self-reported"], "header.modality")
    }
  }

  private static func isUUID(_ text: String) -> Bool {
    text.wholeMatch(
      of: /[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}/) != nil
  }

  // MARK: omh:geoposition:1.0

  private static func checkGeoposition(_ body: JSONValue) throws(Malformed) {
    try requireQuantity(body["latitude"], units: ["deg"], "latitude")
    try requireQuantity(body["longitude"], units: ["deg"], "longitude")
    try requireTime(
      body["effective_time_frame"]?["date_time"], "effective_time_frame.date_time")
    if let elevation = body["elevation"] {
      try requireQuantity(elevation, units: ["m", "ft"], "elevation")
    }
    for name in ["number_of_satellites_in_view", "number_of_satellites_in_fix"] {
      if let count = body[name] { try requireWholeNumber(count, name) }
    }
    if let strengths = body["satellite_signal_strengths"] {
      try checkSignalStrengths(strengths)
    }
    if let system = body["positioning_system"] {
      let known = ["GPS", "GLONASS", "Galileo", "Beidou", "COMPASS", "IRNSS", "QZSS"]
      try requireWord(system, of: known, "positioning_system")
    }
  }

  private static func checkSignalStrengths(_ strengths: JSONValue) throws(Malformed) {
    guard let elements = strengths.elements else {
      throw Malformed(reason: "satellite_signal_strengths is not an array")
    }
    for strength in elements {
      try requireQuantity(strength, units: ["dB"], "satellite_signal_strengths")
      try requireWholeNumber(strength["value"], "satellite_signal_strengths.value")
    }
  }

  // MARK: omh:time-interval:1.0

  /// Checks that a time interval is complete. It needs start and duration, end and duration, start
  /// and end, or a date and a part of that day.
  private static func checkTimeInterval(_ body: JSONValue) throws(Malformed) {
    let names = [
      "start_date_time", "end_date_time", "duration", "date", "part_of_day",
    ].filter { body[$0] != nil }
    let forms = [
      ["start_date_time", "duration"], ["end_date_time", "duration"],
      ["start_date_time", "end_date_time"], ["date", "part_of_day"],
    ]
    guard forms.contains(names) else {
      throw Malformed(
        reason: "expected two of start_date_time, end_date_time and duration, "
          + "or date and part_of_day")
    }
    for name in names where name.hasSuffix("date_time") { try requireTime(body[name], name) }
    if let duration = body["duration"] {
      let units = ["ps", "ns", "us", "ms", "sec", "min", "h", "d", "wk", "Mo", "yr"]
      try requireQuantity(duration, units: units, "duration")
    }
    if let part = body["part_of_day"] {
      try requireWord(part, of: ["morning", "afternoon", "evening", "night"], "part_of_day")
    }
    if let date = body["date"] {
      guard let text = date.string, text.count == 10,
        Instant(iso8601: text + "T00:00:00Z") != nil
      else { throw Malformed(reason: "date is not a date") }
    }
  }

  // MARK: Parts

  private static func requireQuantity(
    _ value: JSONValue?, units: [String], _ name: String
  ) throws(Malformed) {
    guard let value, value["value"]?.number != nil else {
      throw Malformed(reason: "\(name).value is not a number")
    }
    guard let unit = value["unit"]?.string, units.contains(unit) else {
      throw Malformed(reason: "\(name).unit is not one of \(units.joined(separator: ", "))")
    }
  }

  private static func requireWholeNumber(_ value: JSONValue?, _ name: String) throws(Malformed) {
    guard let number = value?.number, number == number.rounded() else {
      throw Malformed(reason: "\(name) is not a whole number")
    }
  }

  /// Checks that a value is a date and time. A time without a zone is taken as UTC.
  private static func requireTime(_ value: JSONValue?, _ name: String) throws(Malformed) {
    guard let text = value?.string, Instant(iso8601: text, assumingUTC: true) != nil else {
      throw Malformed(reason: "\(name) is not a time")
    }
  }

  private static func requireWord(
    _ value: JSONValue, of words: [String], _ name: String
  ) throws(Malformed) {
    guard let word = value.string, words.contains(word) else {
      throw Malformed(reason: "\(name) is not one of \(words.joined(separator: ", "))")
    }
  }
}
