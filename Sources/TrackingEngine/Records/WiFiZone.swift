import Geodesy
import PhoneAPI
import Timekeeping

/// A Wi-Fi network at a known location.
///
/// While the phone is on this network, the tracker records that location and ignores the delivered
/// fixes.
struct WiFiZone {
  private let network: String
  private let center: Coordinate

  /// Makes a zone from the settings; nil unless both the network and its location are set.
  init?(_ settings: TrackerSettings) {
    guard let network = settings.overland.wifiZoneNetwork,
      let center = settings.overland.wifiZoneCenter
    else { return nil }
    self.network = network
    self.center = settings.wholeSecondKeys ? center.inSinglePrecision : center
  }

  func isHere(_ wifi: any WiFi) -> Bool { wifi.networkName == network }

  func fix(at now: Instant) -> Location {
    Location(
      coordinate: center, altitudeMeters: -1, horizontalAccuracyMeters: 1,
      verticalAccuracyMeters: 0, speedMetersPerSecond: 0, courseDegrees: 0, timestamp: now)
  }
}

extension Coordinate {
  /// The coordinate in single precision, as in Overland's app of 2024, with an error of up to 4 m.
  fileprivate var inSinglePrecision: Coordinate {
    Coordinate(latitude: Double(Float(latitude)), longitude: Double(Float(longitude)))
  }
}
