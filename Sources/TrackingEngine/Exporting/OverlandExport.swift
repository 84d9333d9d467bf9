/// A writer of the request bodies that a tracker would send to an Overland server, one per line.
struct OverlandExport: RecordWriter {
  private let settings: TrackerSettings
  private let batch: OverlandBatch
  private var records: [Record] = []
  private var details: [Record.Identifier: String] = [:]

  init(deviceName: String?) {
    var settings = TrackerSettings()
    settings.deviceID = deviceName ?? ""
    self.settings = settings
    batch = OverlandBatch(settings, uniqueIdentifier: "")
  }

  mutating func add(_ record: Record, _ extras: RecordArchive.Extras, to text: inout TextBuffer) {
    records.append(record)
    if let details = extras.details { self.details[record.identifier] = details }
    if records.count == settings.pointsPerBatch { writeBatch(to: &text) }
  }

  mutating func end(_ text: inout TextBuffer) { if !records.isEmpty { writeBatch(to: &text) } }

  private mutating func writeBatch(to text: inout TextBuffer) {
    text.add(batch.body(records, details: details))
    text.endLine()
    records.removeAll(keepingCapacity: true)
    details.removeAll()
  }
}
