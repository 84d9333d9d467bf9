import Cryptography
import EventKernel
import Receiver
import ReceiverMemory
import Timekeeping

/// A random number generator that returns the numbers of one random stream in order.
///
/// Secrets are drawn when they are requested, and do not change any other random draw of the day.
struct SeededRandomNumberGenerator: RandomNumberGenerator {
  private let chance: SeededRandom
  private var drawn: Int64 = 0

  init(_ chance: SeededRandom) { self.chance = chance }

  mutating func next() -> UInt64 {
    drawn += 1
    return chance.bits(at: drawn)
  }
}

extension SimulatedDay {
  /// The invitation code that every simulated server of health data accepts. A scenario's `signIn`
  /// uses it.
  public static let invitation = "invited"

  /// Makes the simulated server of a tracker. Users can sign in if the server's kind allows it.
  package func receiver(
    for contract: ReceiverContract, accessToken: String?, isOpen: Bool = false
  ) -> Receiver {
    var configuration = ReceiverConfiguration(isOpen: isOpen, accessToken: accessToken)
    // Without sign-in, hashing each token would cost time and change nothing.
    if contract.hasSignIn { configuration.hash = { sha256($0) } }
    let receiver = Receiver(
      contract: contract, configuration: configuration, store: InMemoryReceiverStore())
    guard contract.hasSignIn else { return receiver }
    receiver.randomness = SeededRandomNumberGenerator(chance.stream("receiver"))
    // A store in memory never fails, so `try?` hides no error. The invitation is issued at the end
    // of the simulated time, so that it is valid until then.
    try? receiver.accept(
      invitation: Self.invitation, of: configuration.patient.number, isReusable: true,
      at: world.end)
    return receiver
  }
}
