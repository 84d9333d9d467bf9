import Text
import TrackingEngine

/// A writer of records in one format.
///
/// It keeps only as many records in memory as the format needs.
protocol RecordWriter {
  mutating func begin(_ text: inout TextBuffer)
  /// Adds the text of a record.
  ///
  /// - Parameter extras: the data that the store keeps with the record.
  mutating func add(_ record: Record, _ extras: RecordArchive.Extras, to text: inout TextBuffer)
  mutating func end(_ text: inout TextBuffer)
}

extension RecordWriter {
  func begin(_ text: inout TextBuffer) {}
  func end(_ text: inout TextBuffer) {}
}

extension FixesCSV: RecordWriter {
  func add(_ record: Record, _ extras: RecordArchive.Extras, to text: inout TextBuffer) {
    add(record, to: &text)
  }
}

extension GPXTrack: RecordWriter {
  mutating func add(
    _ record: Record, _ extras: RecordArchive.Extras, to text: inout TextBuffer
  ) {
    add(record, to: &text)
  }
}
