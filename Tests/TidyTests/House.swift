import Foundation

/// The targets of Package.swift and what each imports, read from the manifest's text.
struct House {
  /// One target of the manifest, tests and budgets included.
  struct Target {
    var name: String
    /// The folder of its sources, relative to the repository, with a slash at its end.
    var folder: String
    /// All names in the target's part of the manifest: its dependencies and a few others.
    var words: Set<String>
  }

  /// All targets, in the order of the manifest.
  var everything: [Target] = []
  /// The names of targets without those of tests and budgets.
  var targets: [String]
  /// The imports of each target, only of our own targets.
  var dependencies: [String: Set<String>]

  /// - Parameter manifest: formatted as `make lint` wants it: each target begins a line with four
  ///   spaces and a dot.
  init(manifest: String) {
    for block in manifest.components(separatedBy: "\n    .").dropFirst() {
      guard let parent = Self.folders[String(block.prefix { $0 != "(" })] else { continue }
      let words = block.matches(of: /"([^"]+)"/).map { String($0.1) }
      guard let name = words.first else { continue }
      let path = block.firstMatch(of: /path: "([^"]+)"/).map { String($0.1) }
      everything.append(
        Target(
          name: name, folder: "\(path ?? "\(parent)/\(name)")/", words: Set(words.dropFirst())))
    }
    let own = everything.filter { $0.folder.hasPrefix("Sources/") }
    targets = own.map(\.name)
    let names = Set(targets)
    dependencies = Dictionary(
      uniqueKeysWithValues: own.map { ($0.name, names.intersection($0.words)) })
  }

  /// The kinds of targets, and where their folders lie when the manifest gives no path.
  private static let folders = [
    "target": "Sources", "executableTarget": "Sources", "systemLibrary": "Sources",
    "testTarget": "Tests",
  ]

  /// Returns a sentence for each import of a module that the importing target does not declare.
  ///
  /// Such a build passes or fails by the order in which the modules happen to be compiled.
  func undeclaredImports(in files: [SourceFile]) throws -> [String] {
    let modules = everything.reduce(into: Set(everything.map(\.name))) { $0.formUnion($1.words) }
    let pattern = try NSRegularExpression(
      pattern: "^ *(?:@\\w+(?:\\(\\w+\\))? )*import (?:[a-z]+ )?(\\w+)", options: .anchorsMatchLines
    )
    return everything.flatMap { target in
      files.filter { $0.path.hasPrefix(target.folder) && $0.kind == "swift" }.flatMap { file in
        let text = file.text as NSString
        return pattern.matches(in: file.text, range: NSRange(0..<text.length))
          .map { text.substring(with: $0.range(at: 1)) }
          .filter { modules.contains($0) && !target.words.contains($0) && $0 != target.name }
          .map { "\(file.path) imports \($0), which \(target.name) does not declare" }
      }
    }
  }

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
