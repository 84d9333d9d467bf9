import Dispatch
import Foundation
import Synchronization
import Timekeeping

// How a recording survives errors.
//
// Each report becomes one piece of text. It is written in one call, followed by the file's closing
// lines, over the closing lines of the piece before. Whatever happens to the program, the file is
// complete.
//
// After a loss of power the disk has the state of the last flush, at most half a second old, and
// perhaps a torn end. A format of one report per line is readable up to there. The others are
// repaired when they are opened again: everything after the last complete piece is deleted, and the
// closing lines are added. Complete pieces are never overwritten, and a file that odograph did not
// begin is left unchanged.
//
// A disk that is full, removed or not permitted ends nothing. The file is opened again with the
// next report after 1, 2, 4, up to 30 s, and continued after a gap as soon as possible.

/// A recording of the reports of gpsd's receivers, as a trace that scenarios can replay.
///
/// The file's extension selects the format: GPX, GeoJSON, or lines of JSON like gpsd's own. The
/// recording continues an existing file after a gap. Any thread may use it. If the order of events
/// matters, only one thread may use it at a time.
package final class Recording: Sendable {
  package let path: String
  /// True if the file already contained reports when it was opened.
  package let isResumed: Bool
  private let uptime: @Sendable () -> TimeSpan
  private let state: Mutex<RecordingState>
  /// A lock that is held during a flush to the disk, so that `close` waits for the flush.
  private let syncing = Mutex(())
  private let isClosing = DispatchSemaphore(value: 0)

  private static let syncInterval = DispatchTimeInterval.milliseconds(500)

  /// Opens or creates the file, and locks it until it is closed.
  package convenience init(path: String) throws(RecordingError) {
    guard let format = RecordingFormat(path: path) else { throw .unknownEnding(path: path) }
    try self.init(path: path, writer: format.writer())
  }

  init(
    path: String, writer: any RecordingWriter,
    uptime: @escaping @Sendable () -> TimeSpan = { LiveClock.machineUptime }
  ) throws(RecordingError) {
    self.path = path
    self.uptime = uptime
    let begun = try RecordingState(path: path, writer: writer)
    isResumed = begun.isResumed
    state = Mutex(begun)
    let thread = Thread { [weak self, isClosing] in
      while isClosing.wait(timeout: .now() + Recording.syncInterval) == .timedOut {
        guard let self else { return }
        self.sync()
      }
    }
    thread.name = "recording"
    thread.start()
  }

  deinit {
    isClosing.signal()
    state.withLock { $0.close() }
  }

  /// The number of positions written since the recording was opened.
  package var positionCount: Int { state.withLock { $0.positionCount } }
  /// True if any report was written since the recording was opened, with or without a position.
  package var hasReports: Bool { state.withLock { $0.hasReports } }
  /// The number of positions that were lost since the opening because the file could not be
  /// written.
  package var missedPositionCount: Int { state.withLock { $0.missedPositionCount } }
  /// The first time that occurs twice; nil if there is none. A recording with such a time cannot be
  /// replayed.
  package var overlap: RecordedTimes.Overlap? { state.withLock { $0.times.overlap } }
  /// The reason why the file cannot be written at present; nil if it can be written.
  package var trouble: RecordingError? { state.withLock { $0.trouble } }

  /// Writes the parts of an event that the format supports. After `close()` it does nothing.
  ///
  /// - Returns: The news since the last call; usually empty.
  @discardableResult
  package func write(_ event: GPSDEvent) -> [RecordingNotice] {
    let now = uptime()
    return state.withLock { state in
      state.write(event, at: now)
      defer { state.news = [] }
      return state.news
    }
  }

  /// Flushes all data to the disk and closes the file. A second call does nothing.
  ///
  /// - Throws: An error if the last part of the file cannot be written. The earlier part is
  ///   complete.
  package func close() throws(RecordingError) {
    isClosing.signal()
    sync()
    let trouble = state.withLock { state -> RecordingError? in
      guard state.isOpen else { return nil }
      state.close()
      return state.trouble
    }
    if let trouble { throw trouble }
  }

  /// Flushes the file to the disk. Other threads may write reports meanwhile.
  private func sync() {
    syncing.withLock { _ in
      guard let file = state.withLock({ $0.unsynced() }) else { return }
      do throws(RecordingError) {
        try file.sync()
      } catch {
        let now = uptime()
        state.withLock { $0.stop(error, at: now) }
      }
    }
  }
}

/// The events of a recording that the program must show to the user at once.
package enum RecordingNotice: Sendable, Hashable {
  /// The file cannot be written at present. The recording tries again later.
  case stopped(RecordingError)
  /// Writing to the file has resumed after a gap, in which this number of positions was lost.
  case wentOn(missedPositionCount: Int)
  /// A time arrived that the recording already contains. Only the first such time is reported.
  case overlap(RecordedTimes.Overlap)
}

/// The reason why a recording cannot be made or continued.
package enum RecordingError: Error, Sendable, Hashable {
  case unknownEnding(path: String)
  /// The existing file is not a recording, and it stays unchanged.
  case foreign(path: String)
  /// Another program that records has locked the file.
  case inUse(path: String)
  case cannotOpen(path: String, reason: String)
  /// The file cannot be written: the disk is full or was removed, or the permission is missing.
  case cannotWrite(path: String, reason: String)
}
