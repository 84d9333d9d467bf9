import Foundation

/// The repository from which this test was built.
let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()

/// Returns the top folder of a path, or "pages" for a file outside of folders.
func area(ofPath path: String) -> String {
  guard let end = path.firstIndex(of: "/") else { return path.hasSuffix(".md") ? "pages" : path }
  return String(path[..<end])
}

/// A text file of the repository.
struct SourceFile {
  /// The path relative to the repository.
  let path: String
  let text: String
  let changed: Date
  /// The lines with their numbers, which begin at 1.
  let lines: [(number: Int, text: Substring)]

  init(path: String, text: String, changed: Date = .distantPast) {
    (self.path, self.text, self.changed) = (path, text, changed)
    lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated().map { ($0.offset + 1, Substring($0.element)) }
  }

  var kind: String { (path as NSString).pathExtension }
}

/// The files that people write: code and pages, without recordings, scenarios and build products.
struct SourceTree {
  static let areas = [
    "Benchmarks", "Docs", "Examples", "MotionStudy", "Scripts", "Sources", "Tests",
  ]
  /// Folders of inputs that fuzzers grew, which are data.
  static let data = "Tests/FuzzTargets/Corpus/"
  static let textKinds: Set = ["swift", "py", "js", "css", "cc", "h", "md", "mustache"]

  var files: [SourceFile]
  /// The number of files in each folder, of any kind.
  var folderSizes: [String: Int]

  static func read(_ root: URL = repository) throws -> SourceTree {
    var tree = SourceTree(files: [], folderSizes: [:])
    for entry in try FileManager.default.contentsOfDirectory(atPath: root.path).sorted()
    where entry.hasSuffix(".md") {
      try tree.add(entry, in: root)
    }
    for area in areas {
      let walk = FileManager.default.enumerator(atPath: root.appendingPathComponent(area).path)
      let paths = (walk?.allObjects as? [String] ?? []).sorted()
      for path in paths where !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
        try tree.add("\(area)/\(path)", in: root)
      }
    }
    return tree
  }

  private mutating func add(_ path: String, in root: URL) throws {
    let url = root.appendingPathComponent(path)
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    guard attributes[.type] as? FileAttributeType == .typeRegular else { return }
    guard !path.hasPrefix(Self.data) || url.pathExtension == "md" else { return }
    folderSizes[(path as NSString).deletingLastPathComponent, default: 0] += 1
    guard Self.textKinds.contains(url.pathExtension) else { return }
    files.append(
      SourceFile(
        path: path, text: try String(contentsOf: url, encoding: .utf8),
        changed: attributes[.modificationDate] as? Date ?? .distantPast))
  }
}
