import Documents
import Foundation
import Text

/// Functions that merge a scenario with the scenario that it extends.
///
/// A scenario with `extends: other.yaml` contains only its differences from the other scenario.
/// A key of the extending file replaces the same key of the extended file. If both values are
/// mappings (`phone`, `places`, `expect`, …), they are merged key by key in the same way. Each of
/// `day`, `week` and `replay` also replaces the other two.
enum ScenarioInheritance {
  static let accepted = "a scenario in YAML"
  private static let courses = ["day", "week", "replay"]
  /// The largest number of files in a chain of `extends`, including the scenario's own file.
  private static let chainLengthMax = 16

  /// Reads a scenario and the scenarios that it extends, and merges them.
  ///
  /// Also returns the paths of all files that were read, the file at `path` first.
  static func read(
    path: String, mention: SourceLocation = .commandLine
  ) throws(InputError) -> (root: SourceNode, files: [String]) {
    try resolve(
      YAMLDocument.read(path: path, asWhat: accepted, mention: mention), chain: [path])
  }

  static func resolve(
    _ root: SourceNode, chain: [String]
  ) throws(InputError) -> (root: SourceNode, files: [String]) {
    try root.refuse(unless: .scenario)
    let fields = try Fields(root, keys: ScenarioKeys.scenario)
    guard let node = fields["extends"], case .mapping(let own) = root.content else {
      return (root, chain)
    }
    let path = path(try node.text("a path"), from: node.location)
    guard !chain.map(standardized).contains(standardized(path)) else {
      throw node.refused(
        "'extends' forms a cycle: " + (chain + [path]).joined(separator: " → "))
    }
    guard chain.count < chainLengthMax else {
      throw node.refused(
        "'extends' chains more than \(chainLengthMax) files",
        accepted: "a chain of at most \(chainLengthMax)")
    }
    let base = try YAMLDocument.read(path: path, asWhat: accepted, mention: node.location)
    let (resolved, files) = try resolve(base, chain: chain + [path])
    guard case .mapping(let inherited) = resolved.content else { return (root, files) }
    var merged = root
    merged.content = .mapping(merge(own, over: inherited))
    return (merged, files)
  }

  static func merge(_ own: [SourceEntry], over inherited: [SourceEntry]) -> [SourceEntry] {
    let hasCourse = own.contains { courses.contains($0.key) && !$0.value.isNothing }
    var merged = inherited.filter { entry in
      entry.key != "extends" && !(hasCourse && courses.contains(entry.key))
    }
    for entry in own where entry.key != "extends" {
      guard let index = merged.firstIndex(where: { $0.key == entry.key }) else {
        merged.append(entry)
        continue
      }
      merged[index] =
        entry.key == "expect"
        ? mergeExpectations(entry, over: merged[index]) : mergeOne(entry, over: merged[index])
    }
    return merged
  }

  /// Merges the expectations of two files. If the extending file has an entry for a tracker, none
  /// of the tracker's inherited limits apply. An empty entry thus removes all limits of a tracker.
  private static func mergeExpectations(
    _ own: SourceEntry, over inherited: SourceEntry
  ) -> SourceEntry {
    guard case .mapping(let trackers) = inherited.value.content else { return own }
    var merged = mergeOne(own, over: inherited)
    guard case .mapping(let entries) = merged.value.content else { return own }
    let kept = entries.filter { entry in
      !(entry.value.isNothing && trackers.contains { $0.key == entry.key })
    }
    merged.value.content = .mapping(kept)
    return merged
  }

  private static func mergeOne(_ own: SourceEntry, over inherited: SourceEntry) -> SourceEntry {
    guard case .mapping(let ownEntries) = own.value.content,
      case .mapping(let inheritedEntries) = inherited.value.content
    else { return own }
    var result = own
    let kept = inheritedEntries.filter { entry in !ownEntries.contains { $0.key == entry.key } }
    result.value.content = .mapping(kept + ownEntries)
    return result
  }

  /// Returns a path relative to the working folder. The written path is relative to the folder of
  /// the file that contains it.
  static func path(_ written: String, from location: SourceLocation) -> String {
    guard !written.hasPrefix("/"), let file = location.file else { return written }
    let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    guard !folder.isEmpty else { return written }
    // Without this, a chain of files in one folder would accumulate "./".
    let own = written.hasPrefix("./") ? written.dropFirst(2) : written[...]
    return folder.joined(separator: "/") + "/" + own
  }

  private static func standardized(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }
}
