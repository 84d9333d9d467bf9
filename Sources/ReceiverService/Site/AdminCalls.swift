import Foundation
import PhoneAPI
import Receiver
import Text
import Timekeeping

/// The admin calls, which the page and other clients with the admin token make. Requests and
/// answers are JSON.
///
/// - `GET /admin/devices`: the devices with records, each with its last position and its trip in
///   progress
/// - `GET /admin/days?device=…&zone=…`: a summary of each of the last days
/// - `GET /admin/records?device=…`: the newest records. With `before=` and a time, only records
///   with an earlier time. With `after=` and the number of a record, only records that arrived
///   after that record
/// - `GET /admin/track?device=…&from=…&to=…`: positions, thinned if there are many
/// - `POST /admin/set` `{"device": …, "set": {…}}`: queues settings for the next answer to the
///   device; refuses settings that the device would refuse
/// - `GET /admin/completeness?zone=…`: how many ten-minute intervals of the last days have a record
///   of each participant
/// - the calls about patients, studies and invitations: see `AdminCalls+People`
struct AdminCalls: Sendable {
  private static let dayCount = 14
  private static let recordCount = 100
  private static let trackCountMax = 5000
  private static let settingsBytesMax = 4096

  let history: ReceivedHistory
  let desk: ReceiverRouter
  /// The patient for an invitation whose request names no patient.
  let patient: Int64

  struct Refusal: Error {
    var status = 400
    var reason: String
  }

  func answer(
    _ request: HTTPRequest, _ target: RequestTarget, at instant: Instant
  ) async -> HTTPResponse {
    do {
      switch (request.method, target.path) {
      case ("GET", "/admin/devices"): return try devices()
      case ("GET", "/admin/days"): return try days(target)
      case ("GET", "/admin/records"): return try records(target)
      case ("GET", "/admin/track"): return try track(target)
      case ("POST", "/admin/set"): return try await set(request)
      case ("GET", "/admin/completeness"): return try await completeness(target, at: instant)
      default:
        return try await answerPeople(request, target, at: instant)
          ?? .refusal(404, "there is no such admin call")
      }
    } catch let complaint as Refusal {
      return .refusal(complaint.status, complaint.reason)
    } catch {
      return .refusal(500, "the store cannot be read or written")
    }
  }

  // MARK: Reading

  private struct Device: Encodable {
    var name: String
    var recordCount: Int
    var lastArrival: String
    var lastNumber: Int64
    var queuedSettings: Int
    var newest: Record
    var last: LastPositionAnswer
    var trip: TripAnswer?
  }

  private struct Record: Encodable {
    var number: Int64?
    var time: String
    var type: String
    var latitude: Double
    var longitude: Double
    var accuracyMeters: Double?
    var arrivedAt: String
    var source: String?

    init(_ record: ReceivedRecord, number: Int64? = nil, withSource: Bool = false) {
      self.number = number
      time = record.timestamp.iso8601(fractionDigits: 3)
      type = record.type
      latitude = record.coordinate.latitude
      longitude = record.coordinate.longitude
      let accuracy = record.horizontalAccuracyMeters
      accuracyMeters = accuracy.isFinite && accuracy >= 0 ? accuracy : nil
      arrivedAt = record.arrivedAt.iso8601(fractionDigits: 3)
      source = withSource ? String(decoding: record.source, as: UTF8.self) : nil
    }
  }

  private func devices() throws -> HTTPResponse {
    .json(
      try history.devices().map { device in
        let state = try history.state(of: device.name)
        return Device(
          name: device.name, recordCount: device.recordCount,
          lastArrival: device.lastArrival.iso8601(fractionDigits: 3),
          lastNumber: try history.lastNumber(of: device.name),
          queuedSettings: try history.queuedSettingsCount(for: device.name),
          newest: Record(device.newestRecord),
          last: LastPositionAnswer(device.newestRecord, state), trip: TripAnswer(state))
      })
  }

  private struct Day: Encodable {
    var date: String
    /// The instant at which the local day begins. The day ends at `to`.
    var from: String
    var to: String
    var recordCount: Int
    var distanceMeters: Double
    var first: String
    var last: String
    /// The time outdoors that the device reported for the day; nil if it reported none.
    var secondsOutdoors: Double?
  }

  func calendar(_ target: RequestTarget) throws -> LocalCalendar {
    guard let calendar = LocalCalendar(identifier: target.query["zone"] ?? "UTC") else {
      throw Refusal(reason: "zone is not a time zone such as Europe/Berlin")
    }
    return calendar
  }

  private func days(_ target: RequestTarget) throws -> HTTPResponse {
    let calendar = try calendar(target)
    let device = try device(target)
    let days = try history.days(of: device, in: calendar, count: Self.dayCount)
    let outdoors = try history.secondsOutdoors(of: device, in: calendar)
    return .json(
      days.map { day in
        Day(
          date: day.date.description, from: calendar.startOfDay(day.date).iso8601(),
          to: calendar.startOfDay(day.date.adding(days: 1)).iso8601(),
          recordCount: day.recordCount, distanceMeters: day.distanceMeters.rounded(),
          first: day.first.iso8601(fractionDigits: 3), last: day.last.iso8601(fractionDigits: 3),
          secondsOutdoors: outdoors[day.date])
      })
  }

  private func records(_ target: RequestTarget) throws -> HTTPResponse {
    let device = try device(target)
    let entries =
      if let after = target.query["after"] {
        try history.arrivals(
          after: try number(after, "after"), of: device, count: Self.trackCountMax)
      } else {
        try history.newest(
          Self.recordCount, of: device,
          before: try target.query["before"].map { try instant($0) })
      }
    return .json(entries.map { Record($0.record, number: $0.number, withSource: true) })
  }

  private struct Track: Encodable {
    var total: Int
    /// The records in the answer. If the device has too many, the answer contains a selection.
    /// `total` is the number of all records.
    var records: [Record]
  }

  private func track(_ target: RequestTarget) throws -> HTTPResponse {
    let from = try instant(target.query["from"] ?? "")
    let to = try instant(target.query["to"] ?? "")
    guard from <= to else { throw Refusal(reason: "from is later than to") }
    let track = try history.track(
      of: try device(target), in: from..<to, countMax: Self.trackCountMax)
    return .json(
      Track(
        total: track.total, records: track.entries.map { Record($0.record, number: $0.number) }))
  }

  // MARK: Writing

  private func set(_ request: HTTPRequest) async throws -> HTTPResponse {
    let body = try object(request)
    guard let device = body["device"] as? String, let settings = body["set"] as? [String: Any]
    else { throw Refusal(reason: "device, a string, and set, an object, are expected") }
    guard try history.lastNumber(of: device) > 0 else {
      throw Refusal(reason: "no record has arrived from that device")
    }
    let json = try JSONSerialization.data(withJSONObject: settings, options: .sortedKeys)
    guard !settings.isEmpty, json.count <= Self.settingsBytesMax else {
      throw Refusal(reason: "set must hold settings, at most \(Self.settingsBytesMax) bytes")
    }
    if let reason = OverlandSettings.fault(in: Array(json)) { throw Refusal(reason: reason) }
    try await desk.queueSettings(String(decoding: json, as: UTF8.self), for: device)
    return .json(["queued": try history.queuedSettingsCount(for: device)])
  }

  /// Returns the JSON object in a request's body. Refuses any content type other than JSON.
  ///
  /// A page of another site can send a form, but not JSON. Browsers send JSON only if the server
  /// allows it in answer to a preflight request, and this server does not.
  func object(_ request: HTTPRequest) throws -> [String: Any] {
    let type = request.header("Content-Type")?.prefix { $0 != ";" }.lowercased()
    guard type == "application/json",
      let body = try? JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any]
    else { throw Refusal(reason: "an object in application/json is expected") }
    return body
  }

  // MARK: Parameters

  private func device(_ target: RequestTarget) throws -> String {
    guard let device = target.query["device"] else { throw Refusal(reason: "device is missing") }
    return device
  }

  private func instant(_ text: String) throws -> Instant {
    guard let instant = Instant(iso8601: text) else {
      throw Refusal(reason: "a time such as 2026-03-02T08:00:00Z is expected")
    }
    return instant
  }

  private func number(_ text: String, _ name: String) throws -> Int64 {
    guard let number = Int64(text) else { throw Refusal(reason: "\(name) is not a number") }
    return number
  }
}

extension HTTPResponse {
  static func json(_ value: some Encodable) -> HTTPResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let body = try? encoder.encode(value) else {
      return .refusal(500, "the answer cannot be written")
    }
    return HTTPResponse(
      status: 200, headers: [HTTPHeader("Content-Type", "application/json")], body: Array(body))
  }
}
