import PhoneAPI
import Timekeeping

/// A source of batches for Overland's server interface.
final class OverlandSource: UploadSource {
  private unowned let tracker: Tracker
  private lazy var batch = OverlandBatch(tracker)
  private var answer: OverlandAnswer?

  init(_ tracker: Tracker) { self.tracker = tracker }

  func settingsChanged() { batch = OverlandBatch(tracker) }

  private var settings: TrackerSettings { tracker.settings }

  func nextUpload() -> Upload? {
    guard let endpoint = settings.endpoint, let (records, details) = nextBatch() else { return nil }
    let body = batch.body(
      records, details: details, current: current(after: records), trip: tripUnderWay)
    return Upload(
      request: HTTPRequest(
        method: "POST", url: tracker.filled(endpoint), headers: headers, body: body),
      records: records.map(\.identifier))
  }

  func verdict(on response: HTTPResponse, to upload: Upload) -> Upload.Verdict {
    let answer = OverlandAnswer(response)
    guard answer.acknowledges(acceptsAnyHTTP2xx: settings.acceptsAnyHTTP2xx) else {
      return .refused(
        "HTTP \(response.status)"
          + (response.redirection.map { " to \($0)" } ?? " without an acknowledgement")
          + (answer.complaint.map { " (\($0))" } ?? ""),
        retryAfter: response.retryAfter)
    }
    self.answer = answer
    return .acknowledged(upload.records)
  }

  func acknowledged() {
    if let answer { tracker.apply(answer) }
    answer = nil
  }

  var hasFullBatch: Bool { tracker.store.queueLength >= settings.pointsPerBatch }

  private func nextBatch() -> (records: [Record], details: [Record.Identifier: String])? {
    do {
      let records = try tracker.store.first(settings.pointsPerBatch)
      return records.isEmpty ? nil : (records, try tracker.store.details(of: records))
    } catch {
      tracker.note(.overlandUpload, "\(error)")
      return nil
    }
  }

  private var headers: [HTTPHeader] {
    let type = HTTPHeader("Content-Type", "application/json")
    guard let token = settings.accessToken, !token.isEmpty else { return [type] }
    return [type, HTTPHeader("Authorization", "Bearer \(token)")]
  }

  private func current(after records: [Record]) -> Record? {
    guard settings.addsCurrent(toQueueOf: tracker.store.queueLength) else { return nil }
    return try? tracker.store.newestLocation()
  }

  private var tripUnderWay: OverlandBatch.TripUnderWay? {
    tracker.first(Trips.self)?.trip.map { trip in
      let current = tracker.lastFix ?? trip.lastLocation
      return OverlandBatch.TripUnderWay(
        summary: trip,
        current: current.map {
          Record(
            location: $0, recordedAt: tracker.clock.now, surroundings: tracker.surroundings)
        })
    }
  }
}

extension TrackerSettings {
  /// Returns true if a request from a queue of this length contains the newest position as
  /// `current`.
  package func addsCurrent(toQueueOf length: Int) -> Bool {
    length > (currentAtOne ? 1 : 2) * pointsPerBatch
  }
}

extension HTTPResponse {
  /// The address to which the server redirects the request.
  ///
  /// The tracker does not follow it, because the token must go only to the configured server.
  fileprivate var redirection: String? {
    (300..<400).contains(status) ? headers.first(named: "Location") : nil
  }
}

extension Tracker {
  private static let placeNameKey = "placeName"

  /// The name that the server last sent for the phone's place; nil if it has sent none.
  package var placeName: String? { phone.container.value(forKey: Self.placeNameKey) }

  func apply(_ answer: OverlandAnswer) {
    if let name = answer.placeName, name != placeName {
      phone.container.set(name, forKey: Self.placeNameKey)
      note(.overlandUpload, "the server calls this place \(name)")
    }
    if let wishes = answer.wishes { fulfil(wishes) }
  }
}
