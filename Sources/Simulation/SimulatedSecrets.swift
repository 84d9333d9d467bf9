import Cryptography
import EventKernel
import Receiver
import Timekeeping

/// A generator for who wants one: what a stream of chance draws, one after the other.
///
/// Secrets are drawn as they are asked for, and decide nothing else of a day.
struct ChanceGenerator: RandomNumberGenerator {
  private let chance: Chance
  private var drawn: Int64 = 0

  init(_ chance: Chance) { self.chance = chance }

  mutating func next() -> UInt64 {
    drawn += 1
    return chance.bits(at: drawn)
  }
}

extension SimulatedDay {
  /// The invitation that every simulated server of health data takes, for a scenario's `signIn`.
  public static let invitation = "invited"

  /// A receiver that people can sign in at, if its contract has any of it.
  package func receiver(for contract: ReceiverContract, accessToken: String?) -> Receiver {
    var configuration = ReceiverConfiguration(accessToken: accessToken)
    // Elsewhere a hash of each token would cost time and change nothing.
    if contract.hasSignIn { configuration.hash = { sha256($0) } }
    let receiver = Receiver(
      contract: contract, configuration: configuration, store: InMemoryReceiverStore())
    guard contract.hasSignIn else { return receiver }
    receiver.randomness = ChanceGenerator(chance.stream("receiver"))
    // A store in memory keeps everything, so nothing is thrown. Issued at the end, it lasts until then.
    try? receiver.accept(
      invitation: Self.invitation, of: configuration.patient.number, isReusable: true,
      at: world.end)
    return receiver
  }
}
