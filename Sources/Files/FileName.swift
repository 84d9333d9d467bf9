import Foundation

/// Functions that make file and folder names from the names of trackers and scenarios.
package enum FileName {
  /// Returns a file name that is similar to a text and safe in any folder.
  ///
  /// The name keeps letters, digits and `.-_=+`. A hyphen replaces each sequence of other
  /// characters. The name is never empty or hidden, and never contains a slash.
  package static func of(_ text: String) -> String {
    var name = ""
    for character in text {
      if character.isLetter || character.isNumber || ".-_=+".contains(character) {
        name.append(character)
      } else if name.last != "-" {
        name.append("-")
      }
    }
    while let last = name.last, last == "-" || last == "." { name.removeLast() }
    name = String(name.drop { $0 == "-" || $0 == "." }.prefix(120))
    return name.isEmpty ? "unnamed" : name
  }

  /// Returns a different file name for each text, in the order of the texts. If two names would be
  /// equal, the later name gets a number.
  ///
  /// - Parameter files: Names that already exist in the folder, in lower case.
  package static func distinct(_ texts: [String], besides files: [String] = []) -> [String] {
    var taken = Set(files)
    return texts.map { text in
      let base = of(text)
      var name = base
      var number = 2
      // Some file systems treat two names that differ only in letter case as one.
      while !taken.insert(name.lowercased()).inserted {
        name = "\(base)-\(number)"
        number += 1
      }
      return name
    }
  }
}

/// Returns the absolute path without links and dots. It is the same for all paths of a file, such
/// as "day.yaml" and "./day.yaml".
package func canonicalPath(_ path: String) -> String {
  URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
}
