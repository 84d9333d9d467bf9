import PhoneAPI
import Timekeeping

extension Receiver {
  /// Answers a request like Compass, the reference server of Overland (`ReceiverContract.compass`).
  func answerCompass(_ request: HTTPRequest, at instant: Instant) throws -> HTTPResponse {
    guard request.method == "POST" else { return refusal(405, "POST is expected") }
    let batch = try OverlandBatch(
      request.body, arrivedAt: instant, takesUnixTimes: true, keepsSources: store.keepsSources)
    var saved = 0
    var trips = 0
    for record in batch.records {
      let second = record.timestamp.wholeSeconds
      if record.type == "trip" {
        try keep([record])
        trips += 1
      } else if record.coordinate.latitude == 0, record.coordinate.longitude == 0 {
        continue
      } else if recentSeconds.contains(second, at: instant)
        || !newSeconds.insert(second).inserted
      {
        passOver(record)
      } else {
        try keep([record])
        saved += 1
      }
    }
    try keepState(batch, at: instant)
    return .json(200, #"{"result":"ok","saved":\#(saved),"trips":\#(trips),"geocode":null}"#)
  }
}
