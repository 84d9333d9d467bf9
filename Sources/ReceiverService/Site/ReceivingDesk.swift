import Cryptography
import PhoneAPI
import Receiver
import Timekeeping

/// Takes one request at a time to the receiver, whose contracts share one store.
actor ReceivingDesk {
  private let receivers: [ReceiverContract: Receiver]
  private let store: SQLiteReceiverStore
  private let onTrouble: @Sendable (String) -> Void
  private var toldOfTroubleAt: Instant?

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
  ) -> HTTPResponse? {
    let response = receivers[contract]?.handle(request, at: instant)
    if let response, response.status >= 500 { tell(of: response, at: instant) }
    return response
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
