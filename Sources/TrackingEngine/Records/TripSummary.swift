import Foundation
import Geodesy
import PhoneAPI
import Text
import Timekeeping

/// A summary of a trip, stored as the details of the trip's record.
///
/// The tracker stores the summary at each fix of the trip, so that a kill of the app loses nothing.
/// `JSONWriter` makes the writing fast.
package struct TripSummary: Sendable, Equatable {
  package var mode: TripMode
  /// The start time of the trip, in whole seconds.
  package var start: Instant
  package var end: Instant?
  package var startLocation: Location?
  /// The newest position of the trip so far; the last position once the trip has ended.
  package var lastLocation: Location?
  /// The sum of the distances from each fix to the next.
  package var distanceMeters = 0.0
  package var steps: Int?
  /// True if the trip ended because the phone paused location updates.
  package var stoppedAutomatically = false
  /// True if tracking was off before the trip. The tracker then turns tracking off when the trip
  /// ends.
  package var startedTracking = false

  /// The largest horizontal accuracy, in meters, of a fix that is added to a trip.
  private static let accuracyMaxMeters = 200.0

  /// Adds a fix to the trip.
  ///
  /// - Returns: False if the fix is too inaccurate to be added.
  mutating func add(_ location: Location) -> Bool {
    guard location.timestamp >= start,
      (0...Self.accuracyMaxMeters).contains(location.horizontalAccuracyMeters)
    else { return false }
    if let last = lastLocation {
      guard location.timestamp > last.timestamp else { return false }
      distanceMeters += last.coordinate.distanceMeters(to: location.coordinate)
    } else {
      startLocation = location
    }
    lastLocation = location
    return true
  }
}

// MARK: - Writing

extension TripSummary {
  package var json: String {
    var json = JSONWriter(capacity: 768)
    json.beginObject()
    json.string("mode", mode.rawValue)
    json.instant("start", start)
    if let end {
      json.instant("end", end)
    }
    write("startLocation", startLocation, to: &json)
    write("lastLocation", lastLocation, to: &json)
    json.number("distanceMeters", distanceMeters)
    if let steps {
      json.number("steps", steps)
    }
    json.boolean("stoppedAutomatically", stoppedAutomatically)
    json.boolean("startedTracking", startedTracking)
    json.endObject()
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private func write(_ key: StaticString, _ location: Location?, to json: inout JSONWriter) {
    guard let location else { return }
    json.beginArray(key)
    json.instant(location.timestamp)
    json.number(location.coordinate.latitude)
    json.number(location.coordinate.longitude)
    json.number(location.altitudeMeters)
    json.number(location.horizontalAccuracyMeters)
    json.number(location.verticalAccuracyMeters)
    json.number(location.speedMetersPerSecond)
    json.number(location.speedAccuracyMetersPerSecond)
    json.number(location.courseDegrees)
    json.number(location.courseAccuracyDegrees)
    json.endArray()
  }
}

// MARK: - Reading

extension TripSummary: Decodable {
  private enum CodingKeys: CodingKey {
    case mode, start, end, startLocation, lastLocation, distanceMeters, steps
    case stoppedAutomatically, startedTracking
  }

  package init?(json: String) {
    guard let trip = try? JSONDecoder().decode(TripSummary.self, from: Data(json.utf8)) else {
      return nil
    }
    self = trip
  }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    mode = try fields.decode(TripMode.self, forKey: .mode)
    start = try fields.decode(ISO8601Text.self, forKey: .start).wrappedValue
    end = try fields.decodeIfPresent(ISO8601Text.self, forKey: .end)?.wrappedValue
    startLocation = try fields.decodeIfPresent(LocationList.self, forKey: .startLocation)?.location
    lastLocation = try fields.decodeIfPresent(LocationList.self, forKey: .lastLocation)?.location
    distanceMeters = try fields.decode(Double.self, forKey: .distanceMeters)
    steps = try fields.decodeIfPresent(Int.self, forKey: .steps)
    stoppedAutomatically = try fields.decode(Bool.self, forKey: .stoppedAutomatically)
    startedTracking = try fields.decode(Bool.self, forKey: .startedTracking)
  }

  /// Reads a position from the form that `write` produces, where null means NaN.
  private struct LocationList: Decodable {
    let location: Location

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      let timestamp = try list.decode(ISO8601Text.self).wrappedValue
      var numbers: [Double] = []
      while !list.isAtEnd { numbers.append(try list.decodeIfPresent(Double.self) ?? .nan) }
      guard numbers.count == 9 else {
        throw DecodingError.dataCorruptedError(in: list, debugDescription: "no position")
      }
      location = Location(
        coordinate: Coordinate(latitude: numbers[0], longitude: numbers[1]),
        altitudeMeters: numbers[2], horizontalAccuracyMeters: numbers[3],
        verticalAccuracyMeters: numbers[4], speedMetersPerSecond: numbers[5],
        speedAccuracyMetersPerSecond: numbers[6], courseDegrees: numbers[7],
        courseAccuracyDegrees: numbers[8], timestamp: timestamp)
    }
  }
}
