import PhoneAPI
import Text
import Timekeeping

/// The server end of a tracker's uploads. It accepts a request, keeps new records, and answers
/// according to its contract.
///
/// It has no socket and no clock. In a simulation, the modeled network passes requests to it at
/// virtual instants; `odograph serve` does so at real ones. It is synchronous, and used from one
/// thread at a time. Any request gets an answer, even invalid bytes.
///
/// A record that arrives again, because its acknowledgment was lost, is kept once and counted as a
/// duplicate. `ReceivedRecord.Identity` defines when two records are the same.
package final class Receiver {
  package let contract: ReceiverContract
  package let configuration: ReceiverConfiguration
  package let store: any ReceiverStore

  /// Called for each record of a request, in the order of the body, after all of them are kept.
  package var onRecord: ((_ record: ReceivedRecord, _ isDuplicate: Bool) -> Void)?

  /// The number of records received, each counted once.
  package private(set) var recordCount = 0
  /// The number of records that arrived again, or that Compass took for duplicates.
  package private(set) var duplicateCount = 0
  /// The number of requests answered with an error, with any status.
  package private(set) var refusedCount = 0

  /// The source of tokens, codes and invitations. Without it there is no sign-in.
  package var randomness: (any RandomNumberGenerator)?
  /// The entry of each batch, counted from 1, that a scripted server refuses whatever its content.
  package var refusedEntry: Int?

  /// The arrivals of the current request.
  private var arrivals: [Arrival] = []
  /// The seconds of earlier requests that Compass has seen. `newSeconds` holds those of the current
  /// one.
  var recentSeconds = RecentSeconds(memory: .hours(6))
  var newSeconds: Set<Int64> = []

  /// The receiver's state outside the store. Restore it if the store did not keep the request.
  package struct Memory {
    fileprivate var recentSeconds: RecentSeconds
  }

  package var memory: Memory {
    get { Memory(recentSeconds: recentSeconds) }
    set { recentSeconds = newValue.recentSeconds }
  }

  package init(
    contract: ReceiverContract, configuration: ReceiverConfiguration, store: any ReceiverStore
  ) {
    self.contract = contract
    self.configuration = configuration
    self.store = store
  }

  package func handle(_ request: HTTPRequest, at instant: Instant) -> HTTPResponse {
    guard request.body.count <= configuration.bodyBytesMax else {
      return refusal(413, "more than \(configuration.bodyBytesMax) bytes")
    }
    defer {
      arrivals.removeAll(keepingCapacity: true)
      newSeconds.removeAll(keepingCapacity: true)
    }
    do {
      let response = try store.transaction { try answer(request, at: instant) }
      announceArrivals(at: instant)
      return response
    } catch let malformed as Malformed {
      return refusal(400, malformed.reason)
    } catch is StoreIsFull {
      return refusal(507, "the server's disk is full")
    } catch {
      return refusal(500, "the records could not be stored")
    }
  }

  private func answer(_ request: HTTPRequest, at instant: Instant) throws -> HTTPResponse {
    // Contracts with sign-in check the token later, because sign-in begins without one.
    if !contract.hasSignIn {
      guard try bearer(of: request, at: instant) != nil else {
        return refusal(401, "invalid token")
      }
    }
    return switch contract {
    case .overland: try answerOverland(request, at: instant)
    case .compass: try answerCompass(request, at: instant)
    case .http2xx: try answerAnything(request, at: instant)
    case .ownTracks: try answerOwnTracks(request, at: instant)
    case .checkIn: try answerCheckIn(request, at: instant)
    case .gate: try answerGate(request, at: instant)
    case .fhirEHE: try answerHealthExchange(request, at: instant, .ehePilot)
    case .fhirJupyterHealth:
      try answerHealthExchange(request, at: instant, .jupyterHealth)
    }
  }

  // MARK: Keeping

  private struct Arrival {
    var records: [ReceivedRecord]
    var isNew: [Bool]
  }

  /// Keeps the new ones of the records.
  func keep(_ records: [ReceivedRecord]) throws {
    arrivals.append(Arrival(records: records, isNew: try store.insert(records)))
  }

  /// Counts a record as a duplicate because the contract takes it for one, without asking the
  /// store.
  func passOver(_ record: ReceivedRecord) {
    arrivals.append(Arrival(records: [record], isNew: [false]))
  }

  private func announceArrivals(at instant: Instant) {
    for second in newSeconds { recentSeconds.insert(second, at: instant) }
    for arrival in arrivals {
      for (record, isNew) in zip(arrival.records, arrival.isNew) {
        if isNew { recordCount += 1 } else { duplicateCount += 1 }
        onRecord?(record, !isNew)
      }
    }
  }

  // MARK: Answering

  /// Returns an answer with the reason of an error. Compass sends it with HTTP 200.
  func refusal(_ status: Int, _ reason: String) -> HTTPResponse {
    let isForgiven = contract == .compass && status < 500
    return refusal(isForgiven ? 200 : status, answering: #"{"error":\#(jsonString(reason))}"#)
  }

  func refusal(_ status: Int, answering json: String) -> HTTPResponse {
    noteRefusal()
    return .json(status, json)
  }

  func noteRefusal() { refusedCount += 1 }
}

extension HTTPResponse {
  static func json(_ status: Int, _ text: String) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: [HTTPHeader("Content-Type", "application/json")],
      body: Array(text.utf8))
  }
}
