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
      receivers[contract] = Receiver(
        contract: contract, configuration: configuration, store: store)
    }
    self.receivers = receivers
  }

  func answer(
    _ request: HTTPRequest, _ contract: ReceiverContract, at instant: Instant
  ) -> HTTPResponse? {
    receivers[contract]?.handle(request, at: instant)
  }

  func queueSettings(_ json: String, for device: String) throws {
    try store.queueSettings(json, for: device)
  }
}
