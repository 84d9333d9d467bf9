import Foundation
import Geodesy
import Timekeeping

/// A position that an app wrote into a file, or sent in a request.
package struct WrittenPosition: Sendable, Hashable {
  package var time: Instant
  package var coordinate: Coordinate
  /// The horizontal accuracy; nil if the app writes none.
  package var accuracyMeters: Double?

  package init(time: Instant, coordinate: Coordinate, accuracyMeters: Double? = nil) {
    self.time = time
    self.coordinate = coordinate
    self.accuracyMeters = accuracyMeters
  }

  /// Reads a position from its values.
  ///
  /// - Parameter now: the present; see `WrittenValue.instant(near:)`.
  /// - Returns: nil if a value is missing, or is no time or coordinate.
  package init?(_ values: PositionColumns<WrittenValue?>, near now: Instant) {
    guard let time = values.time?.instant(near: now), let latitude = values.latitude?.number,
      let longitude = values.longitude?.number
    else { return nil }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    guard coordinate.isValid else { return nil }
    let accuracy = values.accuracy??.number
    self.init(
      time: time, coordinate: coordinate,
      accuracyMeters: accuracy.flatMap { $0 >= 0 ? $0 : nil })
  }
}

/// The places of a position's values, such as columns of a table or paths in a JSON text.
package struct PositionColumns<Place: Sendable> {
  package var time: Place
  package var latitude: Place
  package var longitude: Place
  /// The place of the horizontal accuracy in meters; nil if the app does not write it.
  package var accuracy: Place?

  package init(time: Place, latitude: Place, longitude: Place, accuracy: Place? = nil) {
    self.time = time
    self.latitude = latitude
    self.longitude = longitude
    self.accuracy = accuracy
  }

  package func map<Other: Sendable, Failure: Error>(
    _ transform: (Place) throws(Failure) -> Other
  ) throws(Failure) -> PositionColumns<Other> {
    PositionColumns<Other>(
      time: try transform(time), latitude: try transform(latitude),
      longitude: try transform(longitude),
      accuracy: try accuracy.map(transform))
  }

  package var all: [Place] { [time, latitude, longitude] + (accuracy.map { [$0] } ?? []) }
}

extension PositionColumns: Sendable {}
extension PositionColumns: Equatable where Place: Equatable {}
extension PositionColumns: Hashable where Place: Hashable {}

/// A number or a text, as an app wrote it.
package enum WrittenValue: Sendable, Hashable {
  case number(Double)
  case text(String)

  package var number: Double? {
    switch self {
    case .number(let number): number.isFinite ? number : nil
    case .text(let text):
      Double(text.trimmingCharacters(in: .whitespaces)).flatMap { $0.isFinite ? $0 : nil }
    }
  }

  /// The value as a time: ISO 8601, or a number of seconds, milliseconds, microseconds or
  /// nanoseconds since 1970, or of seconds since 2001, the reference date of Apple's systems.
  ///
  /// A number gets the unit that gives the time nearest to the present: an app records positions of
  /// the present, and the units lie decades apart.
  package func instant(near now: Instant) -> Instant? {
    if case .text(let text) = self {
      let trimmed = text.trimmingCharacters(in: .whitespaces)
      // Swift writes a date so.
      let zoned = trimmed.hasSuffix(" +0000") ? trimmed.dropLast(6) + "Z" : trimmed[...]
      if let instant = Instant(iso8601: zoned) ?? Instant(iso8601: zoned, assumingUTC: true) {
        return instant
      }
    }
    guard let number else { return nil }
    let present = now.secondsSince1970
    let times = [number, number / 1e3, number / 1e6, number / 1e9, number + Self.referenceDate]
    guard let nearest = times.min(by: { abs($0 - present) < abs($1 - present) }),
      abs(nearest) < 9.2e9
    else { return nil }
    return Instant(secondsSince1970: nearest)
  }

  /// The start of 2001 in UTC, in seconds since 1970.
  static let referenceDate = 978_307_200.0
}

/// The positions in a piece of a text that an app writes, and the end of what could be read.
package struct WrittenPiece: Sendable {
  package var positions: [WrittenPosition] = []
  /// The number of rows or points that are no position.
  package var rejected = 0
  package var firstRejected: String?
  /// The number of bytes up to the end of the last whole row or point.
  package var byteCount = 0
  /// The length of the last whole row or point.
  package var lastByteCount = 0

  package init() {}

  package mutating func add(_ position: WrittenPosition?, from text: @autoclosure () -> String) {
    if let position { return positions.append(position) }
    rejected += 1
    if firstRejected == nil { firstRejected = text() }
  }
}
