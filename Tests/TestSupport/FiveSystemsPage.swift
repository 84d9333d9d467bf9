import Foundation

/// Docs/reference/five-systems.md, whose commands the tests run.
package enum FiveSystemsPage {
  /// A row of a table: a promise and the command that shows it.
  package struct Row: Sendable {
    package var id: String
    package var command: String
    /// Texts of the output, in their order; `…` stands for anything on the line.
    package var texts: [String]
    /// The file with the texts, of the run's folder or written by a tracker; nil for standard
    /// output.
    package var file: String?

    /// Returns the texts that the output lacks after the texts before them.
    package func missing(in output: String) -> [String] {
      var rest = output[...]
      return texts.filter { text in
        let parts = text.split(separator: "…", omittingEmptySubsequences: false)
          .map { NSRegularExpression.escapedPattern(for: $0.trimmingCharacters(in: .whitespaces)) }
        let pattern = parts.joined(separator: ".*?")
        guard let found = rest.range(of: pattern, options: .regularExpression) else { return true }
        rest = rest[found.upperBound...]
        return false
      }
    }
  }

  private static let lines: [Substring] = {
    let path = packageRoot.appendingPathComponent("Docs/reference/five-systems.md").path
    return ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n")
  }()

  /// The commands above the tables, in their order: those that make stores, a server, trackers.
  package static let preparation = lines.filter { $0.hasPrefix("    odograph ") }
    .map { $0.trimmingCharacters(in: .whitespaces) }

  /// The rows that have a command.
  package static let rows: [Row] = lines.filter { $0.hasPrefix("| <a id=") }.compactMap { line in
    let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    guard cells.count == 5, let id = cells[0].split(separator: ">").last else { return nil }
    // Code and the words between, in turns.
    let command = cells[3].split(separator: "`")
    let shown = cells[4].split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    guard command.count == 1 else { return nil }
    var texts = shown.indices.filter { !$0.isMultiple(of: 2) }.map { shown[$0] }
    let isInFile = shown.contains(" in ")
    let file = isInFile ? texts.popLast() : nil
    return Row(id: String(id), command: String(command[0]), texts: texts, file: file)
  }

  /// The commands of the rows, each once, in the order of the page.
  private static let commands: [String] = {
    var seen: Set<String> = []
    return rows.map(\.command).filter { seen.insert($0).inserted }
  }()

  /// The commands that need a server, or a tracker with a receiver.
  package static let served = commands.filter(isServed)
  package static let alone = commands.filter { !isServed($0) }

  private static func isServed(_ command: String) -> Bool {
    command.contains("127.0.0.1") || isLive(command)
      || command.contains("/records.sqlite")
  }

  /// The commands that start a tracker, and those that a running one is prepared by.
  package static let trackers = preparation.filter { isLive($0) && !$0.contains(" --send ") }
  package static let trackerPreparation = preparation.filter {
    isLive($0) && $0.contains(" --send ")
  }

  private static func isLive(_ command: String) -> Bool { command.hasPrefix("odograph live ") }

  /// The commands that make the stores which these commands read.
  package static func makingStores(of commands: [String]) -> [String] {
    let words = Set(commands.flatMap { $0.split(separator: " ") })
    return preparation.filter { command in
      !isLive(command)
        && command.split(separator: " ").contains { $0.hasSuffix(".sqlite") && words.contains($0) }
    }
  }

  /// Returns the arguments of a command as a shell passes them.
  package static func arguments(_ command: String, home: String = "~") -> [String] {
    command.replacing("\"", with: "").split(separator: " ").dropFirst().map { word in
      word.hasPrefix("~") ? home + word.dropFirst() : String(word)
    }
  }

  /// Makes the paths of the repository that the commands name valid in a folder.
  package static func link(into folder: String) throws {
    for name in ["Scenarios", "Docs"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/" + name,
        withDestinationPath: packageRoot.appendingPathComponent(name).path)
    }
  }
}
