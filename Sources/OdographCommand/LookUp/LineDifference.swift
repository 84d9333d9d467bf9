import Foundation
import Scenarios
import Text

/// The difference between two texts, line by line. `-` marks a removed line, `+` an added line.
struct LineDifference {
  private(set) var lines: [String] = []
  private(set) var isEmpty = true

  init(from first: String, to second: String) {
    let old = first.split(separator: "\n", omittingEmptySubsequences: false)
    let new = second.split(separator: "\n", omittingEmptySubsequences: false)
    let difference = new.difference(from: old)
    let removed = Set(difference.removals.map(\.offset))
    let inserted = Set(difference.insertions.map(\.offset))
    isEmpty = difference.isEmpty
    var index = 0
    func addInserted() {
      while inserted.contains(index) {
        lines.append("+ " + new[index])
        index += 1
      }
    }
    for (oldIndex, line) in old.enumerated() {
      if removed.contains(oldIndex) {
        lines.append("- " + line)
      } else {
        addInserted()
        lines.append("  " + line)
        index += 1
      }
    }
    addInserted()
    if lines.last == "  " { lines.removeLast() }
  }

  var text: String { lines.joined(separator: "\n") + "\n" }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .remove(let offset, _, _), .insert(let offset, _, _): offset
    }
  }
}

extension PresetLibrary {
  /// Returns the YAML text of a preset. The argument is the preset's name, or the path of a user's
  /// file.
  static func source(_ nameOrPath: String) throws(InputError) -> String {
    if let text = text(named: nameOrPath) { return text }
    // Throws a message about the name or the file before its text is shown.
    _ = try preset(nameOrPath)
    guard let text = try? String(contentsOfFile: nameOrPath, encoding: .utf8) else {
      throw InputError(SourceLocation(file: nameOrPath), "the file cannot be read")
    }
    return text
  }
}
