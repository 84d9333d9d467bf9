/// The radios that carry data.
public struct ModemParameters: Sendable, Hashable {
  public let promotionWatts: Double
  public let promotionSeconds: Double
  public let burstWatts: Double
  public let burstSecondsMin: Double
  public let wattsPerMegabit: Double
  public let bitsPerSecond: Double
  public let tailWatts: Double
  public let tailSeconds: Double
  public let poorSignalPowerFactor: Double
  public let poorSignalTimeFactor: Double
  public let searchWatts: Double
  public let wifiActiveWatts: Double
  public let wifiTailSeconds: Double
  public let wifiBurstSecondsMin: Double
  public let wifiBitsPerSecond: Double
}

extension ModemParameters {
  init(draw: inout ParameterDraw) {
    promotionWatts = draw.known("modem.promotionWatts", 0.8, "RAD-13")
    promotionSeconds = draw.known("modem.promotionSeconds", 0.2, "RAD-13")
    burstWatts = draw.known("modem.burstWatts", 1.0, "RAD-13")
    burstSecondsMin = draw.known("modem.burstSecondsMin", 0.15, "RAD-13")
    wattsPerMegabit = draw.known("modem.wattsPerMegabitPerSecond", 0.44, "RAD-1")
    bitsPerSecond = draw.known("modem.bitsPerSecond", 5e6, "RAD-13")
    tailWatts = draw.ranged("modem.tailWatts", 0.1...0.58, "RAD-13, RAD-11")
    tailSeconds = draw.ranged("modem.tailSeconds", 5...12, "RAD-4")
    poorSignalPowerFactor = draw.known("modem.poorSignalPowerFactor", 1.7, "RAD-11")
    poorSignalTimeFactor = draw.known("modem.poorSignalTimeFactor", 3, "RAD-11")
    searchWatts = draw.known("modem.searchWatts", 0.4 / 6, "RAD-12 (duty unsourced)")
    wifiActiveWatts = draw.known("wifi.activeWatts", 0.403, "RAD-15")
    wifiTailSeconds = draw.known("wifi.tailSeconds", 0.25, "RAD-15")
    wifiBurstSecondsMin = draw.known("wifi.burstSecondsMin", 0.05, "RAD-15")
    wifiBitsPerSecond = draw.known("wifi.bitsPerSecond", 20e6, "unsourced")
  }
}
