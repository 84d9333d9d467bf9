import Geodesy
import PhoneAPI
import Text
import Timekeeping

/// A reading of one sensor, as a device sends it over the network.
package struct SensorReading: Sendable, Hashable {
  package enum Value: Sendable, Hashable {
    /// An acceleration of this kind: `accelerometer`, `rawAccelerometer` or `gravity`.
    case acceleration(SensorKind, SIMD3<Double>)
    case location(PositionReport)
    case pressure(hectopascals: Double)
    /// The level from 0 to 1; nil if unknown.
    case battery(level: Double?, BatteryState, isLowPower: Bool)
    /// The count of steps since the device's recording began.
    case steps(Int)
  }

  package var kind: SensorKind
  /// The name of the device that sent the reading.
  package var device: String
  /// The time by the device's clock; nil if the device does not send it.
  package var time: Instant?
  package var value: Value
}

extension SensorReading {
  /// Reads a reading, such as `{"name":"pedometer","values":{"steps":7}}`.
  ///
  /// - Returns: Nil for a sensor that is not in `SensorKind`.
  init?(_ json: JSONValue, device: String) throws(Malformed) {
    guard let name = json["name"]?.string else {
      throw Malformed(reason: "a reading without the text 'name'")
    }
    guard let kind = SensorKind(rawValue: name) else { return nil }
    guard let values = json["values"], values.isObject else {
      throw Malformed(reason: "\(name) without the object 'values'")
    }
    var numbers: [String: Double] = [:]
    for quantity in kind.quantities {
      let number = values[quantity.name]?.number
      if let number, quantity.range.contains(number) {
        numbers[quantity.name] = number
      } else if quantity.isRequired {
        throw Malformed(
          reason: "\(name) without a number '\(quantity.name)' from "
            + "\(Self.text(quantity.range.lowerBound)) to \(Self.text(quantity.range.upperBound))")
      }
    }
    let time = try Self.time(json["time"], of: name)
    self.init(
      kind: kind, device: device, time: time,
      value: Self.value(kind, numbers, values, device, time))
  }

  private static func text(_ bound: Double) -> String { "\(Int(bound))" }

  /// The earliest accepted time, in 1973. Times in seconds, milliseconds and microseconds are
  /// smaller numbers of nanoseconds.
  private static let nanosecondsMin = 1e17
  private static let nanosecondsMax = 9e18

  private static func time(_ json: JSONValue?, of name: String) throws(Malformed) -> Instant? {
    guard let json, json != .null else { return nil }
    guard let number = json.number, (nanosecondsMin...nanosecondsMax).contains(number) else {
      throw Malformed(reason: "\(name) with a 'time' that is not in nanoseconds since 1970")
    }
    return Instant(nanoseconds: Int64(number))
  }

  private static func value(
    _ kind: SensorKind, _ numbers: [String: Double], _ values: JSONValue, _ device: String,
    _ time: Instant?
  ) -> Value {
    switch kind {
    case .accelerometer, .rawAccelerometer, .gravity:
      .acceleration(
        kind, SIMD3(numbers["x"] ?? 0, numbers["y"] ?? 0, numbers["z"] ?? 0))
    case .location: .location(PositionReport(numbers, device: device, time: time))
    case .barometer: .pressure(hectopascals: numbers["pressure"] ?? 0)
    case .battery:
      .battery(
        level: numbers["batteryLevel"],
        values["batteryState"]?.string.flatMap(BatteryState.init) ?? .unknown,
        isLowPower: values["lowPowerMode"]?.bool ?? false)
    case .pedometer: .steps(Int(numbers["steps"] ?? 0))
    }
  }
}

extension PositionReport {
  /// Creates a report from the numbers of a `location`.
  fileprivate init(_ numbers: [String: Double], device: String, time: Instant?) {
    let altitude = numbers["altitudeAboveMeanSeaLevel"]
    self.init(
      device: device, mode: altitude == nil ? .twoDimensional : .threeDimensional, time: time,
      coordinate: Coordinate(
        latitude: numbers["latitude"] ?? 0, longitude: numbers["longitude"] ?? 0),
      altitudeMeters: altitude, ellipsoidalHeightMeters: numbers["altitude"],
      speedMetersPerSecond: numbers["speed"], courseDegrees: numbers["bearing"],
      horizontalAccuracyMeters: numbers["horizontalAccuracy"],
      verticalAccuracyMeters: numbers["verticalAccuracy"],
      speedAccuracyMetersPerSecond: numbers["speedAccuracy"],
      courseAccuracyDegrees: numbers["bearingAccuracy"])
  }
}
