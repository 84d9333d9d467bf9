import EventKernel
import Geodesy
import PhoneAPI
import PhoneProfiles
import Timekeeping

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The random borders of circles, and the random delays of their reports. The draws depend only on
/// the circle's place and the time.
extension GeofenceWatcher {
  /// Sets the distance from the center at which the watcher will detect that the phone has crossed
  /// the circle.
  func setBorder(of fence: inout Fence) {
    let radius = fence.region.radiusMeters
    let index = floorDivide(fence.since.wholeSeconds, 1800)
    guard fence.isInside else {
      let early = draw("early", for: fence)
      let isEarly = early.happens(withProbability: system.earlyEntryProbability, at: index)
      let meters = system.earlyEntryMetersMax * early.stream("meters").uniform(at: index)
      fence.borderMeters = max(radius + (isEarly ? meters : 0), system.radiusMetersMin)
      return
    }
    // The cushion of the smallest circles is measured from the center; they count as 100 m (REG-2,
    // REG-5, REG-7).
    let effective = max(radius, RegionParameters.smallestRadiusMeters)
    fence.cushionMeters = system.cushionMeters - RegionParameters.smallestRadiusMeters
    fence.borderMeters = max(effective + fence.cushionMeters, system.radiusMetersMin)
    let missed = draw("missed", for: fence)
    if missed.happens(withProbability: system.missedExitProbability, at: index) {
      let late = missed.stream("meters").uniform(
        in: ordered(system.lateExitMetersMin, system.lateExitMetersMax), at: index)
      fence.borderMeters = max(fence.borderMeters, radius + late)
    }
  }

  func noteCrossing(_ fence: Fence, at meters: Double, isWiFiOff: Bool) {
    let radius = fence.region.radiusMeters
    let fact =
      fence.isInside
      ? (meters > radius + system.lateExitMetersMin ? "REG-7" : isWiFiOff ? "REG-4" : "REG-2")
      : (meters > max(radius, system.radiusMetersMin) ? "REG-6" : "REG-5")
    phone.note(.operatingSystem, fact) {
      "finds the phone \(Int(meters)) m from the center of \(fence.region.identifier): "
        + (fence.isInside ? "it has left" : "it has entered")
    }
  }

  /// Returns the delay of a report [s].
  ///
  /// For an entry, the delay counts from the crossing of the edge. For an exit, it counts from the
  /// crossing or from the departure, depending on the model variant.
  func latencySeconds(_ fence: Fence) -> Double {
    let index = floorDivide(fence.since.wholeSeconds, 1800)
    let sigma = system.latencySigma
    let median = medianOfLogNormal(mean: system.latencyMeanSeconds, sigma: sigma)
    let latency = draw("latency", for: fence)
    let common = latency.logNormal(median: median, sigma: sigma, at: index)
    // Two apps that watch the same circle get their reports less than half a minute apart.
    let own =
      latency.stream(fence.region.identifier)
      .uniform(in: -0.5...0.5, at: index) * system.agreementSeconds
    let limits = RegionParameters.latencySeconds
    return min(max(common + own, limits.lowerBound), limits.upperBound)
      * phone.reportLatencyFactor
  }

  /// Returns the random stream for a circle. All regions at one place share their draws, and so do
  /// all conditions. A region and a condition at one place do not (REG-6, MON-2).
  private func draw(_ name: String, for fence: Fence) -> SeededRandom {
    let kind = if case .condition = fence.owner { "condition" } else { "region" }
    let center = fence.region.center
    let row = Int((center.latitude * 1000).rounded(.down))
    let column = Int((center.longitude * 1000).rounded(.down))
    return chance.stream(kind).stream(name).stream(row &* 1_000_003 &+ column)
  }
}

/// Returns the median of a log-normal distribution, given its mean and the standard deviation of
/// the logarithm.
func medianOfLogNormal(mean: Double, sigma: Double) -> Double { mean / exp(sigma * sigma / 2) }
