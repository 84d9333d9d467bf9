/// The hardware of one phone model, by the name that scenarios use.
public struct DeviceProfile: Sendable, Hashable {
  public let name: String
  /// Design energy of the cell (BAT-1).
  public let designWattHours: Double

  public static let all: [DeviceProfile] = [
    DeviceProfile(name: "iphone-13", designWattHours: 12.41),
    DeviceProfile(name: "iphone-14", designWattHours: 12.68),
    DeviceProfile(name: "iphone-se", designWattHours: 7.82),
  ]

  public static func named(_ name: String) -> DeviceProfile? { all.first { $0.name == name } }
}

/// What the hardware draws and how quick it is, resolved for one phone. SI units; powers at the battery.
public struct DeviceParameters: Sendable, Hashable {
  public let batteryJoules: Double

  public let suspendedWatts: Double
  public let systemBackgroundWatts: Double
  public let awakeIdleWatts: Double
  /// Share of a kept-alive session in which the processor is awake, by accuracy class.
  public let awakeShareFine: Double
  public let awakeShareHundredMeters: Double
  public let awakeShareCoarse: Double
  public let wakeJoules: Double
  public let hostJoulesPerFixComputed: Double
  public let hostJoulesPerFixDelivered: Double
  public let motionWatts: Double
  public let screenWatts: Double

  public let gnssAcquiringWatts: Double
  public let gnssTrackingGoodWatts: Double
  public let gnssTrackingWeakWatts: Double
  public let gnssTailSeconds: Double
  public let gnssStillShare: Double
  public let gnssHotStartSeconds: Double
  public let gnssWarmStartSeconds: Double
  public let gnssColdStartSeconds: Double
  public let gnssColdUnassistedSeconds: Double
  public let gnssHardSkySeconds: Double
  public let ephemerisSeconds: Double
  public let gnssGiveUpSeconds: Double
  public let gnssGiveUpUnassistedSeconds: Double
  public let gnssOpenAccuracyMeters: Double
  public let gnssUrbanAccuracyMeters: Double
  public let gnssErrorTimeSeconds: Double

  public let wifiScanJoules: Double
  /// True 68 % radius of a Wi-Fi position over the reported one.
  public let wifiErrorShare: Double
  public let networkFixHostJoules: Double
  public let wifiFixSeconds: Double
  public let cellFixSeconds: Double

  public let cellularPromotionWatts: Double
  public let cellularPromotionSeconds: Double
  public let cellularBurstWatts: Double
  public let cellularBurstSecondsMin: Double
  public let cellularWattsPerMegabit: Double
  public let cellularBitsPerSecond: Double
  public let cellularTailWatts: Double
  public let cellularTailSeconds: Double
  public let poorSignalPowerFactor: Double
  public let poorSignalTimeFactor: Double
  public let noServiceSearchWatts: Double
  public let wifiActiveWatts: Double
  public let wifiTailSeconds: Double
  public let wifiBurstSecondsMin: Double
  public let wifiBitsPerSecond: Double
  public let chargeWatts: Double
}

extension DeviceParameters {
  /// Draws what the facts leave open; every line names its fact in the energy or behaviour tables.
  public init(profile: DeviceProfile, draw: inout ParameterDraw) {
    let health = draw.ranged("battery.healthShare", 0.8...1, "BAT-10 (unsourced)", level: .trait)
    batteryJoules =
      draw.known("battery.designJoules", profile.designWattHours * 3600, "BAT-1") * health

    suspendedWatts = draw.ranged("base.suspendedWatts", 0.020...0.050, "CPU-1, BAT-9, RAD-16")
    systemBackgroundWatts = draw.known("base.systemBackgroundWatts", 0.015, "BAT-8")
    awakeIdleWatts = draw.ranged("processor.awakeIdleWatts", 0.030...0.160, "CPU-2")
    awakeShareFine = draw.ranged("processor.awakeShareFine", 0.8...1, "judgement")
    awakeShareHundredMeters = draw.ranged(
      "processor.awakeShareHundredMeters", 0.15...0.5, "judgement")
    awakeShareCoarse = draw.ranged("processor.awakeShareCoarse", 0.02...0.15, "judgement")
    wakeJoules = draw.ranged("processor.wakeJoules", 0.2...1.5, "CPU-7")
    hostJoulesPerFixComputed = draw.known(
      "processor.hostJoulesPerFixComputed", 0.054, "GNSS-15, STD-20 (unsourced split)")
    hostJoulesPerFixDelivered = draw.known(
      "processor.hostJoulesPerFixDelivered", 0.006, "GNSS-15, STD-20 (unsourced split)")
    motionWatts = draw.ranged("motion.coprocessorWatts", 0.0002...0.003, "ACC-7")
    screenWatts = draw.ranged("screen.onWatts", 0.8...2.0, "SCR-2")

    gnssAcquiringWatts = draw.known("gnss.acquiringWatts", 0.065, "GNSS-6, GNSS-1")
    gnssTrackingGoodWatts = draw.ranged("gnss.trackingGoodWatts", 0.035...0.065, "GNSS-1")
    gnssTrackingWeakWatts = gnssTrackingGoodWatts * 1.1
    gnssTailSeconds = draw.ranged("gnss.tailSeconds", 0...30, "GNSS-5")
    gnssStillShare = draw.ranged("gnss.stillShare", 0...0.5, "judgement on STD-2, STD-19")
    gnssHotStartSeconds = draw.ranged("gnss.hotStartSeconds", 1...3, "STD-14, GNSS-17")
    gnssWarmStartSeconds = draw.ranged("gnss.warmStartSeconds", 3...10, "STD-14, GNSS-17")
    gnssColdStartSeconds = draw.ranged("gnss.coldStartSeconds", 5...15, "STD-14")
    gnssColdUnassistedSeconds = draw.ranged("gnss.coldUnassistedSeconds", 30...240, "STD-14")
    gnssHardSkySeconds = draw.ranged("gnss.hardSkySeconds", 15...20, "STD-14")
    ephemerisSeconds = draw.ranged("gnss.ephemerisSeconds", 7200...14400, "GNSS-18, STD-14")
    gnssGiveUpSeconds = draw.known("gnss.giveUpSeconds", 60, "unsourced")
    gnssGiveUpUnassistedSeconds = draw.known("gnss.giveUpUnassistedSeconds", 240, "unsourced")
    gnssOpenAccuracyMeters = draw.ranged("gnss.openAccuracyMeters", 4...6, "STD-9")
    gnssUrbanAccuracyMeters = draw.ranged("gnss.urbanAccuracyMeters", 8...13, "STD-10")
    gnssErrorTimeSeconds = draw.ranged("gnss.errorTimeSeconds", 20...60, "judgement")

    wifiScanJoules = draw.ranged("wifi.scanJoules", 0.1...1.0, "POS-7, POS-2, POS-3")
    wifiErrorShare = draw.ranged("wifi.errorShare", 0.3...1, "POS-1, STD-10 (judgement)")
    networkFixHostJoules = draw.ranged("processor.networkFixHostJoules", 0.05...0.5, "POS-8")
    wifiFixSeconds = draw.ranged("wifi.fixSeconds", 1...4, "POS-9, STD-14")
    cellFixSeconds = draw.ranged("cell.fixSeconds", 1...3, "POS-9, STD-14")

    cellularPromotionWatts = draw.known("modem.promotionWatts", 0.8, "RAD-13")
    cellularPromotionSeconds = draw.known("modem.promotionSeconds", 0.2, "RAD-13")
    cellularBurstWatts = draw.known("modem.burstWatts", 1.0, "RAD-13")
    cellularBurstSecondsMin = draw.known("modem.burstSecondsMin", 0.15, "RAD-13")
    cellularWattsPerMegabit = draw.known("modem.wattsPerMegabitPerSecond", 0.44, "RAD-1")
    cellularBitsPerSecond = draw.known("modem.bitsPerSecond", 5e6, "RAD-13")
    cellularTailWatts = draw.ranged("modem.tailWatts", 0.1...0.58, "RAD-13, RAD-11")
    cellularTailSeconds = draw.ranged("modem.tailSeconds", 5...12, "RAD-4")
    poorSignalPowerFactor = draw.known("modem.poorSignalPowerFactor", 1.7, "RAD-11")
    poorSignalTimeFactor = draw.known("modem.poorSignalTimeFactor", 3, "RAD-11")
    noServiceSearchWatts = draw.known("modem.searchWatts", 0.4 / 6, "RAD-12 (duty unsourced)")
    wifiActiveWatts = draw.known("wifi.activeWatts", 0.403, "RAD-15")
    wifiTailSeconds = draw.known("wifi.tailSeconds", 0.25, "RAD-15")
    wifiBurstSecondsMin = draw.known("wifi.burstSecondsMin", 0.05, "RAD-15")
    wifiBitsPerSecond = draw.known("wifi.bitsPerSecond", 20e6, "unsourced")
    chargeWatts = draw.known("battery.chargeWatts", 7, "BAT-5")
  }
}
