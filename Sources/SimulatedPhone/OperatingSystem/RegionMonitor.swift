import EventKernel
import Geodesy
import PhoneAPI
import Timekeeping

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Watches circles for the app and wakes it at crossings, late and roughly.
///
/// Small circles count as 100 to 200 m (REG-5); to leave one the phone has to be past the edge by a
/// cushion and stay there for 20 s (REG-2, REG-7); the report comes minutes later (REG-3), and some
/// exits of short trips never come (REG-13). Regions are the system's and outlive the process.
final class RegionMonitor {
  private struct Watched {
    var region: CircularRegion
    var serial: Int
    var isInside: Bool
    /// Since when the phone has been on the other side.
    var crossedAt: Instant?
    var crossings = 0
  }

  private unowned(unsafe) let phone: SimulatedPhone
  private let system: OperatingSystemParameters
  private let chance: Chance
  private var watched: [Watched] = []
  private var serials = 0
  static let regionCountMax = 20

  init(phone: SimulatedPhone, system: OperatingSystemParameters, chance: Chance) {
    self.phone = phone
    self.system = system
    self.chance = chance.stream("region")
  }

  var regions: [CircularRegion] { watched.map(\.region) }
  var isMonitoring: Bool { !watched.isEmpty }
  var hasCrossingInDoubt: Bool { watched.contains { $0.crossedAt != nil } }

  func start(_ region: CircularRegion, for client: LocationClient) {
    watched.removeAll { $0.region.identifier == region.identifier }
    guard watched.count < Self.regionCountMax, region.radiusMeters > 0, region.center.isValid
    else {
      client.delegate?.locationManager(
        client, monitoringDidFailFor: region, error: .regionMonitoringFailure)
      return
    }
    serials += 1
    let isInside = distance(to: region) < radius(of: region)
    watched.append(Watched(region: region, serial: serials, isInside: isInside))
    phone.note(.operatingSystem, "REG-11") {
      "watches \(region.identifier), \(Int(region.radiusMeters)) m, phone "
        + (isInside ? "inside" : "outside")
    }
    phone.watchMovement()
    phone.statusMayHaveChanged()
  }

  func stop(_ region: CircularRegion) {
    watched.removeAll { $0.region.identifier == region.identifier }
    phone.statusMayHaveChanged()
  }

  func reportState(of region: CircularRegion, to client: LocationClient) {
    let state = watched.first { $0.region.identifier == region.identifier }
    client.delegate?.locationManager(
      client, didDetermineState: state.map { $0.isInside ? .inside : .outside } ?? .unknown,
      for: region)
  }

  /// Looks at every circle; called every ten seconds on the move.
  func check() {
    for index in watched.indices { check(index) }
  }

  private func check(_ index: Int) {
    let entry = watched[index]
    let distance = distance(to: entry.region)
    let radius = radius(of: entry.region)
    let isBeyond =
      entry.isInside ? distance > radius + system.regionCushionMeters : distance < radius
    guard isBeyond else {
      watched[index].crossedAt = nil
      return
    }
    guard let since = entry.crossedAt else {
      watched[index].crossedAt = phone.now
      return
    }
    guard (phone.now - since).seconds >= system.regionDwellSeconds else { return }
    watched[index].isInside.toggle()
    watched[index].crossedAt = nil
    watched[index].crossings += 1
    scheduleReport(watched[index])
  }

  private func scheduleReport(_ entry: Watched) {
    let draw = chance.stream(entry.serial)
    let index = Int64(entry.crossings)
    if !entry.isInside,
      draw.stream("missed").happens(
        withProbability: system.regionMissedExitProbability, at: index)
    {
      phone.note(.operatingSystem, "REG-13") { "misses an exit from \(entry.region.identifier)" }
      return
    }
    let sigma = system.regionLatencySigma
    let median = medianOfLogNormal(mean: system.regionLatencyMeanSeconds, sigma: sigma)
    let latency = draw.stream("latency").logNormal(median: median, sigma: sigma, at: index)
    phone.schedule(
      .regionCrossed(region: entry.serial, crossing: entry.crossings),
      after: .seconds(min(max(latency, 20), 1200)))
  }

  /// A report is due; a later crossing of the same circle makes it void.
  func report(region serial: Int, crossing: Int) {
    guard let entry = watched.first(where: { $0.serial == serial && $0.crossings == crossing }),
      entry.isInside ? entry.region.notifyOnEntry : entry.region.notifyOnExit,
      phone.permissions.allowsBackgroundEvents(process: phone.app?.process),
      let process = phone.apps.wake(.region, windowSeconds: system.wakeWindowSeconds)
    else { return }
    phone.note(.operatingSystem, "REG-3") {
      "reports \(entry.isInside ? "entry to" : "exit from") \(entry.region.identifier)"
    }
    for client in process.clients {
      if entry.isInside {
        client.delegate?.locationManager(client, didEnterRegion: entry.region)
      } else {
        client.delegate?.locationManager(client, didExitRegion: entry.region)
      }
    }
    phone.apps.reconsider()
  }

  private func distance(to region: CircularRegion) -> Double {
    region.center.distanceMeters(to: phone.truth().coordinate)
  }

  private func radius(of region: CircularRegion) -> Double {
    max(region.radiusMeters, system.regionRadiusMetersMin)
  }
}

/// The median of a log-normal distribution by its mean and the deviation of its logarithm.
func medianOfLogNormal(mean: Double, sigma: Double) -> Double { mean / exp(sigma * sigma / 2) }
