import Timekeeping

/// The state of a recording. Its file is either open, or to be opened again after an error.
struct RecordingState: Sendable {
  /// The reason why writing stopped, and the time of the next attempt.
  private struct Stop {
    var error: RecordingError
    var attempts = 1
    var triedAgainAt: TimeSpan
    var missedPositionCount = 0
  }

  private static let retries = RetryPolicy.always

  private let path: String
  private var writer: any RecordingWriter
  /// The open file; nil while writing has stopped after an error, and after `close()`.
  private var file: RecordingFile?
  private var stopped: Stop?
  private var isUnsynced = false
  private(set) var hasReports = false
  let isResumed: Bool
  private(set) var isOpen = true
  private(set) var times: RecordedTimes
  private(set) var positionCount = 0
  private(set) var missedPositionCount = 0
  /// The notices that the next call of `Recording.write` returns.
  var news: [RecordingNotice] = []

  init(path: String, writer: any RecordingWriter) throws(RecordingError) {
    self.path = path
    self.writer = writer
    let file = try RecordingFile(path: path, form: writer.form)
    self.file = file
    isResumed = file.isResumed
    times = RecordedTimes(span: file.span)
    self.writer.goOn(hasReports: isResumed)
  }

  var trouble: RecordingError? { stopped?.error }

  mutating func write(_ event: GPSDEvent, at now: TimeSpan) {
    guard isOpen else { return }
    if file == nil, let stopped, now >= stopped.triedAgainAt { reopen(at: now) }
    guard let piece = writer.piece(of: event) else { return }
    guard file != nil else { return miss(piece) }
    do throws(RecordingError) {
      try file?.append(piece.text)
    } catch {
      stop(error, at: now)
      return miss(piece)
    }
    isUnsynced = true
    hasReports = true
    if let stopped { news.append(.wentOn(missedPositionCount: stopped.missedPositionCount)) }
    stopped = nil
    guard piece.isPosition else { return }
    positionCount += 1
    noteTime(of: event)
  }

  private mutating func noteTime(of event: GPSDEvent) {
    guard case .position(let report) = event, let time = report.time,
      times.add(time, of: report.device ?? ""), let overlap = times.overlap
    else { return }
    news.append(.overlap(overlap))
  }

  // MARK: Stopping and going on

  /// Returns the file if some of its data have not been flushed to the disk; otherwise nil.
  mutating func unsynced() -> RecordingFile? {
    guard isUnsynced else { return nil }
    isUnsynced = false
    return file
  }

  mutating func stop(_ error: RecordingError, at now: TimeSpan) {
    guard isOpen else { return }
    giveUp()
    var stop = stopped ?? Stop(error: error, attempts: 0, triedAgainAt: now)
    if stop.attempts == 0 || stop.error != error { news.append(.stopped(error)) }
    stop.error = error
    stop.attempts += 1
    let delay = Self.retries.delay(afterFailures: stop.attempts, hasAnswered: true)
    stop.triedAgainAt = now + (delay ?? .zero)
    stopped = stop
  }

  /// Opens the file again. Opening succeeds even on a full disk, so the error may come back at the
  /// next write.
  private mutating func reopen(at now: TimeSpan) {
    do throws(RecordingError) {
      let file = try RecordingFile(path: path, form: writer.form)
      writer.goOn(hasReports: file.isResumed)
      self.file = file
    } catch {
      stop(error, at: now)
    }
  }

  private mutating func miss(_ piece: RecordedPiece) {
    guard piece.isPosition else { return }
    stopped?.missedPositionCount += 1
    missedPositionCount += 1
  }

  mutating func close() {
    giveUp()
    isOpen = false
  }

  private mutating func giveUp() {
    file?.close()
    file = nil
  }
}
