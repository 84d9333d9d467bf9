import Evaluation
import Geodesy
import PhoneAPI
import Receiver
import SimulatedPhone
import Timekeeping
import TrackingEngine

/// An observer that passes the events of the phone, the tracker and the server to the evaluator, in
/// the evaluator's own types. The observer outlasts every process of the app.
package final class RunRecorder: PhoneObserver, TrackerObserver {
  package let evaluator: Evaluator
  private let sink: (any RunSink)?
  package let wantsNotes: Bool
  package var wantsOccurrences: Bool { sink != nil }
  package var wantsQueueLength: Bool { sink != nil }
  @exclusivity(unchecked) private var phase = TrackingPhase()
  private var isHeldByPhone = false
  @exclusivity(unchecked) private var isHeldByEngine = false
  private var status: PhoneStatus?
  private var homeAway: HomeAwayDeriver?
  private var awaySeconds = 0.0
  @exclusivity(unchecked) private var awaited: AwaitedRecords
  private let uploads: Bool
  private let sendsGateRequests: Bool
  /// The requests to open a gate (a barrier) that the server has not acknowledged yet.
  private var gateRequests: Set<Record.Identifier> = []
  private var identityOffset: UInt64 = 0
  @exclusivity(unchecked) private var newestIdentity: UInt64 = 0
  @exclusivity(unchecked) private var queueLength = 0
  @exclusivity(unchecked) private var lastQueueRow = Instant.distantPast
  package private(set) var lifecycle = LifecycleReport()
  @exclusivity(unchecked) package private(set) var recordedInSegment = 0
  /// True if a record could not be written; the rest of the run then does not describe the tracker.
  package private(set) var hasStoreFailed = false
  private let forgetsNights: Bool

  /// Makes a recorder.
  ///
  /// - Parameters:
  ///   - isOwnApp: True for an app of the user's own.
  ///   - isDeliveryJudged: True if measures of delivery apply to the tracker.
  ///   - sink: The receiver of the run's records, timeline and other output; nil for none.
  ///   - explains: True if the sink also gets sentences that explain the timeline.
  package init(
    evaluator: Evaluator, configuration: TrackerConfiguration, isOwnApp: Bool,
    isDeliveryJudged: Bool, sink: (any RunSink)?, explains: Bool
  ) {
    self.evaluator = evaluator
    self.sink = sink
    wantsNotes = explains && sink != nil
    if let sink {
      evaluator.watch(
        onUncovered: { sink.uncovered(from: $0, to: $1, because: $2) },
        onStays: { sink.stays(truth: $0, recorded: $1) })
    }
    uploads = isDeliveryJudged
    let settings = configuration.settings
    sendsGateRequests = settings.endpoint != nil
    if configuration.behaviors.contains(.driveDetection) { evaluator.announce(.trip) }
    // OwnTracks has no smaller unit of time than the second. An app of the user's own may round
    // times and coordinates as it likes.
    awaited = AwaitedRecords(
      roundsToSeconds: settings.wholeSecondKeys || settings.loggingMode == .ownTracks || isOwnApp,
      rememberedMin: isOwnApp ? 262_144 : .max)
    forgetsNights = settings.pilotQuirks.nightNotCarried
    if configuration.behaviors.contains(.dailyStatistics) {
      homeAway = HomeAwayDeriver()
      evaluator.announce(.away)
    }
  }

  package func beginSegment(at instant: Instant) {
    phase = TrackingPhase()
    isHeldByEngine = false
    isHeldByPhone = false
    identityOffset = newestIdentity
    awaited.removeAll()
    gateRequests = []
    recordedInSegment = 0
    queueLength = 0
    evaluator.phaseChanged(to: phase, at: instant)
  }

  package func endSegment(at instant: Instant, phone: SimulatedPhone, store: any RecordStore) {
    if let homeAway {
      for away in homeAway.finish(at: instant) {
        awaySeconds += (away.end - away.start).seconds
        evaluator.detected(DetectedInterval(kind: .away, start: away.start, end: away.end))
      }
      self.homeAway = HomeAwayDeriver()
    }
    lifecycle.launches += phone.launches
    lifecycle.deliveredFixes += phone.deliveredFixes
    lifecycle.queuedAtEnd += store.queueLength
  }

  // MARK: PhoneObserver

  package func phone(statusIs status: PhoneStatus, at instant: Instant) {
    count(status)
    if status.app == .foreground, self.status?.app != .foreground { evaluator.opened(at: instant) }
    self.status = status
    isHeldByPhone = status.isFixHeld
    var next = TrackingPhase()
    next.isPhoneOn = status.isOn
    next.isPermitted = status.isTrackingPermitted
    // Before the first record nothing else explains why updates that the phone does not deliver
    // lead to no record.
    let isInVain = recordedInSegment == 0 && status.asksInVain
    next.app = isInVain ? .suspended : status.app.asJudged
    next.requests = status.requests
    next.isPaused = status.isPaused
    next.isStalled = status.isStalled
    next.receiver = status.positioning.asJudged
    if !status.hasStandardUpdates { isHeldByEngine = false }
    change(to: next, at: instant)
    addTimelineRow(at: instant)
  }

  package func phone(notes note: PhoneNote) { sink?.note(note) }

  package func phone(saw occurrence: PhoneOccurrence, at instant: Instant) {
    sink?.occurrence(occurrence, at: instant)
  }

  private func count(_ new: PhoneStatus) {
    if case .dead(let cause, _) = new.app, status?.app != new.app {
      if case .dead = status?.app {} else { lifecycle.deaths[cause, default: 0] += 1 }
    }
    if new.app == .suspended, status?.app != .suspended { lifecycle.suspensions += 1 }
  }

  private func change(to next: TrackingPhase, at instant: Instant) {
    var next = next
    next.holding = isHeldByPhone ? .operatingSystem : isHeldByEngine ? .engine : .nothing
    guard next != phase else { return }
    phase = next
    evaluator.phaseChanged(to: next, at: instant)
  }

  // MARK: TrackerObserver

  package func tracker(
    _ tracker: Tracker, didRecord record: Record, as identifier: Record.Identifier,
    at instant: Instant
  ) {
    guard let identity = recorded(record, as: identifier, at: instant) else {
      return take(record, as: identifier, at: instant)
    }
    if uploads { expect(record, identity) }
    if homeAway != nil { addToDay(record, tracker) }
  }

  @inline(never)
  private func addToDay(_ record: Record, _ tracker: Tracker) {
    if forgetsNights {
      homeAway?.add(record, forgettingNightsOf: tracker.calendar)
    } else {
      homeAway?.add(record)
    }
  }

  package func tracker(
    _ tracker: Tracker, didDiscard location: Location, by rule: StaticString, at instant: Instant
  ) {
    if rule.utf8CodeUnitCount == 5, rule.description == "store" { storeFailed() }
    heldBack(at: instant)
  }

  package func tracker(
    _ tracker: Tracker, didAcknowledge records: [Record.Identifier], at instant: Instant
  ) {
    lifecycle.acknowledged += records.count
    for record in records {
      evaluator.acknowledged(identity: identityOffset + record.rawValue, at: instant)
    }
    // Few trackers open gates, and most records are acknowledged by the hundred.
    guard !gateRequests.isEmpty else { return }
    for record in records where gateRequests.remove(record) != nil {
      evaluator.askedGate(at: instant)
    }
  }

  /// Passes a record to the evaluator. Returns the record's identity in the evaluator, or nil if
  /// the record is not a position.
  @inline(__always)
  func recorded(
    _ record: Record, as identifier: Record.Identifier, at instant: Instant
  ) -> UInt64? {
    sink?.record(record.identified(as: identifier))
    let identity = identityOffset + identifier.rawValue
    newestIdentity = identity
    guard record.isPosition else { return nil }
    recordedInSegment += 1
    if isHeldByEngine { setHeldByEngine(false, at: instant) }
    evaluator.recorded(
      RecordedPosition(
        identity: identity, timestamp: record.location.timestamp, recordedAt: instant,
        coordinate: record.location.coordinate,
        horizontalAccuracyMeters: record.location.horizontalAccuracyMeters))
    return identity
  }

  /// Takes a record of a user's own app.
  package func appRecorded(
    _ record: Record, as identifier: Record.Identifier, at instant: Instant
  ) {
    guard let identity = recorded(record, as: identifier, at: instant), uploads else { return }
    expect(record, identity)
  }

  @inline(never)
  private func expect(_ record: Record, _ identity: UInt64) {
    awaited.add(record.location.timestamp, record.location.coordinate, identity)
  }

  /// Notes that a user's own app has received positions and recorded none of them.
  ///
  /// The phone reports the search for satellites until it next has something else to report. An app
  /// that gets positions does not wait for that search.
  package func appHeldBack(at instant: Instant) {
    isHeldByEngine = true
    var next = phase
    if next.receiver == .acquiring { next.receiver = .delivering }
    change(to: next, at: instant)
  }

  func heldBack(at instant: Instant) {
    if !isHeldByEngine { setHeldByEngine(true, at: instant) }
  }

  package func storeFailed() { hasStoreFailed = true }

  /// Passes a crossing of a fence, or a request to open a gate, to the evaluator. If there is a
  /// server, a request waits until the server acknowledges it.
  @inline(never)
  private func take(_ record: Record, as identifier: Record.Identifier, at instant: Instant) {
    switch record.kind {
    case .crossing(let crossing): evaluator.crossedFence(isEntry: crossing == .checkIn, at: instant)
    case .gate where sendsGateRequests: gateRequests.insert(identifier)
    case .gate: evaluator.askedGate(at: instant)
    case .location, .visit, .log, .trip, .drive, .timeOutdoors: break
    }
  }

  package func tracker(_ tracker: Tracker, fenceIs fence: CircularRegion?, at instant: Instant) {
    evaluator.fence(
      is: fence.map { Circle(center: $0.center, radiusMeters: $0.radiusMeters) }, at: instant)
  }

  package func tracker(_ tracker: Tracker, didDetect drive: DriveSummary) {
    evaluator.detected(
      DetectedInterval(
        kind: .trip, start: drive.start, end: drive.end, lengthMeters: drive.distanceMeters))
  }

  package func tracker(_ tracker: Tracker, queueLengthIs length: Int, at instant: Instant) {
    queueLength = length
    // A row for each fix would hide the other rows; a row a minute shows how the queue grows and
    // shrinks.
    if instant - lastQueueRow >= .minutes(1) { addTimelineRow(at: instant) }
  }

  private func setHeldByEngine(_ isHeld: Bool, at instant: Instant) {
    isHeldByEngine = isHeld
    change(to: phase, at: instant)
  }

  // MARK: Receiver

  /// Matches each record that a server receives.
  package func observe(_ receiver: Receiver) {
    receiver.onRecord = { [self] in serverReceived($0, isDuplicate: $1) }
  }

  /// Matches a record that the server received with all of the tracker's records of the same key.
  /// Several records have the same key if a relaunched app records the phone's cached fix again.
  private func serverReceived(_ record: ReceivedRecord, isDuplicate: Bool) {
    if isDuplicate { evaluator.duplicated(at: record.arrivedAt) }
    awaited.take(record.timestamp, record.coordinate) {
      evaluator.received(identity: $0, at: record.arrivedAt)
    }
  }

  /// The minutes away from home in the segments that ended; nil if the tracker computes none.
  package var awayMinutes: Double? { homeAway == nil ? nil : awaySeconds / 60 }

  private func addTimelineRow(at instant: Instant) {
    guard let sink, let status else { return }
    lastQueueRow = instant
    sink.timeline(
      TimelineRow(
        instant: instant, app: status.app.word, positioning: status.positioning.rawValue,
        batteryPercent: status.batteryPercent, queueLength: queueLength,
        authorization: status.authorization.rawValue, isPaused: status.isPaused))
  }
}
