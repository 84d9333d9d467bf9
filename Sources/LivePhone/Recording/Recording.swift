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

/// What the receivers of a gpsd say, written to a file as it comes: a trace that scenarios replay.
///
/// The file's ending says how: GPX, GeoJSON, or lines of JSON like gpsd's own. A file that is there is gone on
/// with, after a gap. May be used from any thread, from one at a time if the order is to mean something.
public final class Recording: Sendable {
  public let path: String
  /// Whether there were reports in it before.
  public let isResumed: Bool
  private let state: Mutex<State>
  /// Held while the disk is waited for, so that nobody closes the file meanwhile.
  private let syncing = Mutex(())
  private let isClosing = DispatchSemaphore(value: 0)

  private static let syncInterval = DispatchTimeInterval.milliseconds(500)

  private struct State {
    var file: RecordingFile
    var writer: any RecordingWriter
    var positionCount = 0
    var isUnsynced = false
    var failure: RecordingError?
    var isOpen = true
  }

  /// Opens the file, or makes it, and takes it for itself until it is closed.
  public convenience init(path: String) throws(RecordingError) {
    guard let format = RecordingFormat(path: path) else { throw .unknownEnding(path: path) }
    try self.init(path: path, writer: format.writer())
  }

  init(path: String, writer: any RecordingWriter) throws(RecordingError) {
    self.path = path
    let file = try RecordingFile(path: path, form: writer.form)
    isResumed = file.isResumed
    var writer = writer
    if file.isResumed { writer.resume() }
    state = Mutex(State(file: file, writer: writer))
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
    state.withLock { if $0.isOpen { $0.file.close() } }
  }

  /// Positions written since it was opened.
  public var positionCount: Int { state.withLock { $0.positionCount } }

  /// Writes what the format keeps of it. After a failure, and once closed, nothing is written any more.
  ///
  /// - Throws: when the disk is full or gone, also where that showed since the last call. What was written
  ///   before is whole.
  public func write(_ event: GPSDEvent) throws(RecordingError) {
    let failure = state.withLock { state -> RecordingError? in
      guard state.isOpen, state.failure == nil else { return state.failure }
      do throws(RecordingError) {
        guard let piece = state.writer.piece(of: event) else { return nil }
        try state.file.append(piece.text)
        state.isUnsynced = true
        if piece.isPosition { state.positionCount += 1 }
      } catch {
        state.failure = error
      }
      return state.failure
    }
    if let failure { throw failure }
  }

  /// Brings everything to the disk and lets go of the file. Closing it again does nothing.
  public func close() throws(RecordingError) {
    isClosing.signal()
    sync()
    let failure = syncing.withLock { _ in
      state.withLock { state -> RecordingError? in
        guard state.isOpen else { return nil }
        state.isOpen = false
        state.file.close()
        return state.failure
      }
    }
    if let failure { throw failure }
  }

  /// Waits for the disk with the file open to further reports.
  private func sync() {
    syncing.withLock { _ in
      let file = state.withLock { state -> RecordingFile? in
        guard state.isOpen, state.isUnsynced else { return nil }
        state.isUnsynced = false
        return state.file
      }
      guard let file else { return }
      do throws(RecordingError) {
        try file.sync()
      } catch {
        state.withLock { $0.failure = $0.failure ?? error }
      }
    }
  }
}

/// Why there is no recording, or none any more.
public enum RecordingError: Error, Sendable, Hashable {
  case unknownEnding(path: String)
  /// The file that is there is no recording, and was left as it is.
  case foreign(path: String)
  /// Another recorder has the file.
  case inUse(path: String)
  case cannotOpen(path: String, reason: String)
  /// Full, torn out, or forbidden since.
  case cannotWrite(path: String, reason: String)
}
