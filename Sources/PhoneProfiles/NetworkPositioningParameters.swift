import ModelParameters

/// The model's values for positions from Wi-Fi and from cells.
package struct NetworkPositioningParameters: Sendable {
  /// The energy that the Wi-Fi radio uses for one Wi-Fi position [J], without the processor's
  /// energy.
  package let wifiScanJoules: Double
  /// The true 68 % radius of a Wi-Fi position, divided by the accuracy that the phone reports.
  package let wifiErrorShare: Double
  package let wifiFixSeconds: Double
  package let cellFixSeconds: Double
  /// The share of places at which the Wi-Fi position is kilometers wrong. `strayShareOnTrains` is
  /// the share of ten-minute periods on trains with such an error.
  package let strayShare: Double
  package let strayShareOnTrains: Double
  /// True if the phone uses network positions for an app that needs satellites, while the receiver
  /// has no fix (STD-6).
  package let standsInForSatellites: Bool
  /// The reported accuracy of a cell position [m]. `cellErrorShare` is the true 68 % radius,
  /// divided by this accuracy.
  package let cellAccuracyMeters: Double
  package let cellErrorShare: Double
  /// The probability that the phone's own database lacks an area when the phone first comes there.
  package let cacheMissShare: Double
  /// The amount of data for one request of access points or cells from the server [bytes].
  package let lookUpBytes: Double
}

extension NetworkPositioningParameters {
  package init(profile: DeviceProfile, draw: inout ParameterDraw) {
    wifiScanJoules = draw.figure(
      "wifi.scanJoules",
      profile.pick(
        .ranged(0.1...1.0, "POS-7, POS-2, POS-3"), n95: .known(1.27, "POS-6 (unsourced duration)")))
    wifiErrorShare = draw.ranged("wifi.errorShare", 0.3...1, "POS-1, POS-10, STD-10 (judgement)")
    wifiFixSeconds = draw.ranged("wifi.fixSeconds", 1...4, "POS-9, STD-14")
    cellFixSeconds = draw.ranged("cell.fixSeconds", 1...3, "POS-9, STD-14")
    strayShare = draw.ranged("wifi.strayShare", 0...0.01, "STD-21 (judgement)")
    strayShareOnTrains = draw.ranged("wifi.strayShareOnTrains", 0.05...0.2, "STD-21 (judgement)")
    standsInForSatellites = profile.pick(true, n95: false)
    cellAccuracyMeters = draw.figure(
      "cell.accuracyMeters",
      profile.pick(.known(1414, "STD-13, POS-10"), n95: .known(400, "POS-1")))
    cellErrorShare = draw.figure(
      "cell.errorShare", profile.pick(.known(0.755, "POS-10"), n95: .known(1, "POS-1")))
    cacheMissShare = draw.known("network.cacheMissShare", 0.2, "POS-7, POS-8 (unsourced)")
    lookUpBytes = draw.known("network.lookUpBytes", 1000, "unsourced")
  }
}
