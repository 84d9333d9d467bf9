import Scenarios
import SimulatedPhone
import Text

/// The options of a simulated phone in the loop of the live receiver.
package struct LoopOptions: Sendable {
  /// The names of the phone profile and the system; the system is nil for the profile's usual one.
  var profile: String
  var system: String?
  /// The folder for the walk; nil for a new folder beside the store.
  var output: String?

  /// Reads the option `--simulate-phone`: a profile such as "iphone-14", or a profile and a system
  /// such as "iphone-14/ios-18".
  package init(phone text: String, output: String?) throws(InputError) {
    let sides = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    guard let profile = DeviceProfile.named(sides[0]) else {
      throw InputError(
        .commandLine, "--simulate-phone: unknown phone '\(printable(sides[0]))'", word: sides[0],
        oneOf: DeviceProfile.all.map(\.name))
    }
    let systems = profile.systems.map(\.name)
    if sides.count == 2, !systems.contains(sides[1]) {
      throw InputError(
        .commandLine,
        "--simulate-phone: '\(profile.name)' does not run '\(printable(sides[1]))'",
        word: sides[1], oneOf: systems)
    }
    self.profile = profile.name
    system = sides.count == 2 ? sides[1] : nil
    self.output = output
  }

  var phoneWords: String { system.map { "\(profile) with \($0)" } ?? profile }
}
