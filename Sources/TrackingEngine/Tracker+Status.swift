import Geodesy
import PhoneAPI
import Timekeeping

/// What a display of a running tracker shows.
extension Tracker {
  /// The trip that the person is on.
  package var trip: TripSummary? { first(Trips.self)?.trip }

  /// How the person moves, as far as the phone has told.
  package var motion: MotionStates { surroundings.motion }

  /// With everything that was changed since the preset; during a trip not the trip's.
  package var everydaySettings: TrackerSettings { chosenSettings }

  /// Whether the answer to a request is awaited.
  package var isSending: Bool { uploadQueues.contains { $0.isSending } }

  /// For how long already, of several requests that which has waited longest; nil while none is under way.
  package var answerAwaited: TimeSpan? {
    uploadQueues.compactMap(\.sendingSince).min().map { clock.uptime - $0 }
  }

  /// What came of the request that was answered last.
  package var lastUpload: UploadOutcome? {
    uploadQueues.compactMap(\.lastOutcome).max { $0.instant < $1.instant }
  }

  /// Everything that is asked of the phone's location services, and by which behavior.
  package var wishes: [ServiceWish] {
    guard isTracking else { return [] }
    return streamWishes + timerWishes + visitWishes
      + manager.monitoredRegions.map { region in
        ServiceWish(.region(region), by: Self.owner(ofRegion: region.identifier))
      }
  }

  private var streamWishes: [ServiceWish] {
    var wishes: [ServiceWish] = []
    if services.contains(.standardUpdates) {
      if first(LiveUpdates.self)?.hasSession == true {
        wishes.append(ServiceWish(.liveUpdates, by: .liveUpdates))
      } else {
        wishes.append(
          ServiceWish(
            .standardUpdates(
              manager.desiredAccuracy, distanceFilterMeters: manager.distanceFilterMeters),
            by: has(.liveUpdates) ? .liveUpdates : .standardUpdates, adaptedBy: adapter))
      }
    }
    if services.contains(.significantChanges) {
      wishes.append(ServiceWish(.significantChanges, by: .significantChanges))
    }
    return wishes
  }

  /// Who has the updates come otherwise than the everyday settings say.
  private var adapter: BehaviorKind? {
    let isAsSet =
      manager.desiredAccuracy == settings.desiredAccuracy
      && manager.distanceFilterMeters == settings.distanceFilterMeters
    if isAsSet { return tripID == nil ? nil : .trips }
    return [.spacedFixes, .drivingAccuracy, .motionAdaption].first(where: has)
  }

  private var timerWishes: [ServiceWish] {
    guard let interval = first(ForegroundTimer.self)?.runningInterval else { return [] }
    return [ServiceWish(.oneFix(each: interval), by: .foregroundTimer)]
  }

  private var visitWishes: [ServiceWish] {
    let isWanted =
      has(.visits) && settings.visitTracking && manager.visitMonitoringAvailability.isAvailable
    return isWanted ? [ServiceWish(.visits, by: .visits)] : []
  }

  private func has(_ kind: BehaviorKind) -> Bool { configuration.behaviors.contains(kind) }

  private static func owner(ofRegion identifier: String) -> BehaviorKind {
    switch identifier {
    case PauseAndResumeWithGeofence.regionIdentifier: .pauseAndResumeWithGeofence
    case TrackedFence.regionIdentifier: .trackedFence
    case GateTrigger.regionIdentifier: .gateTrigger
    default: .parkedRegion
    }
  }
}

/// Something that a tracker asks of the phone's location services.
package struct ServiceWish: Sendable, Hashable {
  package enum Service: Sendable, Hashable {
    case standardUpdates(DesiredAccuracy, distanceFilterMeters: Double?)
    case liveUpdates
    case significantChanges
    case visits
    case oneFix(each: TimeSpan)
    case region(CircularRegion)
  }

  package var service: Service
  package var behavior: BehaviorKind
  /// Whose accuracy and distance it has, if they are not the everyday settings'.
  package var adapter: BehaviorKind?

  init(_ service: Service, by behavior: BehaviorKind, adaptedBy adapter: BehaviorKind? = nil) {
    self.service = service
    self.behavior = behavior
    self.adapter = adapter
  }
}

/// What came of a request to the server.
package struct UploadOutcome: Sendable, Hashable {
  /// When the answer was there, or the error.
  package var instant: Instant
  package var recordCount: Int
  /// Nil where everything was acknowledged.
  package var failure: QueueUpload.Failure?
  /// When the first failed of those that have failed since the last that did not.
  package var failingSince: Instant?
}
