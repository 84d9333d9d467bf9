/// A writer of records in one format.
///
/// It keeps only as many records in memory as the format needs.
protocol RecordWriter {
  mutating func begin(_ text: inout TextBuffer)
  /// Adds the text of a record.
  ///
  /// - Parameter details: the record's details in the store, in JSON.
  mutating func add(_ record: Record, details: String?, to text: inout TextBuffer)
  mutating func end(_ text: inout TextBuffer)
}

extension RecordWriter {
  func begin(_ text: inout TextBuffer) {}
  func end(_ text: inout TextBuffer) {}
}
