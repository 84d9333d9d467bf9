import Text
import TrackingEngine

/// A writer of the FHIR bundles that EHE-Pilot would upload, one per line.
struct FHIRExport: RecordWriter {
  private let bundle = FHIRBundle()
  private var entries: [FHIRBundle.Entry] = []

  mutating func add(_ record: Record, _ extras: RecordArchive.Extras, to text: inout TextBuffer) {
    guard let entry = FHIRBundle.Entry(record: record, details: extras.details) else { return }
    entries.append(entry)
    if entries.count == FHIRBundle.entriesMax { writeBundle(to: &text) }
  }

  mutating func end(_ text: inout TextBuffer) { if !entries.isEmpty { writeBundle(to: &text) } }

  private mutating func writeBundle(to text: inout TextBuffer) {
    text.add(bundle.body(entries))
    text.endLine()
    entries.removeAll(keepingCapacity: true)
  }
}
