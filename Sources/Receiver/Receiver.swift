import PhoneAPI
import Text
import Timekeeping

/// The server to which trackers upload records. The receiver accepts a request, stores new records,
/// and answers according to its contract.
///
/// The receiver has no socket and no clock. The caller passes each request with its instant of
/// arrival: simulated in a simulation, real in `odograph serve`. The receiver is synchronous, and
/// used from one thread at a time. Every request gets an answer, even if its bytes are invalid.
///
/// A tracker sends a record again if the acknowledgment was lost. The receiver stores the record
/// once and counts the second arrival as a duplicate. `ReceivedRecord.Identity` defines when two
/// records are the same.
package final class Receiver {
  package let contract: ReceiverContract
  package let configuration: ReceiverConfiguration
  package let store: any ReceiverStore

  /// Called for each record of a request, in the order of the body, after all of the records are
  /// stored.
  package var onRecord: ((_ record: ReceivedRecord, _ isDuplicate: Bool) -> Void)?

  /// The number of different records received. A record that arrives again is not counted.
  package private(set) var recordCount = 0
  /// The number of records that were duplicates: they arrived again, or the contract `compass` took
  /// them for duplicates.
  package private(set) var duplicateCount = 0
  /// The number of requests that were answered with an error. Includes errors sent with HTTP status
  /// 200.
  package private(set) var refusedCount = 0

  /// The random source for tokens, codes and invitations. Without it, no user can sign in.
  package var randomness: (any RandomNumberGenerator)?
  /// The position of an entry to refuse in each FHIR batch; nil to refuse none. The first entry has
  /// position 1. A scenario can refuse an entry to simulate an error of the server.
  package var refusedEntry: Int?

  /// The records of the current request, each marked as new or as a duplicate.
  private var arrivals: [Arrival] = []
  /// The time stamps of records from earlier requests, rounded down to seconds. The contract
  /// `compass` detects duplicates with them. `newSeconds` has the time stamps from the current
  /// request.
  var recentSeconds = RecentSeconds(memory: .hours(6))
  var newSeconds: Set<Int64> = []

  /// The part of the receiver's state that is not in the store. If the store undoes a request, the
  /// caller has to restore the memory from before the request.
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
        noteRefusal()
        return contract.answerToUnknownToken
      }
    }
    return switch contract {
    case .overland, .pureTrack: try answerOverland(request, at: instant)
    case .compass: try answerCompass(request, at: instant)
    case .http2xx: try answerAnything(request, at: instant)
    case .openHumans: try answerOpenHumans(request, at: instant)
    case .icecondor: try answerIcecondor(request, at: instant)
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

  /// Stores the records that are new, and ignores duplicates.
  func keep(_ records: [ReceivedRecord]) throws {
    arrivals.append(Arrival(records: records, isNew: try store.insert(records)))
  }

  /// Counts a record as a duplicate, although the store may not contain the record. Used by the
  /// contract `compass`, which has its own rule for duplicates.
  func passOver(_ record: ReceivedRecord) {
    arrivals.append(Arrival(records: [record], isNew: [false]))
  }

  private func announceArrivals(at instant: Instant) {
    for second in newSeconds { recentSeconds.insert(second, at: instant) }
    for arrival in arrivals {
      // By index, since an iterator would copy each record.
      for index in arrival.records.indices {
        if arrival.isNew[index] { recordCount += 1 } else { duplicateCount += 1 }
        onRecord?(arrival.records[index], !arrival.isNew[index])
      }
    }
  }

  // MARK: Answering

  /// Returns an error answer that contains the reason. With the contract `compass`, an error below
  /// 500 is sent with HTTP status 200.
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
