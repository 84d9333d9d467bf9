import Foundation
import PhoneProfiles
import Scenarios
import SimulatedPhone
import Text

/// The options of a simulated phone in the loop of the live receiver.
package struct LoopOptions: Sendable {
  /// The name of the phone, or the absolute path of a phone profile's file. In a scenario, a
  /// relative path would be relative to the scenario's folder.
  var profile: String
  /// The name of the system; nil for the phone's usual one.
  var system: String?
  /// The folder for the walk; nil for a new folder beside the store.
  var output: String?

  /// Reads the option `--simulate-phone`: a phone such as "iphone-14", a phone and a system such as
  /// "iphone-14/ios-18", or the path of a phone profile.
  package init(phone text: String, output: String?) throws(InputError) {
    self.output = output
    if text.hasSuffix(".yaml") || text.hasSuffix(".yml") {
      _ = try PhoneProfileReader(vocabulary: .simulatedPhone).read(path: text)
      profile = URL(fileURLWithPath: text).standardized.path
      return
    }
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
  }

  /// The phone in words; for a phone profile, the name of its file.
  var phoneWords: String {
    let name = URL(fileURLWithPath: profile).lastPathComponent
    return system.map { "\(name) with \($0)" } ?? name
  }
}
