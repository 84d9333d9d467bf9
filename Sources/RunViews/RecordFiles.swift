import TrackingEngine

/// `fixes.csv` and `track.gpx`: the records of a run as a table and as a track.
package final class RecordFiles {
  private let fixes: LineWriter
  private let track: LineWriter
  private let table = FixesCSV()
  private var line: GPXTrack

  /// Begins both files. They are made with the first full buffer, or at the end.
  ///
  /// - Parameters:
  ///   - folder: The path of an existing folder.
  ///   - title: The title of the track.
  package init(in folder: String, title: String) throws {
    fixes = LineWriter(path: folder + "/fixes.csv")
    track = LineWriter(path: folder + "/track.gpx")
    line = GPXTrack(name: title)
    try fixes.add { table.begin(&$0) }
    try track.add { line.begin(&$0) }
  }

  package func add(_ record: Record) throws {
    try fixes.add { table.add(record, to: &$0) }
    try track.add { line.add(record, to: &$0) }
  }

  package func finish() throws {
    try fixes.finish()
    try track.add { line.end(&$0) }
    try track.finish()
  }
}
