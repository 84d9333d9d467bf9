/// Writes records in one format, one after the other, with nothing kept but what the format needs.
protocol RecordWriter {
  mutating func begin(_ text: inout TextBuffer)
  /// - Parameter details: what the store keeps beside the record, in JSON.
  mutating func add(_ record: Record, details: String?, to text: inout TextBuffer)
  mutating func end(_ text: inout TextBuffer)
}

extension RecordWriter {
  func begin(_ text: inout TextBuffer) {}
  func end(_ text: inout TextBuffer) {}
}
