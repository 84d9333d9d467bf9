/// Positions by Wi-Fi and cell.
public struct NetworkPositioningParameters: Sendable, Hashable {
  public let wifiScanJoules: Double
  /// True 68 % radius of a Wi-Fi position over the reported one.
  public let wifiErrorShare: Double
  public let wifiFixSeconds: Double
  public let cellFixSeconds: Double
  /// Share of places, and of ten minutes on trains, where Wi-Fi says something quite wrong.
  public let strayShare: Double
  public let strayShareOnTrains: Double
}

extension NetworkPositioningParameters {
  init(draw: inout ParameterDraw) {
    wifiScanJoules = draw.ranged("wifi.scanJoules", 0.1...1.0, "POS-7, POS-2, POS-3")
    wifiErrorShare = draw.ranged("wifi.errorShare", 0.3...1, "POS-1, STD-10 (judgement)")
    wifiFixSeconds = draw.ranged("wifi.fixSeconds", 1...4, "POS-9, STD-14")
    cellFixSeconds = draw.ranged("cell.fixSeconds", 1...3, "POS-9, STD-14")
    strayShare = draw.ranged("wifi.strayShare", 0...0.01, "STD-21 (judgement)")
    strayShareOnTrains = draw.ranged("wifi.strayShareOnTrains", 0.05...0.2, "STD-21 (judgement)")
  }
}
