/// The satellite receiver: what it draws, how quick and how exact it is.
public struct GNSSParameters: Sendable, Hashable {
  public let acquiringWatts: Double
  public let trackingGoodWatts: Double
  public let trackingWeakWatts: Double
  public let tailSeconds: Double
  /// Share of tracking power while the phone lies still.
  public let stillShare: Double
  public let hotStartSeconds: Double
  public let warmStartSeconds: Double
  public let coldStartSeconds: Double
  public let coldUnassistedSeconds: Double
  public let hardSkySeconds: Double
  public let ephemerisSeconds: Double
  public let giveUpSeconds: Double
  public let giveUpUnassistedSeconds: Double
  public let openAccuracyMeters: Double
  public let urbanAccuracyMeters: Double
  public let errorTimeSeconds: Double
  public let reportsFewValues: Bool
}

extension GNSSParameters {
  init(draw: inout ParameterDraw) {
    acquiringWatts = draw.known("gnss.acquiringWatts", 0.065, "GNSS-6, GNSS-1")
    trackingGoodWatts = draw.ranged("gnss.trackingGoodWatts", 0.035...0.065, "GNSS-1")
    trackingWeakWatts = trackingGoodWatts * 1.1
    tailSeconds = draw.ranged("gnss.tailSeconds", 0...30, "GNSS-5")
    stillShare = draw.ranged("gnss.stillShare", 0...0.5, "judgement on STD-2, STD-19")
    hotStartSeconds = draw.ranged("gnss.hotStartSeconds", 1...3, "STD-14, GNSS-17")
    warmStartSeconds = draw.ranged("gnss.warmStartSeconds", 3...10, "STD-14, GNSS-17")
    coldStartSeconds = draw.ranged("gnss.coldStartSeconds", 5...15, "STD-14")
    coldUnassistedSeconds = draw.ranged("gnss.coldUnassistedSeconds", 30...240, "STD-14")
    hardSkySeconds = draw.ranged("gnss.hardSkySeconds", 15...20, "STD-14")
    ephemerisSeconds = draw.ranged("gnss.ephemerisSeconds", 7200...14400, "GNSS-18, STD-14")
    giveUpSeconds = draw.known("gnss.giveUpSeconds", 60, "unsourced")
    giveUpUnassistedSeconds = draw.known("gnss.giveUpUnassistedSeconds", 240, "unsourced")
    openAccuracyMeters = draw.ranged("gnss.openAccuracyMeters", 4...6, "STD-9")
    urbanAccuracyMeters = draw.ranged("gnss.urbanAccuracyMeters", 8...13, "STD-10")
    errorTimeSeconds = draw.ranged("gnss.errorTimeSeconds", 20...60, "judgement")
    reportsFewValues =
      draw.reading("reportedAccuracy", standard: ReportedAccuracy.wholeMeters, "STD-9, STD-18")
      == .fewValues
  }
}
