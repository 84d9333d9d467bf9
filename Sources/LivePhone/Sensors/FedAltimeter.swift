import Foundation
import PhoneAPI
import Timekeeping

/// An altimeter of the air pressure that another device sends.
final class FedAltimeter: Altimeter {
  let availability = ServiceAvailability.available
  private var handler: ((RelativeAltitude) -> Void)?
  /// The pressure at the start of the updates, in hPa.
  private var origin: Double?

  func startRelativeAltitudeUpdates(_ handler: @escaping (RelativeAltitude) -> Void) {
    origin = nil
    self.handler = handler
  }

  func stopRelativeAltitudeUpdates() { handler = nil }

  func take(hectopascals: Double, at instant: Instant) {
    guard let handler else { return }
    let origin = origin ?? hectopascals
    self.origin = origin
    handler(
      RelativeAltitude(
        meters: Self.altitudeMeters(hectopascals) - Self.altitudeMeters(origin),
        pressureKilopascals: hectopascals / 10, timestamp: instant))
  }

  /// Returns the altitude of a pressure in the International Standard Atmosphere (ISO 2533, below
  /// 11 km).
  static func altitudeMeters(_ hectopascals: Double) -> Double {
    288.15 / 0.0065 * (1 - pow(hectopascals / 1013.25, 0.190263))
  }
}
