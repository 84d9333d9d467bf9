import Cryptography
import PhoneAPI
import Receiver
import Timekeeping

/// Hands requests to the receivers, whose contracts share one store.
///
/// Requests that arrive while others are being written are kept by one transaction: a disk takes
/// far longer to confirm a transaction than the store takes to fill it. No request is answered
/// before its own is confirmed.
actor ReceivingDesk {
  private struct Waiting {
    var request: HTTPRequest
    var receiver: Receiver
    var instant: Instant
    var answer: CheckedContinuation<HTTPResponse, Never>
  }

  /// A request that could not be kept takes its group back; each then tries alone.
  private struct GroupFailed: Error {}

  private static let groupCountMax = 64

  private let receivers: [ReceiverContract: Receiver]
  private let store: SQLiteReceiverStore
  private let onTrouble: @Sendable (String) -> Void
  private var toldOfTroubleAt: Instant?
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
      // The requests that wait for this actor now are taken in before the task begins.
      if waiting.count == 1 { Task { answerWaiting() } }
    }
    if response.status >= 500 { tell(of: response, at: instant) }
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

  /// Nil, with nothing kept, if the store fails at any of the requests.
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

  /// At most once a minute: phones try again and again.
  private func tell(of response: HTTPResponse, at instant: Instant) {
    if let told = toldOfTroubleAt, instant - told < .minutes(1) { return }
    toldOfTroubleAt = instant
    onTrouble(
      response.status == 507
        ? "The disk is full: nothing is taken until there is room. Phones keep what they have."
        : "What a phone sent could not be kept: the store cannot be written.")
  }

  /// True for a request with a good token, and for one that needs none.
  func knowsBearer(
    of request: HTTPRequest, _ contract: ReceiverContract, at instant: Instant
  ) -> Bool {
    (try? receivers[contract]?.knowsBearer(of: request, at: instant)) ?? false
  }

  /// Nil where no contract is served that one signs in to.
  func invite(_ patient: Int64, isReusable: Bool, at instant: Instant) throws -> String? {
    let health = ReceiverContract.allCases.first { $0.hasSignIn && receivers[$0] != nil }
    return try health.flatMap {
      try receivers[$0]?.invite(patient: patient, isReusable: isReusable, at: instant)
    }
  }

  func queueSettings(_ json: String, for device: String) throws {
    try store.queueSettings(json, for: device)
  }
}
