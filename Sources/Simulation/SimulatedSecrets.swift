import Cryptography
import EventKernel
import Receiver
import Timekeeping

/// A random number generator that returns the draws of one stream of chance in order.
///
/// Secrets are drawn when they are requested, and affect nothing else in a day.
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
  /// The invitation that every simulated server of health data accepts, for a scenario's `signIn`.
  public static let invitation = "invited"

  /// Makes a receiver, at which users can sign in if its contract allows it.
  package func receiver(for contract: ReceiverContract, accessToken: String?) -> Receiver {
    var configuration = ReceiverConfiguration(accessToken: accessToken)
    // Without sign-in, hashing each token would cost time and change nothing.
    if contract.hasSignIn { configuration.hash = { sha256($0) } }
    let receiver = Receiver(
      contract: contract, configuration: configuration, store: InMemoryReceiverStore())
    guard contract.hasSignIn else { return receiver }
    receiver.randomness = ChanceGenerator(chance.stream("receiver"))
    // A store in memory never fails, so `try?` hides no error. The invitation is issued at the end
    // of the simulated time, so that it is valid until then.
    try? receiver.accept(
      invitation: Self.invitation, of: configuration.patient.number, isReusable: true,
      at: world.end)
    return receiver
  }
}
