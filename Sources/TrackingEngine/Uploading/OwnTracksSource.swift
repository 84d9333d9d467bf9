import Foundation
import PhoneAPI
import Text
import Timekeeping

/// A source of OwnTracks messages with the newest position, in the form that Home Assistant
/// accepts.
///
/// The source sends only the newest waiting position. Once the server accepts it, all waiting
/// positions leave the queue. The format has no messages for trips and visits; these records wait
/// until the logging mode changes.
final class OwnTracksSource: UploadSource {
  private unowned let tracker: Tracker
  private var answer: OverlandAnswer?

  init(_ tracker: Tracker) { self.tracker = tracker }

  func nextUpload() -> Upload? {
    guard let endpoint = tracker.settings.endpoint, let records = waiting(),
      let newest = records.last
    else { return nil }
    let message = OwnTracksMessage(newest, tracker.settings)
    return Upload(
      request: HTTPRequest(
        method: "POST", url: tracker.filled(endpoint), headers: headers, body: message.body),
      records: records.map(\.identifier))
  }

  /// Accepts any 2xx status, because servers for OwnTracks answer with messages of their own.
  func verdict(on response: HTTPResponse, to upload: Upload) -> Upload.Verdict {
    guard response.isSuccess else {
      return .refused("HTTP \(response.status)", retryAfter: response.retryAfter)
    }
    answer = OverlandAnswer(response)
    return .acknowledged(upload.records)
  }

  func acknowledged() {
    if let answer { tracker.apply(answer) }
    answer = nil
  }

  let hasFullBatch = false

  private func waiting() -> [Record]? {
    do { return try tracker.store.first(tracker.store.queueLength, of: .location) } catch {
      tracker.note(.overlandUpload, "\(error)")
      return nil
    }
  }

  /// The headers of a request.
  ///
  /// The token is the user name of HTTP Basic authentication, without a password.
  private var headers: [HTTPHeader] {
    let type = HTTPHeader("Content-Type", "application/json")
    guard let token = tracker.settings.accessToken, !token.isEmpty else { return [type] }
    let credentials =
      tracker.settings.overland.ownTracksBugs
      ? "\(token):" : Data("\(token):".utf8).base64EncodedString()
    return [type, HTTPHeader("Authorization", "Basic \(credentials)")]
  }
}

/// An OwnTracks message of type `location`; see the OwnTracks Booklet, "JSON".
struct OwnTracksMessage {
  /// The number of seconds from the start of 1970 to the start of 2001, where Apple's time scale
  /// begins.
  private static let appleEpochSeconds: Int64 = 978_307_200

  let body: [UInt8]

  init(_ record: Record, _ settings: TrackerSettings) {
    let location = record.location
    let decimals: Double? = settings.wholeSecondKeys ? 1e7 : nil
    let seconds = location.timestamp.wholeSeconds
    var json = JSONWriter(capacity: 256)
    json.beginObject()
    json.plain("_type", "location")
    json.number("lat", location.coordinate.latitude.cut(decimals))
    json.number("lon", location.coordinate.longitude.cut(decimals))
    json.number(
      "tst", Int(settings.overland.ownTracksBugs ? seconds - Self.appleEpochSeconds : seconds))
    json.number("acc", location.horizontalAccuracyMeters.rounded())
    if record.surroundings.batteryLevel >= 0 {
      json.number("batt", Double(record.surroundings.batteryLevel * 100).rounded())
    }
    if !settings.deviceID.isEmpty {
      json.string("topic", "owntracks/\(settings.deviceID)")
    }
    json.endObject()
    body = json.bytes
  }
}
