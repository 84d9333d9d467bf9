import EventKernel
import Foundation
import PhoneProfiles
import Scenarios
import SimulatedPhone
import Text
import Timekeeping

/// The information from which another person can reproduce a report's figures.
///
/// Contains every option that can affect results. Paths, the run time and the number of jobs are
/// left out.
package struct Provenance: Codable, Sendable, Equatable {
  package static let odographVersion = Program.version

  package var odograph = Provenance.odographVersion
  package var toolchain: String
  package var platform: String
  package var timeZoneData: String
  /// The hash of the scenario's file and of all files that the scenario refers to, in the order in
  /// which the files are read. Recordings are examples of such files.
  package var scenarioHash: String
  /// The hash of the names, ranges and sources of the parameters of the phone and its system.
  package var profileHash: String
  /// The resolved options as `name=value`, in a fixed order.
  package var options: [String]

  package init(scenario: Scenario, options: [String]) {
    self.init(scenarios: [scenario], options: options)
  }

  /// Makes the provenance of a run of several scenarios, in the order of the scenarios.
  package init(scenarios: [Scenario], options: [String]) {
    toolchain = Self.compilerVersion
    platform = Self.operatingSystemAndMachine
    timeZoneData = Self.timeZoneDataVersion
    scenarioHash = Self.hash(ofFiles: scenarios.flatMap(\.sourceFiles))
    profileHash = Self.hash(ofProfiles: scenarios.map(\.phone))
    self.options = options
  }

  private static var compilerVersion: String {
    #if compiler(>=6.3)
      "Swift 6.3 or later"
    #elseif compiler(>=6.2)
      "Swift 6.2"
    #else
      "Swift 6.1 or earlier"
    #endif
  }

  private static var operatingSystemAndMachine: String {
    #if os(Linux)
      let system = "Linux"
    #else
      let system = "macOS"
    #endif
    #if arch(x86_64)
      return system + " x86_64"
    #else
      return system + " arm64"
    #endif
  }

  /// The version of the time zone data (tzdata) on this computer, such as "2024a".
  ///
  /// The version stands in the first line of the file `tzdata.zi`, such as `# version 2024a`.
  private static var timeZoneDataVersion: String {
    guard let text = try? String(contentsOfFile: "/usr/share/zoneinfo/tzdata.zi", encoding: .utf8),
      let line = text.split(separator: "\n", maxSplits: 1).first
    else { return "unknown" }
    return line.replacingOccurrences(of: "# version ", with: "")
  }

  private static func hash(ofProfiles phones: [PhoneSetup]) -> String {
    var digest = FNV1a()
    for phone in phones {
      guard let device = DeviceProfile.named(phone.profile),
        let system = OperatingSystemProfile.named(phone.system)
      else { continue }
      let model = PhoneModel(device: device, system: system, chance: SeededRandom(seed: 0))
      for parameter in model.parameters {
        digest.add("\(parameter.name) \(parameter.low) \(parameter.high) \(parameter.source)")
      }
      for reading in model.readings {
        digest.add("\(reading.name) \(reading.choices) \(reading.source)")
      }
    }
    return digits(digest)
  }

  private static func hash(ofFiles paths: [String]) -> String {
    var digest = FNV1a()
    for path in paths {
      FileManager.default.contents(atPath: path)?.withUnsafeBytes { digest.add($0) }
    }
    return digits(digest)
  }

  private static func digits(_ hash: FNV1a) -> String {
    let digits = String(hash.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
