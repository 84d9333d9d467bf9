import PhoneAPI
import Text
import Timekeeping

/// The server end of a tracker's uploads: takes a request, keeps what is new, answers as its
/// contract says.
///
/// It has no socket and no clock: in a simulation the modeled network hands requests over at
/// virtual instants, and `odograph serve` does at real ones. Synchronous, and used from one thread
/// at a time. Any bytes get an answer.
///
/// A record that arrives again, because its acknowledgement was lost, is kept once and counted as a
/// duplicate; `ReceivedRecord.Identity` says what "again" means.
package final class Receiver {
  package let contract: ReceiverContract
  package let configuration: ReceiverConfiguration
  package let store: any ReceiverStore

  /// Called for each record taken in, in the order of the body, once they are all kept.
  package var onRecord: ((_ record: ReceivedRecord, _ isDuplicate: Bool) -> Void)?

  /// Records received, each counted once.
  package private(set) var recordCount = 0
  /// Records that arrived again, and those that Compass took for such.
  package private(set) var duplicateCount = 0
  /// Requests answered with an error, whatever the status.
  package private(set) var refusedCount = 0

  /// Where tokens, codes and invitations come from; without it nobody can sign in.
  package var randomness: (any RandomNumberGenerator)?
  /// The entry of each batch, counted from 1, that is refused whatever it holds: a scripted server.
  package var refusedEntry: Int?

  /// Of the request under way.
  private var arrivals: [Arrival] = []
  /// Seconds that Compass has seen, and those of the request under way.
  var recentSeconds = RecentSeconds(memory: .hours(6))
  var newSeconds: Set<Int64> = []

  /// The receiver's knowledge that is not in the store: to be put back if what it came with was not
  /// kept.
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
      return refusal(500, "what was sent could not be kept")
    }
  }

  private func answer(_ request: HTTPRequest, at instant: Instant) throws -> HTTPResponse {
    // Where one signs in, nobody has a token yet: those contracts ask for it later.
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

  /// Keeps what is new.
  func keep(_ records: [ReceivedRecord]) throws {
    arrivals.append(Arrival(records: records, isNew: try store.insert(records)))
  }

  /// Counts a record that the contract takes for a repetition, whatever the store would say.
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

  /// Compass says what is wrong with a request, but says it with HTTP 200.
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
