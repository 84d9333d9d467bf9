/// Crossings of the fence around the tracked centre, a line each.
struct CheckInsCSV: RecordWriter {
  func begin(_ text: inout TextBuffer) {
    text.add("time,event,latitude,longitude,horizontal_accuracy_m\n")
  }

  func add(_ record: Record, details: String?, to text: inout TextBuffer) {
    guard case .crossing(let crossing) = record.kind else { return }
    let location = record.location
    let isKnown = location.horizontalAccuracyMeters >= 0
    text.add(location.timestamp)
    text.add(",")
    text.add(text: crossing.rawValue)
    text.add(",")
    if isKnown { text.add(location.coordinate.latitude, decimals: 7) }
    text.add(",")
    if isKnown { text.add(location.coordinate.longitude, decimals: 7) }
    text.add(",")
    if isKnown { text.add(location.horizontalAccuracyMeters, decimals: 1) }
    text.endLine()
  }
}
