/// The main processor: awake, waking, and working on positions.
public struct ProcessorParameters: Sendable, Hashable {
  /// Over the suspended phone [W].
  public let awakeIdleWatts: Double
  /// One core at work [W].
  public let coreWatts: Double
  /// Share of a kept-alive session in which the processor is awake, by accuracy class.
  public let awakeShareFine: Double
  public let awakeShareHundredMeters: Double
  public let awakeShareCoarse: Double
  /// One background wake with trivial work [J].
  public let wakeJoules: Double
  public let hostJoulesPerFixComputed: Double
  public let hostJoulesPerFixDelivered: Double
  /// Work on one network position, for a processor that slept [J].
  public let networkFixHostJoules: Double
}

extension ProcessorParameters {
  init(draw: inout ParameterDraw) {
    awakeIdleWatts = draw.ranged("processor.awakeIdleWatts", 0.030...0.160, "CPU-2")
    coreWatts = draw.ranged("processor.coreWatts", 0.03...0.98, "CPU-3")
    awakeShareFine = draw.ranged("processor.awakeShareFine", 0.8...1, "judgement")
    awakeShareHundredMeters = draw.ranged(
      "processor.awakeShareHundredMeters", 0.15...0.5, "judgement")
    awakeShareCoarse = draw.ranged("processor.awakeShareCoarse", 0.02...0.15, "judgement")
    wakeJoules = draw.ranged("processor.wakeJoules", 0.2...1.5, "CPU-7")
    hostJoulesPerFixComputed = draw.known(
      "processor.hostJoulesPerFixComputed", 0.054, "GNSS-15, STD-20 (unsourced split)")
    hostJoulesPerFixDelivered = draw.known(
      "processor.hostJoulesPerFixDelivered", 0.006, "GNSS-15, STD-20 (unsourced split)")
    networkFixHostJoules = draw.ranged("processor.networkFixHostJoules", 0.05...0.5, "POS-8")
  }
}
