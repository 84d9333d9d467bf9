import Dispatch
import Foundation
import Synchronization
import Timekeeping

// How a recording outlives what may happen to it.
//
// Each report becomes one piece of text, which goes to the system in one call with the file's closing lines
// behind it, over the closing lines of the piece before: whatever happens to the program, the file is whole.
// When the power goes, what the disk has is what was brought to it last, every half second, and perhaps a torn
// end. A format of one report a line is read up to there as it stands; the others are mended when they are
// opened again: everything behind the last whole piece goes, and the closing lines come. Nothing that is whole
// is ever written over, and a file that nobody of ours began is left alone.
//
// A disk that is full, torn out or forbidden ends nothing: the file is opened again, with the next report that
// comes after a second, two, four, at most thirty, and gone on with, after a gap, as soon as it can be.

/// What the receivers of a gpsd say, written to a file as it comes: a trace that scenarios replay.
///
/// The file's ending says how: GPX, GeoJSON, or lines of JSON like gpsd's own. A file that is there is gone on
/// with, after a gap. May be used from any thread, from one at a time if the order is to mean something.
package final class Recording: Sendable {
  package let path: String
  /// Whether there were reports in it before.
  package let isResumed: Bool
  private let uptime: @Sendable () -> TimeSpan
  private let state: Mutex<RecordingState>
  /// Held while the disk is waited for, so that the end waits for it too.
  private let syncing = Mutex(())
  private let isClosing = DispatchSemaphore(value: 0)

  private static let syncInterval = DispatchTimeInterval.milliseconds(500)

  /// Opens the file, or makes it, and takes it for itself until it is closed.
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

  /// Positions written since it was opened.
  package var positionCount: Int { state.withLock { $0.positionCount } }
  /// Whether anything was written since it was opened, a position or not.
  package var hasReports: Bool { state.withLock { $0.hasReports } }
  /// Positions that came since while nothing could be written.
  package var missedPositionCount: Int { state.withLock { $0.missedPositionCount } }
  /// Where a time first came twice, so that nobody can replay it.
  package var overlap: RecordedTimes.Overlap? { state.withLock { $0.times.overlap } }
  /// Why nothing can be written at present.
  package var trouble: RecordingError? { state.withLock { $0.trouble } }

  /// Writes what the format keeps of it. Once closed, nothing is written any more.
  ///
  /// - Returns: what there is to tell since the last call, mostly nothing.
  @discardableResult
  package func write(_ event: GPSDEvent) -> [RecordingNews] {
    let now = uptime()
    return state.withLock { state in
      state.write(event, at: now)
      defer { state.news = [] }
      return state.news
    }
  }

  /// Brings everything to the disk and lets go of the file. Closing it again does nothing.
  ///
  /// - Throws: where nothing can be written at its end. What was written before is whole.
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

  /// Waits for the disk with the file open to further reports.
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

/// What becomes of a recording that a person should hear of at once.
package enum RecordingNews: Sendable, Hashable {
  /// Nothing can be written for now; it is tried again.
  case stopped(RecordingError)
  /// It is written again, after a gap without so many positions.
  case wentOn(missedPositionCount: Int)
  /// A time came that the recording has already; told once.
  case overlap(RecordedTimes.Overlap)
}

/// Why there is no recording, or none any more.
package enum RecordingError: Error, Sendable, Hashable {
  case unknownEnding(path: String)
  /// The file that is there is no recording, and was left as it is.
  case foreign(path: String)
  /// Another recorder has the file.
  case inUse(path: String)
  case cannotOpen(path: String, reason: String)
  /// Full, torn out, or forbidden since.
  case cannotWrite(path: String, reason: String)
}
