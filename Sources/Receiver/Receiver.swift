import PhoneAPI
import Timekeeping

/// The server end of a tracker's uploads: takes a request, keeps what is new, answers as its
/// contract says.
///
/// It has no socket and no clock: in a simulation the modelled network hands requests over at
/// virtual instants, and `odograph serve` does at real ones. Synchronous, and used from one thread
/// at a time. Any bytes get an answer.
///
/// A record that arrives again, because its acknowledgement was lost, is kept once and counted as a
/// duplicate; `ReceivedRecord.Identity` says what "again" means.
public final class Receiver {
  public let contract: ReceiverContract
  /// Nil for a receiver that is open to everybody.
  public let accessToken: String?

  /// Called for each record taken in, in the order of the body, before the answer is given.
  public var onRecord: ((_ record: ReceivedRecord, _ isDuplicate: Bool) -> Void)?

  /// Whether `records` is filled; a year of fixes does not fit into memory.
  public let keepsRecords: Bool
  /// What was received, each record once, in the order of arrival; empty unless `keepsRecords`.
  public private(set) var records: [ReceivedRecord] = []

  /// Records received, each counted once.
  public private(set) var recordCount = 0
  /// Records that arrived again, and those that Compass took for such.
  public private(set) var duplicateCount = 0
  /// Requests answered with an error, whatever the status.
  public private(set) var refusedCount = 0

  private var recentRecords: RecentRecords
  private var recentSeconds = RecentSeconds(memory: .hours(6))

  /// - Parameter remembersAtLeast: so many records back a repetition is recognised for certain.
  public init(
    contract: ReceiverContract, accessToken: String?, keepsRecords: Bool = false,
    remembersAtLeast: Int = 262_144
  ) {
    self.contract = contract
    self.accessToken = accessToken
    self.keepsRecords = keepsRecords
    recentRecords = RecentRecords(rememberedMin: remembersAtLeast)
  }

  public func handle(_ request: HTTPRequest, at instant: Instant) -> HTTPResponse {
    guard isAuthorized(request) else { return refusal(401, "invalid token") }
    switch contract {
    case .overland: return handleOverland(request, at: instant)
    case .compass: return handleCompass(request, at: instant)
    case .http2xx: return handleAnything(request, at: instant)
    }
  }

  // MARK: Contracts

  private func handleOverland(_ request: HTTPRequest, at instant: Instant) -> HTTPResponse {
    guard request.method == "POST" else { return refusal(405, "POST is expected") }
    do throws(Malformed) {
      let batch = try OverlandBatch(request.body, arrivedAt: instant, takesUnixTimes: false)
      if let fault = batch.fault { throw fault }
      for record in batch.records { keep(record, isNew: isNew(record)) }
      return answer(200, #"{"result":"ok"}"#)
    } catch {
      return refusal(400, error.reason)
    }
  }

  private func handleCompass(_ request: HTTPRequest, at instant: Instant) -> HTTPResponse {
    guard request.method == "POST" else { return refusal(405, "POST is expected") }
    do throws(Malformed) {
      let batch = try OverlandBatch(request.body, arrivedAt: instant, takesUnixTimes: true)
      var saved = 0
      var trips = 0
      for record in batch.records {
        let isTrip = record.type == "trip"
        if record.coordinate.latitude == 0, record.coordinate.longitude == 0, !isTrip { continue }
        let isNew =
          isTrip
          ? isNew(record) : recentSeconds.insert(record.timestamp.wholeSeconds, at: instant)
        keep(record, isNew: isNew)
        if isTrip { trips += 1 } else if isNew { saved += 1 }
      }
      return answer(
        200, #"{"result":"ok","saved":\#(saved),"trips":\#(trips),"geocode":null}"#)
    } catch {
      return refusal(400, error.reason)
    }
  }

  private func handleAnything(_ request: HTTPRequest, at instant: Instant) -> HTTPResponse {
    let batch = try? OverlandBatch(request.body, arrivedAt: instant, takesUnixTimes: true)
    for record in batch?.records ?? [] { keep(record, isNew: isNew(record)) }
    return HTTPResponse(status: 200)
  }

  // MARK: Keeping

  private func isNew(_ record: ReceivedRecord) -> Bool { recentRecords.insert(record.fingerprint) }

  private func keep(_ record: ReceivedRecord, isNew: Bool) {
    if isNew {
      recordCount += 1
      if keepsRecords { records.append(record) }
    } else {
      duplicateCount += 1
    }
    onRecord?(record, !isNew)
  }

  // MARK: Answering

  /// `Authorization: Bearer <token>`; the scheme's case does not matter (RFC 7235).
  private func isAuthorized(_ request: HTTPRequest) -> Bool {
    guard let accessToken else { return true }
    guard let header = request.header("Authorization") else { return false }
    let parts = header.split(separator: " ", maxSplits: 1)
    return parts.count == 2 && parts[0].lowercased() == "bearer" && parts[1] == accessToken
  }

  private func refusal(_ status: Int, _ reason: String) -> HTTPResponse {
    refusedCount += 1
    // Reasons are our own words and numbers, so they need no escaping.
    return answer(contract == .compass ? 200 : status, #"{"error":"\#(reason)"}"#)
  }

  private func answer(_ status: Int, _ json: String) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: [HTTPHeader("Content-Type", "application/json")],
      body: Array(json.utf8))
  }
}
