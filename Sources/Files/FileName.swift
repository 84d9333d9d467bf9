/// Names of trackers and scenarios as names of folders.
package enum FileName {
  /// Letters, digits and `.-_=+` stay; everything else becomes one hyphen. Never empty, never hidden, and
  /// never a way out of the folder.
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

  /// One name each, in order; where two would be the same, the later one gets a number.
  ///
  /// - Parameter files: names in lower case that the folder holds besides.
  package static func distinct(_ texts: [String], besides files: [String] = []) -> [String] {
    var taken = Set(files)
    return texts.map { text in
      let base = of(text)
      var name = base
      var number = 2
      // Some file systems take two spellings that differ in letter case for one.
      while !taken.insert(name.lowercased()).inserted {
        name = "\(base)-\(number)"
        number += 1
      }
      return name
    }
  }
}
