import ModelParameters

/// The power and energy of the main processor while it is awake, wakes up, or computes positions.
package struct ProcessorParameters: Sendable {
  /// The power that an awake processor adds to the power of the suspended phone [W].
  package let awakeIdleWatts: Double
  /// The power of one core at work [W].
  package let coreWatts: Double
  /// The share of a location session in which the processor is awake, at the finest accuracy.
  /// `awakeShareHundredMeters` and `awakeShareCoarse` are the shares at 100 m and at coarser
  /// accuracy.
  package let awakeShareFine: Double
  package let awakeShareHundredMeters: Double
  package let awakeShareCoarse: Double
  /// The energy of a wake-up in the background [J]. It covers waking, a little work, and the delay
  /// before the processor sleeps again.
  package let wakeJoules: Double
  package let hostJoulesPerFixComputed: Double
  package let hostJoulesPerFixDelivered: Double
  /// The energy for computing one network position, if the processor slept before [J].
  package let networkFixHostJoules: Double

  /// The mean power of the main processor in a session with one satellite fix a second [W].
  package var fineSessionWatts: Double {
    awakeIdleWatts * awakeShareFine + hostJoulesPerFixComputed
  }
}

/// The variants of the work that each fix causes on the main processor.
///
/// The receiver and the idle phone of the N95 together draw 396 mW. A study that logged positions
/// measured 623 mW outdoors. Two explanations are possible for the other 227 mW. The study's app
/// may have used this power for work on every fix. Or the receiver drew more power than other
/// sources found.
package enum HostWork: String, PhoneVariant {
  package static let names = allNames

  case none
  case modern
  case studyApp = "study-app"
}

extension ProcessorParameters {
  package init(profile: DeviceProfile, draw: inout ParameterDraw) {
    awakeIdleWatts = draw.figure(
      "processor.awakeIdleWatts",
      profile.pick(
        .ranged(0.030...0.160, "CPU-2"), iPhone6: .ranged(0.120...0.160, "EN-10 (fitted), CPU-2"),
        n95: .known(0, "CPU-4 (part of it)")))
    coreWatts = draw.ranged("processor.coreWatts", 0.03...0.98, "CPU-3")
    awakeShareFine = draw.ranged("processor.awakeShareFine", 0.8...1, "judgement")
    awakeShareHundredMeters = draw.figure(
      "processor.awakeShareHundredMeters",
      profile.pick(
        .ranged(0.15...0.5, "judgement"), iPhone6: .ranged(0.4...0.65, "EN-10 (fitted)"),
        n95: .ranged(0.15...0.5, "judgement")))
    awakeShareCoarse = draw.ranged("processor.awakeShareCoarse", 0.02...0.15, "judgement")
    wakeJoules = draw.figure(
      "processor.wakeJoules",
      profile.pick(
        .ranged(0.2...1.5, "CPU-7, CPU-3, CPU-6, CPU-8"), n95: .known(0, "CPU-4 (never suspended)")
      ))
    let work = draw.reading(
      "hostWorkPerFix", standard: profile.pick(HostWork.modern, n95: .none),
      "GNSS-13, GNSS-14, GNSS-15")
    hostJoulesPerFixComputed = draw.figure(
      "processor.hostJoulesPerFixComputed",
      work.pick(modern: .known(0.054, "GNSS-15, STD-20 (unsourced split)"), study: 0.24))
    hostJoulesPerFixDelivered = draw.figure(
      "processor.hostJoulesPerFixDelivered",
      work.pick(modern: .known(0.006, "GNSS-15, STD-20 (unsourced split)"), study: 0))
    networkFixHostJoules = draw.figure(
      "processor.networkFixHostJoules",
      profile.pick(.ranged(0.05...0.5, "POS-8, POS-4"), n95: .known(0.3, "unsourced")))
  }
}

extension HostWork {
  fileprivate func pick(modern: Figure, study: Double) -> Figure {
    switch self {
    case .none: .known(0, "GNSS-13")
    case .modern: modern
    case .studyApp: .known(study, "GNSS-14, GNSS-15")
    }
  }
}
