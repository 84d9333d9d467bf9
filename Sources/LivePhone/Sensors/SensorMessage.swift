import Text

/// A message of a device: a reading, or an object with a list of readings.
///
/// Sensor Logger sends `{"messageId":0,"sessionId":"…","deviceId":"…","payload":[…]}`. A program
/// that sends lines may send each reading alone.
package struct SensorMessage: Sendable, Hashable {
  /// The largest number of readings in a message: ten sensors at 200 Hz for ten seconds.
  package static let readingsMax = 20_000
  private static let deviceLengthMax = 64
  /// The device's name if the message has none.
  private static let unnamed = "phone"

  /// The readings of known sensors. If all have a time, they are in the order of their times.
  package private(set) var readings: [SensorReading] = []

  /// Reads a message.
  ///
  /// - Throws: `Malformed` if the bytes are not such a message, or if a reading of a known sensor
  ///   lacks a value.
  package init(_ bytes: [UInt8]) throws(Malformed) {
    let json = try JSONValue(bytes)
    let name = json["deviceId"]?.string.flatMap { $0.isEmpty ? nil : $0 } ?? Self.unnamed
    let device = String(String.UnicodeScalarView(name.unicodeScalars.prefix(Self.deviceLengthMax)))
    guard let list = json["payload"] else {
      guard json.isObject else { throw Malformed(reason: "neither a reading nor a 'payload'") }
      readings = [try SensorReading(json, device: device.printable)].compactMap { $0 }
      return
    }
    guard let elements = list.elements else {
      throw Malformed(reason: "a 'payload' that is not a list")
    }
    guard elements.count <= Self.readingsMax else {
      throw Malformed(reason: "more than \(Self.readingsMax) readings")
    }
    for element in elements {
      if let reading = try SensorReading(element, device: device.printable) {
        readings.append(reading)
      }
    }
    sort()
  }

  /// Sorts the readings by time. A batch may contain one sensor after the other.
  private mutating func sort() {
    let times = readings.compactMap(\.time)
    guard times.count == readings.count else { return }
    let order = readings.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    readings = order.map { readings[$0] }
  }
}
