import Text
import TrackingEngine

/// A writer of a CSV table with a line for each crossing of the fence around the tracked center.
struct CheckInsCSV: RecordWriter {
  func begin(_ text: inout TextBuffer) {
    text.add("time,event,latitude,longitude,horizontal_accuracy_m\n")
  }

  func add(_ record: Record, _ extras: RecordArchive.Extras, to text: inout TextBuffer) {
    guard case .crossing(let crossing) = record.kind else { return }
    let location = record.location
    let known = location.horizontalAccuracyMeters >= 0 ? location : nil
    text.addRow([
      .instant(location.timestamp), .text(crossing.rawValue),
      .number(known?.coordinate.latitude, decimals: 7),
      .number(known?.coordinate.longitude, decimals: 7),
      .number(known?.horizontalAccuracyMeters, decimals: 1),
    ])
  }
}
