import Foundation

/// The targets of Package.swift and what each imports, read from the manifest's text.
struct House {
  /// The names of targets in the order of the manifest, without those of tests.
  var targets: [String]
  /// The imports of each target, only of our own targets.
  var dependencies: [String: Set<String>]

  /// - Parameter manifest: formatted as `make lint` wants it: each target begins a line with four
  ///   spaces and a dot.
  init(manifest: String) {
    var quoted: [[String]] = []
    for block in manifest.components(separatedBy: "\n    .").dropFirst()
    where Self.kinds.contains(where: block.hasPrefix) && !block.contains("path: \"Tests/") {
      quoted.append(block.matches(of: /"([^"]+)"/).map { String($0.1) })
    }
    targets = quoted.compactMap(\.first)
    let names = Set(targets)
    dependencies = Dictionary(
      uniqueKeysWithValues: quoted.compactMap { words in
        words.first.map { ($0, names.intersection(words.dropFirst())) }
      })
  }

  private static let kinds = ["target(", "executableTarget(", "systemLibrary("]

  /// Returns all targets that a target imports, directly or through others.
  func everythingUnder(_ target: String) -> Set<String> {
    var found: Set<String> = []
    var waiting = [target]
    while let next = waiting.popLast() {
      for name in dependencies[next] ?? [] where found.insert(name).inserted {
        waiting.append(name)
      }
    }
    return found
  }
}

/// The picture of the house in Docs/architecture.md: rows of targets, the uppermost first.
struct HousePicture {
  var rows: [[String]]

  /// - Parameter page: the picture is the first indented block under the heading "The house". Words
  ///   in it that begin with a capital letter are targets.
  init(page: String) {
    let section = page.components(separatedBy: "\n## ").first { $0.hasPrefix("The house\n") } ?? ""
    let lines = section.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("    ") }.prefix { $0.hasPrefix("    ") }
    rows = lines.map { line in
      line.split { !$0.isLetter }.filter { $0.first?.isUppercase == true }.map(String.init)
    }
  }

  /// Returns a sentence for each import that does not lead to a lower row.
  func upwardImports(in house: House) -> [String] {
    let row = Dictionary(
      rows.enumerated().flatMap { index, names in names.map { ($0, index) } }
    ) { first, _ in first }
    return house.targets.flatMap { target in
      (house.dependencies[target] ?? []).sorted().compactMap { dependency in
        guard let from = row[target], let to = row[dependency], to <= from else { return nil }
        return "\(target) imports \(dependency), which does not stand below it"
      }
    }
  }
}
