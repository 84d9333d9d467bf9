/// The behaviors that a preset can combine, under their names in presets.
package enum BehaviorKind: String, CaseIterable, Sendable, Codable {
  case permissionRequest
  case surroundings
  case standardUpdates
  case liveUpdates
  case spacedFixes
  case restMarks
  case headingUpdates
  case significantChanges
  case visits
  case foregroundTimer
  case backgroundRefresh
  case trackingLog
  case pauseAndResumeWithGeofence
  case dailyStatistics
  case trips
  case trackingNotifications
  case setupLink
  case queuePurge
  case overlandUpload
  case motionAdaption
  case timeOutdoors
  case accountUpkeep
  case fhirUpload
  case trackedFence
  case checkInUpload
  case driveDetection
  case driveLog
  case drivingAccuracy
  case parkedRegion
  case wakeUps
  case deadManNotification
  case gateTrigger
  case gateUpload
  case tripSessions
  case dutyCycle

  /// A description of what the behavior does, which the command `odograph behaviors` shows.
  package var meaning: String {
    switch self {
    case .permissionRequest: "asks for the permission When In Use, and somewhat later for Always"
    case .surroundings: "adds motion, battery and Wi-Fi name to every record"
    case .standardUpdates: "records standard location updates"
    case .liveUpdates: "records live updates, which pause while the phone lies still"
    case .spacedFixes:
      "records a fix every so many meters, and turns positioning off in between"
    case .restMarks:
      "records where the phone rested: when updates pause, and once the user has left"
    case .headingUpdates: "keeps the compass, if there is one, on with standard updates"
    case .significantChanges: "records significant location changes"
    case .visits: "records visits"
    case .foregroundTimer:
      "records one good fix per interval while the app is open, and no other fix"
    case .backgroundRefresh: "records one fix in each background refresh task"
    case .trackingLog: "records launches, pauses and ends of the app, with the tracking statistics"
    case .pauseAndResumeWithGeofence: "starts paused updates again when the user leaves a fence"
    case .dailyStatistics:
      "determines if the user is at home or away, and sums time away by local day"
    case .trips: "lets the user begin and end trips, with settings and a record of their own"
    case .trackingNotifications: "notifies the user when tracking stops or starts by itself"
    case .setupLink: "sets server, token and name from a link that the user opens"
    case .queuePurge: "deletes all unsent records when the app is opened, if `purgesQueue` is set"
    case .overlandUpload: "sends the queue in Overland batches, or the newest position to OwnTracks"
    case .motionAdaption:
      "asks for close tracking while the user moves, and for less while the user stays"
    case .timeOutdoors: "computes time outdoors of each of the last five whole days"
    case .accountUpkeep: "keeps the user signed in to a server of health data"
    case .fhirUpload: "sends positions and time outdoors as FHIR batches of Observations"
    case .trackedFence:
      "records check-ins and check-outs at a fence, which moves to the user after a check-out"
    case .checkInUpload: "calls the server for each check-in and check-out"
    case .driveDetection: "detects drives by motion, and records their points and nothing else"
    case .driveLog: "records each drive with its places, distance and time"
    case .drivingAccuracy: "asks for the best accuracy during drives and after a cold start"
    case .parkedRegion:
      "watches the place of the parked car, and home, so that the phone launches the app there"
    case .wakeUps: "asks the phone to launch the app by visits, refresh tasks and pushes, as set"
    case .deadManNotification: "notifies the user when the app has stopped"
    case .gateTrigger: "asks a gate to open, once per approach"
    case .gateUpload: "sends the request to open the gate"
    case .tripSessions:
      "runs standard updates only during trips, from leaving a fence to a visit or a stay"
    case .dutyCycle: "positions for some minutes of every period, and asks for little in between"
    }
  }

  /// The kinds of records that this behavior sends to a server.
  ///
  /// A record joins the queue only if one of the tracker's behaviors sends its kind.
  var sentKinds: RecordKinds {
    switch self {
    case .overlandUpload: [.location, .visit, .log, .trip]
    case .fhirUpload: [.location, .timeOutdoors]
    case .checkInUpload: .crossing
    case .gateUpload: .gate
    case .permissionRequest, .surroundings, .standardUpdates, .liveUpdates, .spacedFixes,
      .restMarks,
      .headingUpdates,
      .significantChanges, .visits, .foregroundTimer, .backgroundRefresh, .trackingLog,
      .pauseAndResumeWithGeofence, .dailyStatistics, .trips, .trackingNotifications, .setupLink,
      .queuePurge, .motionAdaption, .timeOutdoors, .accountUpkeep, .trackedFence, .driveDetection,
      .driveLog, .drivingAccuracy, .parkedRegion, .wakeUps, .deadManNotification, .gateTrigger,
      .tripSessions, .dutyCycle:
      []
    }
  }

  /// True if this behavior sends each record when it is made.
  var sendsEachRecord: Bool { !sentKinds.isEmpty && self != .overlandUpload }

  func make(for tracker: Tracker) -> any Behavior {
    switch self {
    case .permissionRequest: PermissionRequest(tracker)
    case .surroundings: SurroundingsWatch(tracker)
    case .standardUpdates: StandardUpdates(tracker)
    case .liveUpdates: LiveUpdates(tracker)
    case .spacedFixes: SpacedFixes(tracker)
    case .restMarks: RestMarks(tracker)
    case .headingUpdates: HeadingUpdates(tracker)
    case .significantChanges: SignificantChanges(tracker)
    case .visits: Visits(tracker)
    case .foregroundTimer: ForegroundTimer(tracker)
    case .backgroundRefresh: BackgroundRefresh(tracker)
    case .trackingLog: TrackingLog(tracker)
    case .pauseAndResumeWithGeofence: PauseAndResumeWithGeofence(tracker)
    case .dailyStatistics: DailyStatistics(tracker)
    case .trips: Trips(tracker)
    case .trackingNotifications: TrackingNotifications(tracker)
    case .setupLink: SetupLink(tracker)
    case .queuePurge: QueuePurge(tracker)
    case .overlandUpload: OverlandUpload(tracker)
    case .motionAdaption: MotionAdaption(tracker)
    case .timeOutdoors: TimeOutdoors(tracker)
    case .accountUpkeep: AccountUpkeep(tracker)
    case .fhirUpload: FHIRUpload(tracker)
    case .trackedFence: TrackedFence(tracker)
    case .checkInUpload: CheckInUpload(tracker)
    case .driveDetection: DriveDetection(tracker)
    case .driveLog: DriveLog(tracker)
    case .drivingAccuracy: DrivingAccuracy(tracker)
    case .parkedRegion: ParkedRegion(tracker)
    case .wakeUps: WakeUps(tracker)
    case .deadManNotification: DeadManNotification(tracker)
    case .gateTrigger: GateTrigger(tracker)
    case .gateUpload: GateUpload(tracker)
    case .tripSessions: TripSessions(tracker)
    case .dutyCycle: DutyCycle(tracker)
    }
  }
}
