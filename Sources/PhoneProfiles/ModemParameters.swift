import ModelParameters

/// The power, speed and times of the radios that carry data.
package struct ModemParameters: Sendable {
  package let cellular: CellularParameters
  package let wifi: WiFiParameters
}

/// The power, speed and times of the cellular radio in one technology; see `CellularFigures`.
package struct CellularParameters: Sendable {
  /// A stage after a transfer in which the connection stays open.
  ///
  /// The promotion values describe the return from this stage to the full data rate.
  package struct TailStage: Sendable {
    package var watts: Double
    package var seconds: Double
    package var promotionSeconds = 0.0
    package var promotionWatts = 0.0
    /// The time from this stage until a small transfer can use the shared channel, FACH [s]; nil if
    /// even a small transfer needs the full rate.
    package var sharedPromotionSeconds: Double?
  }

  package let technology: CellularTechnology
  package let promotionSeconds: Double
  package let promotionWatts: Double
  package let burstWatts: Double
  /// The minimum duration of an upload [s]. A download has no minimum, because it is the answer to
  /// an upload.
  package let burstSecondsMin: Double
  package let wattsPerMegabitUp: Double
  package let wattsPerMegabitDown: Double
  package let bitsPerSecondUp: Double
  package let bitsPerSecondDown: Double
  /// The stages in which the connection stays open after a transfer, the one with the highest power
  /// first.
  package let tail: [TailStage]
  /// The maximum size of a transfer that uses the shared channel [bytes]. The connection has to be
  /// in the second stage of the tail, or in a later stage.
  package let sharedChannelBytesMax: Int
  package let poorSignalPowerFactor: Double
  package let poorSignalTimeFactor: Double
  /// The power of the modem while it searches for service [W]. `searchShare` is the share of the
  /// time without service in which it searches.
  package let searchWatts: Double
  package let searchShare: Double
}

/// The power, speed and times of data over Wi-Fi. The power for staying connected to a Wi-Fi
/// network is part of the phone's base power (RAD-16).
package struct WiFiParameters: Sendable {
  package let activeWatts: Double
  package let tailSeconds: Double
  package let burstSecondsMin: Double
  package let bitsPerSecond: Double
  /// The energy of joining the network for one transfer [J], for a phone that does not stay joined.
  package let associationJoules: Double
}

extension ModemParameters {
  package init(profile: DeviceProfile, draw: inout ParameterDraw) {
    cellular = CellularParameters(profile: profile, draw: &draw)
    wifi = WiFiParameters(profile: profile, draw: &draw)
  }
}

extension CellularParameters {
  package init(profile: DeviceProfile, draw: inout ParameterDraw) {
    technology = draw.reading(
      "cellular", standard: profile.pick(CellularTechnology.lte, n95: .threeG),
      "RAD-1, RAD-5, RAD-13, RAD-14, RAD-17")
    let figures = CellularFigures.of(technology)
    let fiveG = draw.ranged("modem.fiveGFactor", 1.2...2, "RAD-14 (unsourced)")
    let factor = technology == .fiveG ? fiveG : 1
    promotionSeconds = draw.figure("modem.promotionSeconds", figures.promotionSeconds)
    promotionWatts = draw.figure("modem.promotionWatts", figures.promotionWatts) * factor
    burstWatts = draw.figure("modem.burstWatts", figures.burstWatts) * factor
    burstSecondsMin = draw.known("modem.burstSecondsMin", 0.15, "RAD-13")
    wattsPerMegabitUp =
      draw.figure("modem.wattsPerMegabitPerSecond", figures.wattsPerMegabitUp) * factor
    wattsPerMegabitDown =
      draw.figure("modem.wattsPerMegabitPerSecondDown", figures.wattsPerMegabitDown) * factor
    bitsPerSecondUp = draw.figure("modem.bitsPerSecond", figures.bitsPerSecondUp)
    bitsPerSecondDown = draw.figure("modem.bitsPerSecondDown", figures.bitsPerSecondDown)
    let dear = TailStage(
      watts: draw.figure("modem.tailWatts", figures.tailWatts) * factor,
      seconds: draw.figure("modem.tailSeconds", figures.tailSeconds))
    let cheap = TailStage(
      watts: draw.figure("modem.lowTailWatts", figures.lowTailWatts) * factor,
      seconds: draw.figure("modem.lowTailSeconds", figures.lowTailSeconds),
      promotionSeconds: draw.figure("modem.lowPromotionSeconds", figures.lowPromotionSeconds),
      promotionWatts: draw.figure("modem.lowPromotionWatts", figures.lowPromotionWatts) * factor,
      sharedPromotionSeconds: 0)
    let paging = Self.paging(figures, like: cheap, draw: &draw)
    tail = [dear, cheap, paging].filter { $0.seconds > 0 }
    sharedChannelBytesMax = Int(
      draw.figure("modem.sharedChannelBytesMax", figures.sharedChannelBytesMax))
    poorSignalPowerFactor = draw.known("modem.poorSignalPowerFactor", 1.7, "RAD-11, RAD-18")
    poorSignalTimeFactor = draw.known("modem.poorSignalTimeFactor", 3, "RAD-18 (unsourced factor)")
    searchWatts = draw.known("modem.searchWatts", 0.4, "RAD-12")
    searchShare = draw.known("modem.searchShare", 1.0 / 6, "unsourced")
  }
}

extension CellularParameters {
  /// Returns the third stage of the tail, on networks that have one.
  private static func paging(
    _ figures: CellularFigures, like cheap: TailStage, draw: inout ParameterDraw
  ) -> TailStage {
    let pagingChannel = draw.reading("pagingChannel", standard: PagingChannel.idle, "RAD-10")
    let pagingSeconds = draw.figure("modem.pagingSeconds", figures.pagingSeconds)
    return TailStage(
      watts: draw.figure("modem.pagingWatts", figures.pagingWatts),
      seconds: pagingChannel == .cellPCH ? pagingSeconds : 0,
      promotionSeconds: cheap.promotionSeconds, promotionWatts: cheap.promotionWatts,
      sharedPromotionSeconds: draw.figure(
        "modem.pagingPromotionSeconds", figures.pagingPromotionSeconds))
  }
}

extension WiFiParameters {
  package init(profile: DeviceProfile, draw: inout ParameterDraw) {
    activeWatts = draw.figure(
      "wifi.activeWatts", profile.pick(.known(0.403, "RAD-15"), n95: .known(0.635, "POS-6")))
    tailSeconds = draw.known("wifi.tailSeconds", 0.25, "RAD-15, RAD-3")
    burstSecondsMin = draw.known("wifi.burstSecondsMin", 0.05, "RAD-15")
    bitsPerSecond = draw.known("wifi.bitsPerSecond", 20e6, "unsourced")
    associationJoules = draw.figure(
      "wifi.associationJoules",
      profile.pick(.known(0, "RAD-16 (stays joined)"), n95: .known(5.9, "RAD-17 (unsourced)")))
  }
}
