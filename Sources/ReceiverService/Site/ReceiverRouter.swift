import Cryptography
import PhoneAPI
import Receiver
import Timekeeping

/// An actor that passes requests to the receivers of all served contracts. All receivers share one
/// store.
///
/// Requests that arrive during a transaction wait, and then share the next transaction. This saves
/// time, because most of a transaction's time is the disk's confirmation at its end. No request is
/// answered before its transaction is confirmed.
actor ReceiverRouter {
  private struct Waiting {
    var request: HTTPRequest
    var receiver: Receiver
    var instant: Instant
    var answer: CheckedContinuation<HTTPResponse, Never>
  }

  /// The error that undoes the transaction of a group of requests, because one request could not
  /// be stored. Each request of the group is then tried alone.
  private struct GroupFailed: Error {}

  private static let groupCountMax = 64

  private let receivers: [ReceiverContract: Receiver]
  private let store: SQLiteReceiverStore
  private let onTrouble: @Sendable (String) -> Void
  private var reportedFailureAt: Instant?
  private var waiting: [Waiting] = []

  init(
    store: SQLiteReceiverStore, contracts: [ReceiverContract], configuration: ReceiverConfiguration,
    onTrouble: @escaping @Sendable (String) -> Void
  ) {
    self.store = store
    self.onTrouble = onTrouble
    var receivers: [ReceiverContract: Receiver] = [:]
    for contract in contracts {
      let receiver = Receiver(contract: contract, configuration: configuration, store: store)
      receiver.randomness = SystemRandomNumberGenerator()
      receivers[contract] = receiver
    }
    self.receivers = receivers
  }

  func answer(
    _ request: HTTPRequest, _ contract: ReceiverContract, at instant: Instant
  ) async -> HTTPResponse? {
    guard let receiver = receivers[contract] else { return nil }
    let response = await withCheckedContinuation { answer in
      waiting.append(
        Waiting(request: request, receiver: receiver, instant: instant, answer: answer))
      // The requests that wait for this actor now are added before the task begins.
      if waiting.count == 1 { Task { answerWaiting() } }
    }
    // A failure of the store has a body; Icecondor's own answers to what it cannot read have none.
    if response.status >= 500, !response.body.isEmpty { notify(of: response, at: instant) }
    return response
  }

  private func answerWaiting() {
    let all = waiting
    waiting.removeAll()
    for start in stride(from: 0, to: all.count, by: Self.groupCountMax) {
      let group = Array(all[start..<min(start + Self.groupCountMax, all.count)])
      let responses =
        answersTogether(group) ?? group.map { $0.receiver.handle($0.request, at: $0.instant) }
      for (waiting, response) in zip(group, responses) {
        waiting.answer.resume(returning: response)
      }
    }
  }

  /// Answers a group of requests in one transaction. If the store fails at one of the requests,
  /// stores nothing and returns nil.
  private func answersTogether(_ group: [Waiting]) -> [HTTPResponse]? {
    guard group.count > 1 else { return nil }
    let memories = group.map(\.receiver.memory)
    let responses = try? store.transaction {
      try group.map { waiting in
        let response = waiting.receiver.handle(waiting.request, at: waiting.instant)
        guard response.status < 500 else { throw GroupFailed() }
        return response
      }
    }
    if responses == nil {
      for (waiting, memory) in zip(group, memories) { waiting.receiver.memory = memory }
    }
    return responses
  }

  /// Reports a failure of the store to the user, at most once a minute because phones retry often.
  private func notify(of response: HTTPResponse, at instant: Instant) {
    if let reported = reportedFailureAt, instant - reported < .minutes(1) { return }
    reportedFailureAt = instant
    onTrouble(
      response.status == 507
        ? "The disk is full: no records are accepted until there is room. Phones keep theirs."
        : "Records from a phone could not be stored: the database cannot be written.")
  }

  /// Returns true if the request has a valid token or needs none.
  func knowsBearer(
    of request: HTTPRequest, _ contract: ReceiverContract, at instant: Instant
  ) -> Bool {
    (try? receivers[contract]?.knowsBearer(of: request, at: instant)) ?? false
  }

  /// Calls `body` with the receiver that handles sign-ins, in a transaction. Nil if no served
  /// contract has a sign-in.
  func withHealth<Outcome: Sendable>(
    _ body: @Sendable (Receiver) throws -> Outcome
  ) throws -> Outcome? {
    let health = ReceiverContract.allCases.first { $0.hasSignIn && receivers[$0] != nil }
    guard let health, let receiver = receivers[health] else { return nil }
    return try store.transaction { try body(receiver) }
  }

  func queueSettings(_ json: String, for device: String) throws {
    try store.queueSettings(json, for: device)
  }
}
