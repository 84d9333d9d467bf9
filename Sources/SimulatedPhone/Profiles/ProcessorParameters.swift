/// The main processor: awake, waking, and working on positions.
package struct ProcessorParameters: Sendable, Hashable {
  /// Over the suspended phone [W].
  package let awakeIdleWatts: Double
  /// One core at work [W].
  package let coreWatts: Double
  /// Share of a kept-alive session in which the processor is awake, by accuracy class.
  package let awakeShareFine: Double
  package let awakeShareHundredMeters: Double
  package let awakeShareCoarse: Double
  /// One background wake: resume, trivial work, and lingering before it sleeps again [J].
  package let wakeJoules: Double
  package let hostJoulesPerFixComputed: Double
  package let hostJoulesPerFixDelivered: Double
  /// Work on one network position, for a processor that slept [J].
  package let networkFixHostJoules: Double

  /// The host in a session that positions by satellites once a second [W].
  var fineSessionWatts: Double { awakeIdleWatts * awakeShareFine + hostJoulesPerFixComputed }
}

/// What the host works on each fix. The N95's receiver and idle phone together draw 396 mW, and a study
/// that logged positions measured 623 mW outdoors: either the study's app worked for the rest on every
/// fix, or the receiver drew more than others found.
enum HostWork: String, CaseIterable {
  case none
  case modern
  case studyApp = "study-app"
}

extension ProcessorParameters {
  init(profile: DeviceProfile, draw: inout ParameterDraw) {
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
