import PhoneAPI
import Timekeeping

/// The managers that deliver live updates (BG-9). Live updates are standard updates with special
/// rules.
extension LocationDaemon {
  func makeLiveClient(
    _ configuration: LiveUpdateConfiguration, owner: LocationClient, process: AppProcess
  ) -> LocationClient {
    let client = makeClient(for: process)
    client.isLive = true
    client.desiredAccuracy = configuration.desiredAccuracy
    client.delegate = LiveUpdateStream(owner: owner)
    client.allowsBackgroundLocationUpdates = phone.declares(.location)
    return client
  }

  /// Schedules the pause of live updates after the phone has lain still for ten minutes, as one
  /// developer reports.
  func scheduleLivePause(_ client: LocationClient) {
    client.pauseDue = phone.schedule(
      .location(.pauseDue(client: client.number)),
      after: .seconds(system.permission.liveStationarySeconds))
  }

  /// Resumes the session as if it had never paused.
  func resume(_ client: LocationClient) {
    client.session = .on(mayOutlastWakeWindow: true)
    client.lastDelivered = nil
    reconsider()
  }
}

extension LiveUpdateConfiguration {
  var desiredAccuracy: DesiredAccuracy {
    switch self {
    case .automotiveNavigation, .otherNavigation: .bestForNavigation
    case .default, .fitness, .airborne: .best
    }
  }
}
