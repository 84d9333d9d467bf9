import Foundation

/// The rows of the page of facts, `FACTS.md`, and the code that it names.
struct FactsPage {
  struct Row {
    let id: String
    let section: String
    /// Source files, relative to `Sources/SimulatedPhone` or to `Sources`.
    let files: [String]
    /// Names of parameters and readings, as in scenarios.
    let parameters: [String]
    /// Display names of tests.
    let tests: [String]
  }

  enum Damage: Error { case missing(String) }

  /// The number of facts of each kind. Their numbers count from 1.
  static let behaviorCounts = [
    ("STD", 21), ("PAU", 6), ("BG", 11), ("SLC", 14), ("VIS", 10), ("REG", 13), ("MOT", 9),
    ("CAR", 3),
    ("LIFE", 16), ("BGT", 10), ("NET", 7), ("EN", 10), ("MON", 2), ("LIV", 1),
  ]
  static let energyCounts = [
    ("GNSS", 21), ("POS", 11), ("ACC", 7), ("CPU", 9), ("RAD", 18), ("SCR", 4), ("BAT", 12),
  ]
  static let energySection = "Energy figures"
  static let leftOutSection = "Left out"

  let rows: [Row]
  let leftOut: [String]
  /// The reason for each fact that is left out.
  let reasons: [String: String]

  init() throws {
    let page = try String(
      contentsOf: Repository.root.appending(path: "FACTS.md"), encoding: .utf8)
    var rows: [Row] = []
    var leftOut: [String] = []
    var reasons: [String: String] = [:]
    var section = ""
    for line in page.split(separator: "\n") {
      if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
      let cells = Self.cells(line)
      guard let id = cells.first, Self.isFact(id) else { continue }
      if section == Self.leftOutSection {
        leftOut.append(id)
        reasons[id] = cells.count > 1 ? cells[1] : ""
      } else {
        rows.append(Self.row(id, section: section, cells: cells))
      }
    }
    self.rows = rows
    self.leftOut = leftOut
    self.reasons = reasons
  }

  private static func row(_ id: String, section: String, cells: [String]) -> Row {
    let names = cells.count > 3 ? codeNames(cells[3]) : []
    let tests =
      cells.count > 4
      ? cells[4].components(separatedBy: "<br>").map { $0.trimmingCharacters(in: .whitespaces) }
      : []
    return Row(
      id: id, section: section, files: names.filter { $0.hasSuffix(".swift") },
      parameters: names.filter { !$0.hasSuffix(".swift") }, tests: tests.filter { !$0.isEmpty })
  }

  /// Returns the cells of a table's line, without the bars.
  private static func cells(_ line: Substring) -> [String] {
    guard line.hasPrefix("|") else { return [] }
    return line.dropFirst().split(separator: "|", omittingEmptySubsequences: false)
      .map { $0.replacing(/<a id="[^"]*"><\/a>/, with: "") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// Returns the texts between backticks.
  private static func codeNames(_ cell: String) -> [String] {
    cell.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
  }

  static func isFact(_ word: String) -> Bool { word.wholeMatch(of: /[A-Z]{2,4}-[0-9]+/) != nil }

  /// Returns the facts before the colon in a test's name.
  static func ids(of test: String) -> [String] {
    guard let colon = test.firstIndex(of: ":") else { return [] }
    return test[..<colon].components(separatedBy: ", ").filter(isFact)
  }

  private static let prefixes = Set((behaviorCounts + energyCounts).map(\.0))

  /// Returns every fact id that a text cites.
  static func cited(in text: String) -> Set<String> {
    Set(
      text.matches(of: /\b([A-Z]{2,4})-([0-9]+)\b/).filter { prefixes.contains(String($0.1)) }
        .map { String($0.0) })
  }
}

/// The repository that these tests belong to.
enum Repository {
  static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func swiftFiles(under folder: String) -> [URL] {
    let files = FileManager.default.enumerator(
      at: root.appending(path: folder), includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
      .sorted { $0.path < $1.path }
  }

  static func text(_ file: URL) -> String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }

  /// Returns the text of a source file that the page names, from wherever it is under `Sources`.
  static func source(_ path: String) -> String? {
    ["Sources/SimulatedPhone/", "Sources/", ""].lazy
      .map { root.appending(path: $0 + path) }
      .first { FileManager.default.fileExists(atPath: $0.path) }
      .map(text)
  }

  /// Reads the display names of all tests from the sources.
  static func testNames() -> [String] {
    swiftFiles(under: "Tests").flatMap { file in
      text(file).matches(of: /@Test\(\s*"((?:[^"\\]|\\.)*)"/).map { String($0.1) }
    }
  }
}
