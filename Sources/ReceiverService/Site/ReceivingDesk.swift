import Cryptography
import PhoneAPI
import Receiver
import Timekeeping

/// Takes one request at a time to the receiver, whose contracts share one store.
actor ReceivingDesk {
  private let receivers: [ReceiverContract: Receiver]
  private let store: SQLiteReceiverStore

  init(
    store: SQLiteReceiverStore, contracts: [ReceiverContract], configuration: ReceiverConfiguration
  ) {
    self.store = store
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
    receivers[contract]?.handle(request, at: instant)
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
