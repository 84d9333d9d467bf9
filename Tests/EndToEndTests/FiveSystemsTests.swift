import Foundation
import TestSupport
import Testing

/// Types the commands of Docs/reference/five-systems.md that need no server, and looks for what
/// they are to show. `ServedFiveSystemsTests` types the others.
@Suite("The table of the five systems' promises")
struct FiveSystemsTests {
  /// A folder with the stores that the commands above the tables make.
  nonisolated(unsafe) private static let made = Result {
    let folder = try WorkingFolder()
    try FiveSystemsPage.link(into: folder.path)
    for command in FiveSystemsPage.makingStores(of: FiveSystemsPage.alone) {
      let outcome = try Program.run(FiveSystemsPage.arguments(command), in: folder)
      try #require(outcome.status == 0, "\(command): \(outcome.errors)")
    }
    return folder
  }

  @Test("There are commands, and a setting's shows its default and the values that it takes")
  func table() {
    #expect(FiveSystemsPage.rows.count > 200)
    #expect(FiveSystemsPage.alone.count > 80)
    for row in FiveSystemsPage.rows {
      #expect(!row.texts.isEmpty, "\(row.id)")
      guard row.command.hasPrefix("odograph settings ") else { continue }
      for word in ["takes …", "default …"] {
        #expect(row.texts.contains { $0.hasPrefix(word) }, "\(row.id)")
      }
    }
  }

  @Test("A command shows what the table says", arguments: FiveSystemsPage.alone)
  func command(_ command: String) throws {
    let folder = try WorkingFolder()
    try FiveSystemsPage.link(into: folder.path)
    for word in command.split(separator: " ") where word.hasSuffix(".sqlite") {
      try FileManager.default.copyItem(
        atPath: "\(try Self.made.get().path)/\(word)", toPath: "\(folder.path)/\(word)")
    }
    let outcome = try Program.run(FiveSystemsPage.arguments(command), in: folder)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    for row in FiveSystemsPage.rows where row.command == command {
      let output = try row.file.map { try Self.text(of: $0, in: folder) } ?? outcome.output
      for text in row.missing(in: output) {
        Issue.record("\(row.id): \(command) does not show \(text)")
      }
    }
  }

  /// Returns the text of a file in the working folder, or in a run's folder.
  private static func text(of name: String, in folder: WorkingFolder) throws -> String {
    let paths = folder.contents.filter {
      $0 == name || $0.hasPrefix("Reports/") && $0.hasSuffix("/" + name)
    }
    try #require(paths.count == 1, "\(name): \(paths)")
    return String(decoding: try folder.data(paths[0]), as: UTF8.self)
  }
}
