import PhoneAPI
import Text
import TrackingEngine

/// A writer of the request bodies that an upload of the records would send to an Overland server,
/// one per line.
struct OverlandExport: RecordWriter {
  private let settings: TrackerSettings
  private let batch: OverlandBatch
  /// The number of records that are not written yet, as the length of the upload's queue.
  private var waitingCount: Int
  private let newest: Record?
  private var records: [Record] = []
  private var details: [Record.Identifier: String] = [:]

  /// - Parameters:
  ///   - uniqueIdentifier: the phone's `identifierForVendor`.
  ///   - waitingCount: the number of records that will be added.
  ///   - newest: the newest position, which an upload of a long queue adds as `current`.
  init(
    _ settings: TrackerSettings, uniqueIdentifier: String, waitingCount: Int, newest: Record?
  ) {
    self.settings = settings
    self.waitingCount = waitingCount
    self.newest = newest
    batch = OverlandBatch(settings, uniqueIdentifier: uniqueIdentifier)
  }

  mutating func add(_ record: Record, _ extras: RecordArchive.Extras, to text: inout TextBuffer) {
    records.append(record)
    if let details = extras.details { self.details[record.identifier] = details }
    if records.count == settings.pointsPerBatch { writeBatch(to: &text) }
  }

  mutating func end(_ text: inout TextBuffer) { if !records.isEmpty { writeBatch(to: &text) } }

  private mutating func writeBatch(to text: inout TextBuffer) {
    let current = settings.addsCurrent(toQueueOf: waitingCount) ? newest : nil
    text.add(batch.body(records, details: details, current: current))
    text.endLine()
    waitingCount -= records.count
    records.removeAll(keepingCapacity: true)
    details.removeAll()
  }
}
