/// The satellite receiver: what it draws, how quick and how exact it is.
package struct GNSSParameters: Sendable, Hashable {
  package let acquiringWatts: Double
  package let trackingGoodWatts: Double
  package let trackingWeakWatts: Double
  /// A receiver of two frequencies draws more by these factors; 1 for one frequency.
  package let outdoorsFactor: Double
  package let indoorsFactor: Double
  package let tailSeconds: Double
  /// Share of tracking power while the phone lies still.
  package let stillShare: Double

  /// Time to first fix; each start draws its own from the range.
  package let hotStartSeconds: ClosedRange<Double>
  package let warmStartSeconds: ClosedRange<Double>
  package let coldStartSeconds: ClosedRange<Double>
  package let coldUnassistedSeconds: ClosedRange<Double>
  package let hardSkySeconds: ClosedRange<Double>
  /// Share of starts among buildings that meet a hard sky.
  package let hardSkyShare: Double
  /// A fix younger than this makes the next start a hot one.
  package let hotSeconds: Double
  package let ephemerisSeconds: Double
  package let giveUpSeconds: Double
  package let giveUpUnassistedSeconds: Double

  package let openAccuracyMeters: Double
  package let urbanAccuracyMeters: Double
  package let errorTimeSeconds: Double
  package let reportsFewValues: Bool
}

/// Whose start-up times: a phone's by judgement, or those of a receiver on its own, as data sheets and
/// the field give them.
enum ReceiverStart: String, CaseIterable {
  case phone
  case bareReceiver = "bare-receiver"
}

enum ReceiverFrequencies: String, CaseIterable {
  case single
  case dual
}

extension GNSSParameters {
  init(profile: DeviceProfile, draw: inout ParameterDraw) {
    let receiverOf2014 = Figure.ranged(0.085...0.115, "EN-10 (fitted)")
    acquiringWatts = draw.figure(
      "gnss.acquiringWatts",
      profile.pick(
        .known(0.065, "GNSS-6, GNSS-1, GNSS-7"), iPhone6: receiverOf2014,
        n95: .known(0.370, "GNSS-13")))
    trackingGoodWatts = draw.figure(
      "gnss.trackingGoodWatts",
      profile.pick(
        .ranged(0.035...0.065, "GNSS-1"), iPhone6: receiverOf2014,
        n95: .known(0.370, "GNSS-13")))
    trackingWeakWatts =
      trackingGoodWatts
      * draw.figure(
        "gnss.weakSignalFactor", profile.pick(.known(1.1, "GNSS-1"), n95: .known(1, "GNSS-13")))
    let frequencies = draw.reading(
      "gnssFrequencies", standard: ReceiverFrequencies.single, "GNSS-11")
    let outdoors = draw.known("gnss.dualFrequencyFactorOutdoors", 1.37, "GNSS-11")
    let indoors = draw.known("gnss.dualFrequencyFactorIndoors", 1.28, "GNSS-11")
    outdoorsFactor = frequencies == .dual ? outdoors : 1
    indoorsFactor = frequencies == .dual ? indoors : 1
    tailSeconds = draw.figure(
      "gnss.tailSeconds",
      profile.pick(.ranged(0...30, "GNSS-5"), n95: .ranged(20...30, "GNSS-19 (unsourced)")))
    let resting = Figure.ranged(
      0...0.5, "GNSS-8, GNSS-9, GNSS-20 (judgement on STD-2, STD-19)")
    stillShare = draw.figure(
      "gnss.stillShare",
      profile.pick(resting, iPhone6: .ranged(0.9...1, "EN-10"), n95: resting))

    let starts = draw.reading(
      "gnssStart", standard: ReceiverStart.phone, "STD-14, GNSS-16, GNSS-17")
    let times = StartTimes(profile: profile, starts: starts)
    hotStartSeconds = draw.perOccurrence("gnss.hotStartSeconds", times.hot, times.source)
    warmStartSeconds = draw.perOccurrence("gnss.warmStartSeconds", times.warm, times.source)
    coldStartSeconds = draw.perOccurrence("gnss.coldStartSeconds", times.assisted, times.source)
    coldUnassistedSeconds = draw.perOccurrence(
      "gnss.coldUnassistedSeconds", times.cold, times.source)
    hardSkySeconds = draw.perOccurrence("gnss.hardSkySeconds", 15...20, "STD-14")
    hardSkyShare = draw.known("gnss.hardSkyShare", 0.25, "judgement")
    hotSeconds = draw.known("gnss.hotSeconds", 600, "judgement")
    ephemerisSeconds = draw.ranged("gnss.ephemerisSeconds", 7200...14400, "GNSS-18, STD-14")
    // The study's N95 went on searching indoors until its battery was empty.
    giveUpSeconds = draw.figure(
      "gnss.giveUpSeconds",
      profile.pick(
        .known(60, "unsourced"), iPhone6: .known(1e6, "EN-10"), n95: .known(1e6, "GNSS-14")))
    giveUpUnassistedSeconds = draw.figure(
      "gnss.giveUpUnassistedSeconds",
      profile.pick(
        .known(240, "unsourced"), iPhone6: .known(1e6, "EN-10"), n95: .known(1e6, "GNSS-14")))

    openAccuracyMeters = draw.figure(
      "gnss.openAccuracyMeters",
      profile.pick(.ranged(4...6, "STD-9"), n95: .known(10, "POS-1")))
    urbanAccuracyMeters = draw.ranged("gnss.urbanAccuracyMeters", 8...13, "STD-10")
    errorTimeSeconds = draw.ranged("gnss.errorTimeSeconds", 20...60, "judgement")
    reportsFewValues =
      draw.reading("reportedAccuracy", standard: ReportedAccuracy.wholeMeters, "STD-9, STD-18")
      == .fewValues
  }
}

/// Ranges of the time to first fix by kind of start.
private struct StartTimes {
  var hot: ClosedRange<Double>
  var warm: ClosedRange<Double>
  var assisted: ClosedRange<Double>
  var cold: ClosedRange<Double>
  var source: String

  init(profile: DeviceProfile, starts: ReceiverStart) {
    self =
      switch (starts, profile.generation) {
      case (.bareReceiver, _):
        StartTimes(1...3, 2...8, 2...8, 26...40, "GNSS-16, GNSS-17")
      case (.phone, .iPhone), (.phone, .iPhone6):
        StartTimes(1...3, 3...10, 5...15, 30...240, "STD-14")
      case (.phone, .n95): StartTimes(5...5, 10...10, 10...10, 35...60, "unsourced for this phone")
      }
  }

  private init(
    _ hot: ClosedRange<Double>, _ warm: ClosedRange<Double>, _ assisted: ClosedRange<Double>,
    _ cold: ClosedRange<Double>, _ source: String
  ) {
    (self.hot, self.warm, self.assisted, self.cold) = (hot, warm, assisted, cold)
    self.source = source
  }
}
