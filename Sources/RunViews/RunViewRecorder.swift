import Evaluation
import Geodesy
import PhoneAPI
import RunObservation
import SimulatedPhone
import Timekeeping
import TrackingEngine
import World

/// A recorder that makes the view of a run while the run goes on. Its memory does not grow with the
/// length of the run.
package struct RunViewRecorder {
  private let tracker: String
  private let seed: UInt64
  private let world: World
  private let clock: Clock
  private var path = PathThinner()
  private var recording = RecordingThinner()
  private var recordedCount = 0
  private var uncovered = LaneThinner()
  private var app = StateLane()
  private var positioning = StateLane()
  private var authorization = StateLane()
  private var paused = StateLane()
  private var motion = StateLane()
  private var battery = LevelThinner()
  private var queue = LevelThinner()
  private var marks = MarkThinner()
  private var circles: [CircularRegion: Double] = [:]
  private var fences: [RunView.Fence] = []
  private static let fenceCountMax = 500
  private var trueStays: [RunView.Stay] = []
  private var recordedStays: [RunView.Stay] = []
  private static let stayCountMax = 1000
  private var days: DayTallies

  package init(tracker: String, seed: UInt64, world: World) {
    self.tracker = tracker
    self.seed = seed
    self.world = world
    clock = Clock(start: world.start)
    days = DayTallies(world)
  }

  /// The time since the start of the run. It is a value of its own, because a call of a function of
  /// this type would copy the whole recorder, twice for each record.
  private struct Clock {
    let start: Instant

    /// Returns the seconds from the start to an instant, in tenths.
    func seconds(_ instant: Instant) -> Double {
      ((instant - start).seconds * 10).rounded() / 10
    }
  }

  // MARK: Events

  package mutating func add(_ record: Record) {
    let at = clock.seconds(record.recordedAt)
    guard record.isPosition, record.location.coordinate.isValid else {
      return addOther(record, at: at)
    }
    recordedCount += 1
    let location = record.location
    recording.add(at: at, stamp: clock.seconds(location.timestamp))
    path.add(
      PathThinner.Point(
        seconds: at, coordinate: location.coordinate,
        accuracyMeters: Float(max(-1, location.horizontalAccuracyMeters)),
        tag: record.source.rawValue))
    days.addFix(location.coordinate, at: record.recordedAt)
  }

  private mutating func addOther(_ record: Record, at seconds: Double) {
    let text: String
    switch record.kind {
    case .trip: text = "a trip"
    case .drive: text = "a drive"
    case .crossing(let crossing): text = crossing.rawValue
    case .gate: text = "a gate was asked to open"
    case .location, .visit, .log, .timeOutdoors: return
    }
    marks.add(Mark(seconds: seconds, kind: .record, text: text))
  }

  package mutating func add(_ row: TimelineRow) {
    let at = clock.seconds(row.instant)
    app.set(row.app, at: at)
    positioning.set(row.positioning, at: at)
    authorization.set(row.authorization, at: at)
    paused.set(row.isPaused ? "paused" : nil, at: at)
    if row.app.hasPrefix("dead") { motion.set(nil, at: at) }
    battery.set(Double(row.batteryPercent), at: at)
    queue.set(Double(row.queueLength), at: at)
    days.count(at: row.instant) { tally in
      tally.lowestBatteryPercent = min(
        tally.lowestBatteryPercent ?? row.batteryPercent, row.batteryPercent)
    }
  }

  package mutating func add(_ occurrence: PhoneOccurrence, at instant: Instant) {
    let at = clock.seconds(instant)
    switch occurrence {
    case .woken(let reason, let isLaunch):
      marks.add(Mark(seconds: at, kind: isLaunch ? .launch : .wake, text: reason.words))
      days.count(at: instant) { if isLaunch { $0.launches += 1 } else { $0.wakes += 1 } }
    case .notificationShown(let title):
      marks.add(Mark(seconds: at, kind: .notification, text: title))
    case .notificationTapped(let title):
      marks.add(Mark(seconds: at, kind: .tap, text: title))
    case .toldOfMotion(let activity): motion.set(activity.word, at: at)
    case .watches(let regions): watch(regions, at: at)
    case .request(let bytes, let outcome): add(bytes, outcome, at: instant)
    }
  }

  private mutating func add(_ bytes: Int, _ outcome: RequestOutcome, at instant: Instant) {
    let kind: Mark.Kind = outcome.isFine ? .request : .requestFailed
    marks.add(
      Mark(seconds: clock.seconds(instant), kind: kind, text: "\(bytes) bytes: \(outcome.words)"))
    days.count(at: instant) { tally in
      tally.requests += 1
      if outcome.isFine { tally.sentBytes += bytes } else { tally.failedRequests += 1 }
    }
  }

  private mutating func watch(_ regions: [CircularRegion], at seconds: Double) {
    let ended = circles.filter { !regions.contains($0.key) }
      .sorted { ($0.value, $0.key.identifier) < ($1.value, $1.key.identifier) }
    for (region, since) in ended {
      circles[region] = nil
      keep(region, from: since, to: seconds)
    }
    for region in regions where circles[region] == nil { circles[region] = seconds }
  }

  private mutating func keep(_ region: CircularRegion, from start: Double, to end: Double) {
    guard fences.count < Self.fenceCountMax else { return }
    fences.append(
      RunView.Fence(
        start: start, end: end, name: region.identifier, latitude: region.center.latitude,
        longitude: region.center.longitude, radiusMeters: region.radiusMeters))
  }

  package mutating func addUncovered(from start: Instant, to end: Instant, because cause: GapCause)
  {
    uncovered.add(
      LanePiece(start: clock.seconds(start), end: clock.seconds(end), label: cause.name))
    days.addUncovered(from: start, to: end)
  }

  package mutating func add(truth: [JudgedStay], recorded: [JudgedStay]) {
    func stays(_ judged: [JudgedStay], room: Int) -> [RunView.Stay] {
      judged.prefix(max(room, 0)).map {
        RunView.Stay(
          start: clock.seconds($0.start), end: clock.seconds($0.end), latitude: $0.center.latitude,
          longitude: $0.center.longitude, isMatched: $0.isMatched)
      }
    }
    trueStays += stays(truth, room: Self.stayCountMax - trueStays.count)
    recordedStays += stays(recorded, room: Self.stayCountMax - recordedStays.count)
  }

  // MARK: The result

  package mutating func finished() -> RunView {
    let end = clock.seconds(world.end)
    watch([], at: end)
    for lane in [\RunViewRecorder.app, \.positioning, \.authorization, \.paused, \.motion] {
      self[keyPath: lane].close(at: end)
    }
    let points = path.finished()
    let sources = Dictionary(
      uniqueKeysWithValues: Record.Source.allCases.map { ($0.rawValue, "\($0)") })
    return RunView(
      tracker: tracker, seed: seed, day: DayTruth(world),
      fixes: RecordedPath(
        path: TimedPath(points),
        accuraciesMeters: points.map { (Double($0.accuracyMeters) * 10).rounded() / 10 },
        sources: points.map { sources[$0.tag] ?? "" },
        recordedCount: recordedCount, toleranceMeters: path.toleranceMeters * 2),
      recording: recording.pieces,
      lanes: RunView.Lanes(
        uncovered: uncovered.pieces, app: app.pieces, positioning: positioning.pieces,
        authorization: authorization.pieces, paused: paused.pieces, motion: motion.pieces),
      battery: battery.finished(), queue: queue.finished(), marks: marks.marks, fences: fences,
      stays: RunView.Stays(truth: trueStays, recorded: recordedStays), days: days.tallies)
  }
}

extension RequestOutcome {
  var isFine: Bool {
    if case .answered(let status) = self { (200..<300).contains(status) } else { false }
  }

  var words: String {
    switch self {
    case .answered(let status): "answered with \(status)"
    case .unanswered: "no answer"
    case .brokenOff: "the connection broke"
    case .offline: "no network"
    case .serverAway: "no connection to the server"
    }
  }
}

extension MotionActivity {
  /// One word for the motion activity, such as "walking". If several flags are set, a moving
  /// activity is preferred to "stationary".
  var word: String {
    if automotive { return "automotive" }
    if cycling { return "cycling" }
    if running { return "running" }
    if walking { return "walking" }
    return stationary ? "stationary" : "unknown"
  }
}
