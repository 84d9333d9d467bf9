import Files
import Geodesy
import LivePhone
import PhoneAPI
import Scenarios
import Simulation
import Text
import Timekeeping
import TrackingEngine
import World

/// A simulated phone on the positions of the live receiver, with the preset of the live tracker.
///
/// Its time is the receiver's, and lags: it runs up to the end of the course that is settled
/// (`GrowingWorld`), and waits while the receiver has no fix. Its uploads go to the receiver of
/// `odograph run`; no record of it leaves the machine. The walk's reports and acts are written to a
/// folder, as a scenario with the same figures. It works on the live loop's thread.
final class LoopedPhone {
  private enum State {
    /// No part of the course is settled yet. The reports are written when the walk begins.
    case waiting([PositionReport])
    case running(GrowingRun, Recording)
    case over(reason: String)
  }

  /// The longest step of the receiver's time, in addition to the machine's, that is no change of
  /// the receiver's clock. Played logs may be faster than the machine's time.
  private static let clockStepMax = TimeSpan.minutes(10)

  private let scenario: Scenario
  private var walk: LoopedWalk
  private var growing: GrowingWorld
  private var state = State.waiting([])
  private var newest: (time: Instant, uptime: TimeSpan)?
  private var figures: GrowingRun.Figures?
  private var records: [Location] = []

  /// Checks the options. Files are written only when the walk begins.
  init(_ walk: LoopedWalk) throws(InputError) {
    guard !Folder.exists(walk.folder) else {
      throw InputError(
        SourceLocation(file: walk.folder), "--simulate-output exists already",
        accepted: "a folder that does not exist yet")
    }
    self.walk = walk
    scenario = try walk.checkedScenario()
    growing = GrowingRun.world(of: scenario, seed: LoopedWalk.seed)
  }

  var status: LoopedStatus {
    var status = LoopedStatus(
      phone: walk.phone.phoneWords, folder: walk.folder, figures: figures,
      newestPosition: newest?.time, usesAccelerometer: !walk.modes.spans.isEmpty)
    switch state {
    case .waiting: break
    case .running(_, let recording): status.trouble = recording.troubleWords
    case .over(let reason): status.trouble = reason
    }
    return status
  }

  /// Returns the positions that the simulated tracker recorded since the last call.
  func takeRecords() -> [Location] {
    defer { records = [] }
    return records
  }

  // MARK: Positions

  /// Adds a report of the receiver that the phone follows.
  ///
  /// - Parameter motion: The activity that the machine's accelerometer shows.
  func receive(_ report: PositionReport, motion: MotionStates, at uptime: TimeSpan) {
    guard let report = report.forWalk, let time = report.time, var point = report.tracePoint
    else { return }
    if case .over = state { return }
    if let newest {
      if hasSetClock(from: newest, to: time, uptime) { return restart(report, point, uptime) }
      guard time > newest.time else { return }
    }
    newest = (time, uptime)
    point.mode = motion.movingMode
    walk.modes.add(point.mode, at: time)
    keep(report)
    guard growing.add(point), let world = growing.world() else { return }
    do { try advance(in: world) } catch { end(because: "\(error)") }
  }

  private func hasSetClock(
    from newest: (time: Instant, uptime: TimeSpan), to time: Instant, _ uptime: TimeSpan
  ) -> Bool {
    let step = time - newest.time
    return step > uptime - newest.uptime + Self.clockStepMax || step < .zero - .minutes(1)
  }

  /// Begins anew if the walk has not begun yet, or else ends it: its times must be in order.
  private func restart(_ report: PositionReport, _ point: TracePoint, _ uptime: TimeSpan) {
    guard case .waiting = state else {
      return end(because: "the receiver's clock was set; the walk ended before that")
    }
    growing = GrowingRun.world(of: scenario, seed: LoopedWalk.seed)
    walk.modes = RecognizedModes()
    newest = (point.time, uptime)
    state = .waiting([report])
    growing.add(point)
  }

  private func keep(_ report: PositionReport) {
    switch state {
    case .waiting(let reports): state = .waiting(reports + [report])
    case .running(_, let recording): recording.write(.position(report))
    case .over: break
    }
  }

  private func advance(in world: World) throws {
    let run = try running(in: world)
    try run.advance(in: world)
    show(run)
  }

  private func show(_ run: GrowingRun) {
    figures = run.figures
    records += run.takeRecords()
  }

  /// Returns the run. Begins it, and the files of the walk, if it has not begun.
  private func running(in world: World) throws -> GrowingRun {
    guard case .waiting(let reports) = state else {
      guard case .running(let run, _) = state else { throw LoopIsOver() }
      return run
    }
    let run = try GrowingRun(
      scenario, tracker: scenario.trackers[0], seed: LoopedWalk.seed, in: world)
    try Folder.make(walk.folder)
    let recording = try Recording(path: walk.trackPath)
    for report in reports { recording.write(.position(report)) }
    try walk.write()
    state = .running(run, recording)
    return run
  }

  // MARK: The person

  func perform(_ act: SimulatedAct, at uptime: TimeSpan) -> LiveAnswer {
    guard case .running(let run, _) = state, let newest else {
      if case .waiting = state {
        return .refused("The simulated phone does not run yet: it waits for 30 s of positions.")
      }
      return .refused("The simulated phone does not run: its walk has ended.")
    }
    let time = (newest.time + max(.zero, uptime - newest.uptime)).toMilliseconds
    run.add(act.kind, at: time)
    walk.acts.append((time, act))
    do { try walk.write() } catch { return .refused("\(error)") }
    return .done(
      "The person \(act.words) at \(walk.calendar.clockWithSeconds(time)). The simulated phone is "
        + "\(GrowingWorld.lag.wholeSecondsWords) behind.")
  }

  // MARK: The end

  /// Ends the walk, and returns a summary in whole sentences; nil if it never began.
  func finish() -> String? {
    end(because: "the walk is over")
    guard let figures else { return nil }
    return "Simulated phone: \(LoopedStatus.summary(of: figures)). "
      + "For the report: odograph run \(walk.scenarioPath)"
  }

  private func end(because reason: String) {
    guard case .running(let run, let recording) = state else {
      if case .waiting = state { state = .over(reason: reason) }
      return
    }
    state = .over(reason: reason)
    do {
      growing.finish()
      if let world = growing.world() {
        // The phone does not get to acts after the last position.
        walk.acts.removeAll { $0.time > world.end }
        leaveApp(of: run, at: world.end)
        result = try run.finish(in: world)
        show(run)
      }
      try recording.close()
      try walk.write()
    } catch {
      state = .over(reason: "\(error)")
    }
  }

  /// The result of the walk, as `odograph run` gives it; nil before the end.
  private(set) var result: RunResult?

  /// Lets a person who looks at the app leave it. A scenario has to say when.
  private func leaveApp(of run: GrowingRun, at end: Instant) {
    guard walk.isAppOpen else { return }
    run.add(SimulatedAct.leave.kind, at: end)
    walk.acts.append((end, .leave))
  }
}

/// The error for a position after the end of the walk.
private struct LoopIsOver: Error, CustomStringConvertible {
  var description: String { "the walk is over" }
}

extension PositionReport {
  /// The report with the values that a walk uses, as the reader of its track reads them; nil if it
  /// has no position or no time.
  fileprivate var forWalk: PositionReport? {
    guard let coordinate, coordinate.isValid,
      coordinate.refusalNearPole(at: .commandLine) == nil, let time
    else { return nil }
    return PositionReport(
      mode: max(mode, .twoDimensional), time: time.toMilliseconds, coordinate: coordinate,
      altitudeMeters: altitudeMeters.flatMap { (-12_000...100_000).contains($0) ? $0 : nil },
      horizontalAccuracyMeters: horizontalAccuracyMeters.flatMap {
        $0 > 0 && $0 <= 10_000_000 ? $0 : nil
      })
  }

  fileprivate var tracePoint: TracePoint? {
    guard let coordinate, let time else { return nil }
    return TracePoint(
      time: time, coordinate: coordinate, altitudeMeters: altitudeMeters,
      horizontalAccuracyMeters: horizontalAccuracyMeters)
  }
}

extension Instant {
  /// The instant rounded down to milliseconds, as gpsd and the files of a walk write it.
  fileprivate var toMilliseconds: Instant {
    Instant(nanoseconds: nanoseconds - (nanoseconds % 1_000_000))
  }
}

extension MotionStates {
  /// The mode in which the person moves; nil if none or several are recognized.
  fileprivate var movingMode: MotionMode? {
    let modes: [(MotionStates, MotionMode)] = [
      (.walking, .walking), (.running, .running), (.cycling, .cycling), (.automotive, .automotive),
    ]
    let recognized = modes.filter { contains($0.0) }
    return recognized.count == 1 ? recognized[0].1 : nil
  }
}
