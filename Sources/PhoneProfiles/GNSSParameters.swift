import ModelParameters

/// The satellite receiver's power, speed and accuracy.
package struct GNSSParameters: Sendable {
  package let acquiringWatts: Double
  package let trackingGoodWatts: Double
  package let trackingWeakWatts: Double
  /// The power that a second frequency adds while the receiver works outdoors [W]; 0 for a receiver
  /// of one frequency. `secondFrequencyIndoorsWatts` is the power that it adds indoors.
  package let secondFrequencyOutdoorsWatts: Double
  package let secondFrequencyIndoorsWatts: Double
  package let tailSeconds: Double
  /// The power of the receiver while the phone lies still, as a share of its tracking power.
  package let stillShare: Double

  /// The range of the time to the first fix of a hot start [s]. Each start draws its own time from
  /// the range for its kind of start.
  package let hotStartSeconds: ClosedRange<Double>
  package let warmStartSeconds: ClosedRange<Double>
  package let coldStartSeconds: ClosedRange<Double>
  package let coldUnassistedSeconds: ClosedRange<Double>
  package let hardSkySeconds: ClosedRange<Double>
  /// The probability that the sky is obstructed when the receiver starts among buildings.
  package let hardSkyShare: Double
  /// The maximum time since the last fix at which the next start is still a hot start [s].
  package let hotSeconds: Double
  package let ephemerisSeconds: Double
  package let giveUpSeconds: Double
  package let giveUpUnassistedSeconds: Double

  package let openAccuracyMeters: Double
  package let urbanAccuracyMeters: Double
  package let errorTimeSeconds: Double
  package let reportsFewValues: Bool
}

/// The variants of the receiver's start times: those of a phone, or those of a separate receiver.
///
/// The times of a separate receiver come from data sheets and field tests (GNSS-16, GNSS-17).
package enum ReceiverStart: String, PhoneVariant {
  package static let names = allNames

  case phone
  case bareReceiver = "bare-receiver"
}

package enum ReceiverFrequencies: String, PhoneVariant {
  package static let names = allNames

  case single
  case dual
}

/// The variants of the receiver's behavior while the phone lies still and an app requests the best
/// accuracy.
///
/// The receiver either works at full power or rests at a lower power. In measured nights of 2019,
/// phones of 2014 had no view of the sky, and their receivers never rested (EN-10). Later receivers
/// can rest (GNSS-8, GNSS-9), and positions come rarely while a phone lies still (STD-2, STD-19).
/// No source states if the receiver of an iPhone rests.
package enum RestingReceiver: String, PhoneVariant {
  package static let names = allNames

  case staysOn = "stays-on"
  case rests
}

/// The variants of the accuracy that satellite fixes report. Sources disagree (STD-9, STD-18).
package enum ReportedAccuracy: String, PhoneVariant {
  package static let names = allNames

  /// The accuracy can be any whole number of meters, as in newer logs.
  case wholeMeters = "whole-meters"
  /// The accuracy has only a few values. An iPhone 6 in 2019 mostly reported 10 m, otherwise 5, 30,
  /// 50, 65 or 200 m.
  case fewValues = "few-values"
}

extension GNSSParameters {
  /// Draws the receiver's values for this phone model.
  /// - Parameter restOfPhoneWatts: the power of all other parts of the phone during positioning
  ///   [W].
  package init(profile: DeviceProfile, restOfPhoneWatts: Double, draw: inout ParameterDraw) {
    let receiverOf2014 = Figure.ranged(0.085...0.115, "EN-10 (fitted)")
    let acquiring = draw.figure(
      "gnss.acquiringWatts",
      profile.pick(
        .ranged(0.035...0.120, "GNSS-6, GNSS-1, GNSS-7, GNSS-10, EN-10"),
        iPhone6: receiverOf2014,
        n95: .known(0.370, "GNSS-13")))
    trackingGoodWatts = draw.figure(
      "gnss.trackingGoodWatts",
      profile.pick(
        .ranged(0.030...0.100, "GNSS-1, GNSS-10, EN-10"),
        iPhone6: receiverOf2014,
        n95: .known(0.370, "GNSS-13")))
    trackingWeakWatts =
      trackingGoodWatts
      * draw.figure(
        "gnss.weakSignalFactor", profile.pick(.known(1.1, "GNSS-1"), n95: .known(1, "GNSS-13")))
    // Acquisition costs at least as much as tracking of weak signals (GNSS-7, EN-2).
    acquiringWatts = max(acquiring, trackingWeakWatts)
    let frequencies = draw.reading(
      "gnssFrequencies", standard: ReceiverFrequencies.single, "GNSS-11")
    let outdoors = draw.known("gnss.dualFrequencyFactorOutdoors", 1.37, "GNSS-11")
    let indoors = draw.known("gnss.dualFrequencyFactorIndoors", 1.28, "GNSS-11")
    // The factors apply to the whole phone, as in the measurement.
    let wholeWatts = restOfPhoneWatts + trackingGoodWatts
    secondFrequencyOutdoorsWatts = frequencies == .dual ? (outdoors - 1) * wholeWatts : 0
    secondFrequencyIndoorsWatts = frequencies == .dual ? (indoors - 1) * wholeWatts : 0
    tailSeconds = draw.figure(
      "gnss.tailSeconds",
      profile.pick(.ranged(0...30, "GNSS-5"), n95: .ranged(20...30, "GNSS-19 (unsourced)")))
    let atRest = draw.reading(
      "restingReceiver", standard: profile.pick(RestingReceiver.staysOn, n95: .rests),
      "EN-10, GNSS-8, GNSS-9, GNSS-20")
    stillShare = draw.figure(
      "gnss.stillShare",
      atRest.pick(
        staysOn: .ranged(0.9...1, "EN-10"),
        rests: .ranged(0...0.5, "GNSS-8, GNSS-9, GNSS-20 (judgement on STD-2, STD-19)")))

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
    // The N95 of the study searched indoors until its battery was empty.
    let neverGivesUp = Figure.known(1e6, profile.pick("EN-10", n95: "GNSS-14"))
    giveUpSeconds = draw.figure(
      "gnss.giveUpSeconds",
      profile.pick(
        atRest.pick(staysOn: neverGivesUp, rests: .known(60, "unsourced")), n95: neverGivesUp))
    giveUpUnassistedSeconds = draw.figure(
      "gnss.giveUpUnassistedSeconds",
      profile.pick(
        atRest.pick(staysOn: neverGivesUp, rests: .known(240, "unsourced")), n95: neverGivesUp))

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

extension RestingReceiver {
  fileprivate func pick(staysOn: Figure, rests: Figure) -> Figure {
    switch self {
    case .staysOn: staysOn
    case .rests: rests
    }
  }
}

/// The ranges of the time to the first fix, one for each kind of start.
private struct StartTimes {
  package var hot: ClosedRange<Double>
  package var warm: ClosedRange<Double>
  package var assisted: ClosedRange<Double>
  package var cold: ClosedRange<Double>
  package var source: String

  package init(profile: DeviceProfile, starts: ReceiverStart) {
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
