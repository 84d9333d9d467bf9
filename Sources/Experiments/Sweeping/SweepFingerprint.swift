import Cryptography
import Foundation
import Scenarios

/// All that a sweep's figures hang on, part by part, so that shards which do not belong together are told
/// apart, and by the name of what differs.
///
/// The program itself is one of the parts: figures of before and after a change of the simulator look alike,
/// and must not be merged into one result.
public struct SweepFingerprint: Codable, Sendable, Equatable {
  public struct Part: Codable, Sendable, Equatable {
    public var name: String
    /// A digest, or a few words.
    public var value: String
  }

  public var parts: [Part]

  /// - Parameters:
  ///   - file: the plan.
  ///   - scenarios: each with the path that the plan names.
  ///   - presets: names, and paths of people's own.
  init(file: String, scenarios: [(path: String, scenario: Scenario)], presets: [String]) {
    let provenance = Provenance(scenarios: scenarios.map(\.scenario), options: [])
    parts = [Part(name: "the plan", value: Self.digest(ofFile: file))]
    for (path, scenario) in scenarios {
      parts += Self.files(of: scenario, mentionedAs: Self.name(ofPath: path))
    }
    for preset in presets.withoutRepeats {
      let bytes = PresetLibrary.text(named: preset).map { Array($0.utf8) }
      parts.append(
        Part(
          name: "preset " + Self.name(ofPath: preset),
          value: bytes.map { hexadecimal(sha256($0)) } ?? Self.digest(ofFile: preset)))
    }
    parts += [
      Part(name: "the phone's model", value: provenance.profileHash),
      Part(name: "Odograph's version", value: provenance.odograph),
      Part(name: "Odograph's build", value: Self.program),
      Part(name: "the platform", value: provenance.platform),
      Part(name: "the time zones' data", value: provenance.timeZoneData),
    ]
  }

  /// The scenario's own file goes by its name, one that it extends, replays or plays by both.
  private static func files(of scenario: Scenario, mentionedAs name: String) -> [Part] {
    scenario.sourceFiles.enumerated().map { index, path in
      Part(
        name: index == 0 ? name : "\(Self.name(ofPath: path)) of \(name)",
        value: digest(ofFile: path))
    }
  }

  /// Without its folder, which may be another one on every machine.
  private static func name(ofPath path: String) -> String {
    URL(fileURLWithPath: path).lastPathComponent
  }

  /// In a few words what differs, from this one's point of view; empty where nothing does.
  public func differences(from other: SweepFingerprint) -> [String] {
    let shared = parts.compactMap { part -> String? in
      guard let counterpart = other.parts.first(where: { $0.name == part.name }) else {
        return "\(part.name) is new"
      }
      guard counterpart.value != part.value else { return nil }
      guard part.value.count < 30, counterpart.value.count < 30 else {
        return "\(part.name) differs"
      }
      return "\(part.name) is \(part.value), not \(counterpart.value)"
    }
    let gone = other.parts.filter { part in !parts.contains { $0.name == part.name } }
    // The same parts in another order are another plan's.
    if shared.isEmpty, gone.isEmpty, self != other { return ["the order of files differs"] }
    return shared + gone.map { "\($0.name) is gone" }
  }

  // MARK: Digests

  private static let program = digest(ofFile: programPath)

  private static var programPath: String {
    #if os(Linux)
      "/proc/self/exe"
    #else
      Bundle.main.executablePath ?? CommandLine.arguments[0]
    #endif
  }

  /// Piece by piece: a recording may be large.
  private static func digest(ofFile path: String) -> String {
    guard let file = FileHandle(forReadingAtPath: path) else { return "unreadable" }
    let hash = RunningSHA256()
    while let piece = try? file.read(upToCount: 1 << 20), !piece.isEmpty { hash.add(piece) }
    return hexadecimal(hash.digest())
  }
}
