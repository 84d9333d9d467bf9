import Geodesy
import PhoneAPI
import Timekeeping

/// The state of a running tracker, for example for a display.
extension Tracker {
  /// The trip in progress; nil without a trip.
  package var trip: TripSummary? { first(Trips.self)?.trip }

  /// The surroundings as the phone last reported them, or as the last record read them.
  var surroundings: Surroundings { currentSurroundings.values }

  /// The user's motion, as the phone last reported it.
  package var motion: MotionStates { surroundings.motion }

  /// The home, with the time at which the user set it; nil if there is none.
  ///
  /// A home from the settings has no such time.
  package var home: HomeLocation? {
    if homeZone != nil, let home = HomeLocation(in: phone.container) { return home }
    return chosenSettings.homeCenter.map {
      let zone = HomeZone(center: $0, radiusMeters: chosenSettings.homeRadiusMeters)
      return HomeLocation(zone: zone, setAt: nil)
    }
  }

  /// The everyday settings: the preset's settings with all changes by the user and the server.
  ///
  /// A trip in progress does not change these settings.
  package var everydaySettings: TrackerSettings { chosenSettings }

  /// True while a request to the server awaits its answer.
  package var isSending: Bool { uploadQueues.contains { $0.isSending } }

  /// The time for which the oldest unanswered request has been waiting; nil if all are answered.
  package var answerAwaited: TimeSpan? {
    uploadQueues.compactMap(\.sendingSince).min().map { clock.uptime - $0 }
  }

  /// The outcome of the request that was answered last; nil before the first answer.
  package var lastUpload: UploadOutcome? {
    uploadQueues.compactMap(\.lastOutcome).max { $0.instant < $1.instant }
  }

  /// The tracker's current requests to the phone's location services, each with the behavior that
  /// makes it.
  package var wishes: [ServiceRequest] {
    guard isTracking else { return [] }
    return streamWishes + timerWishes + visitWishes
      + manager.monitoredRegions.map { region in
        ServiceRequest(.region(region), by: Self.owner(ofRegion: region.identifier))
      }
  }

  private var streamWishes: [ServiceRequest] {
    var wishes: [ServiceRequest] = []
    if services.contains(.standardUpdates) {
      if first(LiveUpdates.self)?.hasSession == true {
        wishes.append(ServiceRequest(.liveUpdates, by: .liveUpdates))
      } else {
        wishes.append(
          ServiceRequest(
            .standardUpdates(
              manager.desiredAccuracy, distanceFilterMeters: manager.distanceFilterMeters),
            by: has(.liveUpdates) ? .liveUpdates : .standardUpdates, adaptedBy: adapter))
      }
    }
    if services.contains(.significantChanges) {
      wishes.append(ServiceRequest(.significantChanges, by: .significantChanges))
    }
    return wishes
  }

  /// The behavior that currently changes the accuracy or distance of updates; nil if both are as in
  /// the settings.
  private var adapter: BehaviorKind? {
    let isAsSet =
      manager.desiredAccuracy == settings.desiredAccuracy
      && manager.distanceFilterMeters == settings.distanceFilterMeters
    if isAsSet { return tripID == nil ? nil : .trips }
    return [.spacedFixes, .drivingAccuracy, .motionAdaption, .dutyCycle].first(where: has)
  }

  private var timerWishes: [ServiceRequest] {
    guard let interval = first(ForegroundTimer.self)?.runningInterval else { return [] }
    return [ServiceRequest(.oneFix(each: interval), by: .foregroundTimer)]
  }

  private var visitWishes: [ServiceRequest] {
    guard manager.visitMonitoringAvailability.isAvailable else { return [] }
    if has(.visits), settings.visitTracking { return [ServiceRequest(.visits, by: .visits)] }
    return [.tripSessions, .wakeUps].filter(has).prefix(1).map { ServiceRequest(.visits, by: $0) }
  }

  private func has(_ kind: BehaviorKind) -> Bool { configuration.behaviors.contains(kind) }

  private static func owner(ofRegion identifier: String) -> BehaviorKind {
    switch identifier {
    case PauseAndResumeWithGeofence.regionIdentifier: .pauseAndResumeWithGeofence
    case TrackedFence.regionIdentifier: .trackedFence
    case TripSessions.regionIdentifier: .tripSessions
    case GateTrigger.regionIdentifier: .gateTrigger
    default: .parkedRegion
    }
  }
}

/// A request of the tracker to one of the phone's location services.
package struct ServiceRequest: Sendable, Equatable {
  package enum Service: Sendable, Equatable {
    case standardUpdates(DesiredAccuracy, distanceFilterMeters: Double?)
    case liveUpdates
    case significantChanges
    case visits
    case oneFix(each: TimeSpan)
    case region(CircularRegion)
  }

  package var service: Service
  package var behavior: BehaviorKind
  /// The behavior that sets the accuracy and distance of this request; nil if both are as in the
  /// everyday settings.
  package var adapter: BehaviorKind?

  init(_ service: Service, by behavior: BehaviorKind, adaptedBy adapter: BehaviorKind? = nil) {
    self.service = service
    self.behavior = behavior
    self.adapter = adapter
  }
}

/// The outcome of a request to the server.
package struct UploadOutcome: Sendable, Equatable {
  /// The time when the answer or the error arrived.
  package var instant: Instant
  package var recordCount: Int
  /// The failure; nil if the server acknowledged all records.
  package var failure: QueueUpload.Failure?
  /// The time of the first failure since the last success; nil after a success.
  package var failingSince: Instant?
}
