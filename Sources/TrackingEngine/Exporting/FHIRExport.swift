/// The bundles that an upload of EHE-Pilot would send, a line each.
struct FHIRExport: RecordWriter {
  private let bundle = FHIRBundle()
  private var records: [Record] = []

  mutating func add(_ record: Record, details: String?, to text: inout TextBuffer) {
    guard record.location.horizontalAccuracyMeters >= 0 else { return }
    records.append(record)
    if records.count == FHIRBundle.entriesMax { writeBundle(to: &text) }
  }

  mutating func end(_ text: inout TextBuffer) { if !records.isEmpty { writeBundle(to: &text) } }

  private mutating func writeBundle(to text: inout TextBuffer) {
    text.add(bundle.body(records))
    text.endLine()
    records.removeAll(keepingCapacity: true)
  }
}
