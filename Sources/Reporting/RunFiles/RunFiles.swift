import Evaluation
import Experiments
import Files
import RunObservation
import RunViews
import SimulatedPhone
import Simulation
import Timekeeping
import TrackingEngine

/// The files of a single run, with the names in `names`. `explain.txt` exists only if the user gave
/// `--explain`. `view.json` is written at the end of the run.
///
/// The methods of `RunSink` cannot throw. A full disk must cause an error, because incomplete files
/// look like the files of a shorter run. The first error is therefore stored. No method writes
/// after the error, and `finish()` throws it.
package final class RunFiles: RunSink {
  package static let names = ["fixes.csv", "track.gpx", "timeline.csv", "explain.txt", "view.json"]

  private let records: RecordFiles
  private let states: TimelineCSV
  private var explanation: Explanation?
  private var view: RunViewRecorder?
  private let viewPath: String
  private let shown: ShownViews?
  private var failure: (any Error)?
  private var isFinished = false

  /// Begins the files of one run.
  ///
  /// - Parameters:
  ///   - folder: The path of an existing folder.
  ///   - shown: What keeps the contents of `view.json` for a page.
  package convenience init(
    in folder: String, tracker: String, day: SimulatedDay, explains: Bool, shown: ShownViews? = nil
  ) throws {
    try self.init(
      in: folder, title: "\(tracker), seed \(day.seed)", clocks: day.world.clocks,
      explains: explains, view: RunViewRecorder(tracker: tracker, seed: day.seed, world: day.world),
      shown: shown)
  }

  /// Begins the files of one run.
  ///
  /// - Parameters:
  ///   - title: The title of the track in `track.gpx`.
  ///   - clocks: The calendar for local times in `explain.txt`.
  init(
    in folder: String, title: String, clocks: TravelCalendar, explains: Bool,
    view: RunViewRecorder? = nil, shown: ShownViews? = nil
  ) throws {
    func path(_ name: String) -> String { folder + "/" + name }
    records = try RecordFiles(in: folder, title: title)
    self.view = view
    self.shown = shown
    viewPath = path("view.json")
    states = try TimelineCSV(path: path("timeline.csv"))
    explanation = explains ? Explanation(path: path("explain.txt"), clocks: clocks) : nil
  }

  package func record(_ record: Record) {
    guard failure == nil else { return }
    view?.add(record)
    do { try records.add(record) } catch { failure = error }
  }

  package func timeline(_ row: TimelineRow) {
    view?.add(row)
    attempt { try states.add(row) }
  }

  package func occurrence(_ occurrence: PhoneOccurrence, at instant: Instant) {
    view?.add(occurrence, at: instant)
  }

  package func uncovered(from start: Instant, to end: Instant, because cause: GapCause) {
    view?.addUncovered(from: start, to: end, because: cause)
  }

  package func stays(truth: [JudgedStay], recorded: [JudgedStay]) {
    view?.add(truth: truth, recorded: recorded)
  }

  package func note(_ note: PhoneNote) { attempt { try explanation?.add(note) } }

  private func attempt(_ write: () throws -> Void) {
    guard failure == nil else { return }
    do { try write() } catch { failure = error }
  }

  /// Writes the data that is still buffered, and `view.json`. A second call writes nothing.
  ///
  /// - Throws: The first error of any file.
  package func finish() throws {
    if let failure { throw failure }
    guard !isFinished else { return }
    isFinished = true
    try records.finish()
    try states.finish()
    try explanation?.finish()
    guard var recorder = view.take() else { return }
    let view = recorder.finished()
    try OpenFile.write(view.data(), toNew: viewPath)
    shown?.keep(view)
  }
}
