import Experiments
import Foundation
import SimulatedPhone
import Synchronization
import Timekeeping
import TrackingEngine

/// One run's own files, written while it runs: `fixes.csv`, `track.gpx`, `timeline.csv` and, where it is
/// explained, `explain.txt`.
///
/// A sink cannot fail, and a full disk must not pass for a short day: the first error is kept, nothing
/// is written after it, and `finish()` throws it.
public final class RunFiles: RunSink {
  public static let names = ["fixes.csv", "track.gpx", "timeline.csv", "explain.txt"]

  private var fixes: LineWriter
  private var track: LineWriter
  private let table = FixesCSV()
  private var line: GPXTrack
  private var states: TimelineCSV
  private var explanation: Explanation?
  private var failure: (any Error)?
  private var isFinished = false

  /// - Parameters:
  ///   - folder: has to exist.
  ///   - title: of the track.
  ///   - clocks: what the explanation's times are told by.
  public init(
    in folder: URL, title: String, clocks: LivedCalendar, explains: Bool
  ) throws {
    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
    fixes = try LineWriter(path: path("fixes.csv"))
    track = try LineWriter(path: path("track.gpx"))
    line = GPXTrack(name: title)
    try fixes.add { [table] in table.begin(&$0) }
    try track.add { [line] in line.begin(&$0) }
    states = try TimelineCSV(path: path("timeline.csv"))
    explanation =
      explains ? try Explanation(path: path("explain.txt"), clocks: clocks) : nil
  }

  public func record(_ record: Record) {
    guard failure == nil else { return }
    do {
      try fixes.add { table.add(record, to: &$0) }
      try track.add { line.add(record, to: &$0) }
    } catch {
      failure = error
    }
  }

  public func timeline(_ row: TimelineRow) { attempt { try states.add(row) } }

  public func note(_ note: PhoneNote) { attempt { try explanation?.add(note) } }

  private func attempt(_ write: () throws -> Void) {
    guard failure == nil else { return }
    do { try write() } catch { failure = error }
  }

  /// Writes what is left. Does nothing when called again.
  ///
  /// - Throws: the first error of any file.
  public func finish() throws {
    if let failure { throw failure }
    guard !isFinished else { return }
    isFinished = true
    try fixes.finish()
    try track.add { line.end(&$0) }
    try track.finish()
    try states.finish()
    try explanation?.finish()
  }
}

/// The files of all runs of an experiment, made on the runs' own threads and finished together.
public final class RunFilesShelf: Sendable {
  /// A run's files are touched by its own thread until the experiment has returned, and by the shelf
  /// after that; never by two at a time.
  private struct Loan: @unchecked Sendable { let files: RunFiles }

  private let loans = Mutex<[Loan]>([])

  public init() {}

  public func add(_ files: RunFiles) {
    let loan = Loan(files: files)
    loans.withLock { $0.append(loan) }
  }

  /// To be called when every run has ended.
  public func finish() throws {
    for loan in loans.withLock({ $0 }) { try loan.files.finish() }
  }
}
