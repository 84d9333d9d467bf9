import EventKernel
import Geodesy
import PhoneAPI
import PhoneProfiles
import Timekeeping

/// The regions of the app and of its notifications. `GeofenceWatcher` detects the crossings.
///
/// The app can have 20 regions, including the regions of notifications (REG-1). Being inside at the
/// start is not an event: the phone has to cross the edge (REG-11). The system stores regions, so
/// they outlive the process. With Always they launch the app (REG-8); a notification needs only
/// While Using (REG-12).
final class RegionMonitor: PhonePart {
  private let system: OperatingSystemParameters
  private let fences: GeofenceWatcher
  static let regionCountMax = 20

  init(phone: SimulatedPhone, system: OperatingSystemParameters, fences: GeofenceWatcher) {
    self.system = system
    self.fences = fences
    super.init(phone: phone)
  }

  var regions: [CircularRegion] { fences.fences.filter { $0.owner == .app }.map(\.region) }
  var isMonitoring: Bool { fences.fences.contains { $0.owner == .app } }

  // MARK: Requests

  /// Starts to watch a region. The new region replaces a region with the same identifier.
  func start(_ region: CircularRegion, for client: LocationClient) {
    guard !phone.model.system.isUnrestricted else { return }
    if let error = refusal(of: region, for: .app) {
      phone.note(.operatingSystem, "REG-1") { "does not watch \(region.identifier): \(error)" }
      client.process?.callSoon { [client] in
        client.delegate?.locationManager(client, monitoringDidFailFor: region, error: error)
      }
      return
    }
    fences.start(region, for: .app)
  }

  func stop(_ region: CircularRegion) { fences.stop(region.identifier, of: .app) }

  /// Starts to watch a region for a local notification. Returns false if the app has too many
  /// regions (REG-1).
  func startNotifying(_ region: CircularRegion, notification: Int) -> Bool {
    guard refusal(of: region, for: .notification(notification)) == nil else {
      phone.note(.operatingSystem, "REG-1") { "does not watch \(region.identifier) to notify" }
      return false
    }
    fences.start(region, for: .notification(notification))
    return true
  }

  func stopNotifying(notification: Int) { fences.stopAll(of: .notification(notification)) }

  private func refusal(
    of region: CircularRegion, for owner: GeofenceWatcher.Owner
  ) -> LocationError? {
    if phone.permissions.refusesLocation { return .regionMonitoringDenied }
    let others = fences.fences.count {
      !$0.owner.isCondition
        && ($0.owner != owner || $0.region.identifier != region.identifier)
    }
    let isWatchable =
      others < Self.regionCountMax && region.radiusMeters > 0 && region.center.isValid
    return isWatchable ? nil : .regionMonitoringFailure
  }

  func reportState(of region: CircularRegion, to client: LocationClient) {
    client.process?.callSoon { [self, client] in
      let fence = fences.fence(.app, region.identifier)
      client.delegate?.locationManager(
        client, didDetermineState: fence.map { $0.isInside ? .inside : .outside } ?? .unknown,
        for: region)
    }
  }

  // MARK: Crossings

  func crossed(_ fence: GeofenceWatcher.Fence) {
    guard fence.isInside ? fence.region.notifyOnEntry : fence.region.notifyOnExit else { return }
    if case .notification(let number) = fence.owner { return notify(fence, number) }
    let wasDead = phone.app?.process == nil
    guard phone.admission(of: .region) == .now,
      let process = phone.apps.wake(.region, windowSeconds: system.wakeWindowSeconds)
    else { return }
    phone.note(.operatingSystem, "REG-3") {
      "reports \(fence.isInside ? "entry to" : "exit from") \(fence.region.identifier)"
    }
    guard wasDead else { return notify(process, of: fence) }
    phone.note(.operatingSystem, "REG-8") { "launched the app for a crossing" }
    process.callSoon(after: .seconds(system.regions.launchCallbackSeconds)) { [self, process] in
      notify(process, of: fence)
    }
  }

  private func notify(_ process: AppProcess, of fence: GeofenceWatcher.Fence) {
    for client in process.clients {
      if fence.isInside {
        client.delegate?.locationManager(client, didEnterRegion: fence.region)
      } else {
        client.delegate?.locationManager(client, didExitRegion: fence.region)
      }
    }
  }

  /// Shows the notification of a region. The permission While Using is sufficient, and the app does
  /// not have to run (REG-12).
  private func notify(_ fence: GeofenceWatcher.Fence, _ notification: Int) {
    guard phone.permissions.allowsLocation else { return }
    phone.note(.operatingSystem, "REG-12") {
      "\(fence.isInside ? "entry to" : "exit from") \(fence.region.identifier) fires a notification"
    }
    phone.notifications.regionWasCrossed(notification)
  }
}
