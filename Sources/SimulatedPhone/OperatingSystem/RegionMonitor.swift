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
/// cushion and stay there for 20 s (REG-2, REG-7); the report comes minutes later (REG-3). Some exits
/// are noticed only a kilometre away, and so never on a short trip (REG-7, REG-13). Regions are the
/// system's and outlive the process.
final class RegionMonitor {
  private struct Watched {
    var region: CircularRegion
    var serial: Int
    /// Of the local notification that waits for this region; nil for the app's own.
    var notification: Int?
    var isInside: Bool
    /// Since when the phone has been on this side, as far as the monitor knows; keys the draws.
    var since: Instant
    /// What the app was told last, or could see for itself when it began.
    var isKnownInside: Bool
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
  /// Exits that are missed on short trips are noticed this far beyond the edge (REG-7, REG-13).
  static let lateExitMeters = 1000.0

  init(phone: SimulatedPhone, system: OperatingSystemParameters, chance: Chance) {
    self.phone = phone
    self.system = system
    self.chance = chance.stream("region")
  }

  var regions: [CircularRegion] { watched.filter { $0.notification == nil }.map(\.region) }
  /// For the app, which notifications do not wake.
  var isMonitoring: Bool { watched.contains { $0.notification == nil } }
  var isWatching: Bool { !watched.isEmpty }
  var hasCrossingInDoubt: Bool { watched.contains { $0.crossedAt != nil } }

  /// Takes the place of a region with the same identifier.
  func start(_ region: CircularRegion, for client: LocationClient) {
    let others = watched.filter {
      $0.notification != nil || $0.region.identifier != region.identifier
    }
    if let error = refusal(of: region, besides: others.count) {
      client.process?.callSoon { [client] in
        client.delegate?.locationManager(client, monitoringDidFailFor: region, error: error)
      }
      return
    }
    serials += 1
    let isInside = distance(to: region) < radius(of: region)
    watched =
      others + [
        Watched(
          region: region, serial: serials, isInside: isInside, since: phone.now,
          isKnownInside: isInside)
      ]
    phone.note(.operatingSystem, "REG-11") {
      "watches \(region.identifier), \(Int(region.radiusMeters)) m, phone "
        + (isInside ? "inside" : "outside")
    }
    phone.watchMovement()
    phone.statusMayHaveChanged()
  }

  private func refusal(of region: CircularRegion, besides count: Int) -> LocationError? {
    if phone.permissions.refusesLocation { return .regionMonitoringDenied }
    let isWatchable =
      count < Self.regionCountMax && region.radiusMeters > 0 && region.center.isValid
    return isWatchable ? nil : .regionMonitoringFailure
  }

  /// Watches for a local notification, which counts like a region of the app's (REG-1) and needs no
  /// more than When In Use (REG-12). False when there are 20 already.
  func startNotifying(_ region: CircularRegion, notification: Int) -> Bool {
    guard refusal(of: region, besides: watched.count) == nil else { return false }
    serials += 1
    let isInside = distance(to: region) < radius(of: region)
    watched.append(
      Watched(
        region: region, serial: serials, notification: notification, isInside: isInside,
        since: phone.now, isKnownInside: isInside))
    phone.watchMovement()
    return true
  }

  func stopNotifying(notification: Int) {
    watched.removeAll { $0.notification == notification }
  }

  func stop(_ region: CircularRegion) {
    watched.removeAll {
      $0.notification == nil && $0.region.identifier == region.identifier
    }
    phone.statusMayHaveChanged()
  }

  func reportState(of region: CircularRegion, to client: LocationClient) {
    client.process?.callSoon { [self, client] in
      let entry = watched.first {
        $0.notification == nil && $0.region.identifier == region.identifier
      }
      client.delegate?.locationManager(
        client, didDetermineState: entry.map { $0.isInside ? .inside : .outside } ?? .unknown,
        for: region)
    }
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
      entry.isInside ? distance > radius + cushionMeters(entry) : distance < radius
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
    watched[index].since = phone.now
    watched[index].crossedAt = nil
    watched[index].crossings += 1
    scheduleReport(watched[index])
  }

  /// How far past the edge this stay inside ends.
  private func cushionMeters(_ entry: Watched) -> Double {
    let isLate = draw("missed", for: entry).happens(
      withProbability: system.regionMissedExitProbability, at: drawIndex(entry))
    return isLate ? Self.lateExitMeters : system.regionCushionMeters
  }

  /// By name and half hour rather than by ordinal, so that arming a circle again does not shift what
  /// later crossings meet.
  private func draw(_ name: String, for entry: Watched) -> Chance {
    chance.stream(name).stream(entry.region.identifier)
  }

  private func drawIndex(_ entry: Watched) -> Int64 {
    floorDivide(entry.since.wholeSeconds, 1800)
  }

  private func scheduleReport(_ entry: Watched) {
    let sigma = system.regionLatencySigma
    let median = medianOfLogNormal(mean: system.regionLatencyMeanSeconds, sigma: sigma)
    let latency = draw("latency", for: entry).logNormal(
      median: median, sigma: sigma, at: drawIndex(entry))
    phone.schedule(
      .regionCrossed(region: entry.serial, crossing: entry.crossings),
      after: .seconds(min(max(latency, 20), 1200)))
  }

  /// A report is due; a later crossing of the same circle makes it void, and with it its own.
  func report(region serial: Int, crossing: Int) {
    guard let index = watched.firstIndex(where: { $0.serial == serial }),
      watched[index].crossings == crossing,
      watched[index].isKnownInside != watched[index].isInside
    else { return }
    let entry = watched[index]
    if let notification = entry.notification {
      watched[index].isKnownInside = entry.isInside
      return report(entry, to: notification)
    }
    let admission = phone.admission(of: .region)
    if admission == .onceAnswered { return phone.hold(.region(serial, crossing: crossing)) }
    watched[index].isKnownInside = entry.isInside
    guard entry.isInside ? entry.region.notifyOnEntry : entry.region.notifyOnExit,
      admission == .now,
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
  }

  /// The notification shows whether or not the app runs, and with When In Use (REG-12).
  private func report(_ entry: Watched, to notification: Int) {
    guard entry.isInside ? entry.region.notifyOnEntry : entry.region.notifyOnExit,
      phone.permissions.allowsLocation
    else { return }
    phone.note(.operatingSystem, "REG-12") {
      "\(entry.isInside ? "entry to" : "exit from") \(entry.region.identifier) has a notification"
    }
    phone.notifications.regionWasCrossed(notification)
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
