/// The behaviors that a preset can be composed of, by the names it gives them.
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

  /// The sentence that describes it.
  package var meaning: String {
    switch self {
    case .permissionRequest: "asks for location When In Use, and somewhat later for Always"
    case .surroundings: "notes motion, battery and Wi-Fi name with every record"
    case .standardUpdates: "records standard location updates"
    case .liveUpdates: "records live updates, which rest while the phone lies still"
    case .spacedFixes:
      "on foot takes a fix every so many meters, and turns positioning off in between"
    case .restMarks:
      "records where the phone rests, when updates pause and once the person has left"
    case .headingUpdates: "keeps the compass on with standard updates, where there is one"
    case .significantChanges: "records significant location changes"
    case .visits: "records visits"
    case .foregroundTimer: "records one good fix an interval while the app is open, and no other"
    case .backgroundRefresh: "records one fix in each background refresh task"
    case .trackingLog: "records steps in the app's own life with the tracking statistics"
    case .pauseAndResumeWithGeofence: "starts paused updates again on leaving a fence"
    case .dailyStatistics: "tells home from away, and sums time away by local day"
    case .trips: "has the person begin and end trips, with settings and a record of their own"
    case .trackingNotifications: "tells the person when tracking stops or starts by itself"
    case .setupLink: "takes server, token and name from a link that the person opens"
    case .queuePurge: "deletes what waits when the app is opened, if asked to"
    case .overlandUpload: "sends the queue in Overland batches, or the newest position to OwnTracks"
    case .motionAdaption: "follows closely while the person moves, and loosely while they stay"
    case .timeOutdoors: "works out time outdoors of each of the last five whole days"
    case .accountUpkeep: "keeps the person signed in to a server of health data"
    case .fhirUpload: "sends positions and time outdoors as FHIR batches of Observations"
    case .trackedFence:
      "records check-ins and check-outs at a fence, which moves along after each check-out"
    case .checkInUpload: "calls the server for each check-in and check-out"
    case .driveDetection: "tells drives by motion, and records their points and nothing else"
    case .driveLog: "records each drive with its places, way and time"
    case .drivingAccuracy: "asks for the best accuracy in drives and after a cold start"
    case .parkedRegion: "watches where the car is parked, and home, to be launched there"
    case .wakeUps: "has the phone launch the app by visits, refresh tasks and pushes, as set"
    case .deadManNotification: "notifies the person when the app has stopped"
    case .gateTrigger: "asks a gate to open once an approach"
    case .gateUpload: "sends the wish that the gate open"
    case .tripSessions:
      "runs standard updates in trips only, which begin at a fence and end with a visit or a stay"
    case .dutyCycle: "positions for some minutes of every period, and asks for little in between"
    }
  }

  /// What it sends to a server; records of other kinds wait for nothing.
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
