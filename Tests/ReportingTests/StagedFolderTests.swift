import Files
import Foundation
import Testing

@testable import Reporting

@Suite("A folder of results")
struct StagedFolderTests {
  private func write(_ text: String, _ name: String, in staged: StagedFolder) throws {
    try text.write(
      toFile: try staged.pathForWriting(name), atomically: false, encoding: .utf8)
  }

  @Test("Nothing of the new results is seen before all of them are there")
  func whole() throws {
    let scratch = try ScratchFolder()
    try "old".write(toFile: scratch.path + "/report.json", atomically: true, encoding: .utf8)
    let staged = try StagedFolder(scratch.path)
    try write("new", "report.json", in: staged)
    try write("fixes", "a/seed-1/fixes.csv", in: staged)
    #expect(try scratch.text("report.json") == "old")
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/a"))
    try staged.commit()
    #expect(try scratch.text("report.json") == "new")
    #expect(scratch.contents == ["a", "a/seed-1", "a/seed-1/fixes.csv", "report.json"])
  }

  @Test("New folders come as they are, those that are there keep their other files")
  func merged() throws {
    let scratch = try ScratchFolder()
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/a/seed-1", withIntermediateDirectories: true)
    for name in ["a/mine.txt", "a/seed-1/fixes.csv", "a/seed-1/explain.txt"] {
      try "old".write(toFile: scratch.path + "/" + name, atomically: true, encoding: .utf8)
    }
    let staged = try StagedFolder(scratch.path)
    for name in ["a/seed-1/fixes.csv", "a/seed-2/fixes.csv", "b/seed-1/fixes.csv", "report.json"] {
      try write("new", name, in: staged)
    }
    try staged.commit()
    #expect(
      scratch.contents == [
        "a", "a/mine.txt", "a/seed-1", "a/seed-1/explain.txt", "a/seed-1/fixes.csv", "a/seed-2",
        "a/seed-2/fixes.csv", "b", "b/seed-1", "b/seed-1/fixes.csv", "report.json",
      ])
    #expect(try scratch.text("a/seed-1/fixes.csv") == "new")
    #expect(try scratch.text("a/seed-1/explain.txt") == "old")
  }

  @Test("What keeps the report from its place leaves the folders of the runs out too")
  func reportLast() throws {
    let scratch = try ScratchFolder()
    let staged = try StagedFolder(scratch.path)
    for name in ["zoo/seed-1/fixes.csv", "report.json"] { try write("new", name, in: staged) }
    // A folder that came in the meantime is in the place of the report.
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/report.json", withIntermediateDirectories: true)
    #expect(throws: FolderObstacle(path: scratch.path + "/report.json")) { try staged.commit() }
    staged.discard()
    #expect(scratch.contents == ["report.json"])
  }

  @Test("Other files in the folder stay, and so do old results when the new ones are given up")
  func discarded() throws {
    let scratch = try ScratchFolder()
    try "old".write(toFile: scratch.path + "/report.json", atomically: true, encoding: .utf8)
    let staged = try StagedFolder(scratch.path)
    try write("new", "report.json", in: staged)
    staged.discard()
    #expect(try scratch.text("report.json") == "old")
    #expect(scratch.contents == ["report.json"])
  }

  @Test("Folders that were made for results go again when nothing came of them")
  func madeFolders() throws {
    let scratch = try ScratchFolder()
    let staged = try StagedFolder(scratch.path + "/Reports/a/b")
    #expect(scratch.contents.contains("Reports/a/b"))
    staged.discard()
    #expect(scratch.contents.isEmpty)
  }

  @Test("Discarding after all is in place takes nothing away")
  func discardedAfterCommit() throws {
    let scratch = try ScratchFolder()
    let staged = try StagedFolder(scratch.path + "/made")
    try write("new", "report.json", in: staged)
    try staged.commit()
    staged.discard()
    #expect(scratch.contents == ["made", "made/report.json"])
  }

  @Test("What a killed program has left goes when the folder is opened; work in progress stays")
  func abandoned() throws {
    let scratch = try ScratchFolder()
    let left = scratch.path + "/.partial-99-DEADBEEF"
    try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: true)
    try "half".write(toFile: left + "/report.json", atomically: true, encoding: .utf8)
    let first = try StagedFolder(scratch.path)
    #expect(!FileManager.default.fileExists(atPath: left))
    try write("first", "a.json", in: first)
    let second = try StagedFolder(scratch.path)
    try write("second", "b.json", in: second)
    try second.commit()
    try first.commit()
    #expect(scratch.contents == ["a.json", "b.json"])
  }

  @Test("A folder below a file cannot be made, and nothing is left of the attempt")
  func belowFile() throws {
    let scratch = try ScratchFolder()
    try "".write(toFile: scratch.path + "/file", atomically: true, encoding: .utf8)
    #expect(throws: (any Error).self) { try StagedFolder(scratch.path + "/file/reports") }
    #expect(scratch.contents == ["file"])
  }

  @Test("What stands in the way of one file keeps all of them out")
  func obstacle() throws {
    let scratch = try ScratchFolder()
    try "in the way".write(toFile: scratch.path + "/b", atomically: true, encoding: .utf8)
    let staged = try StagedFolder(scratch.path)
    #expect(throws: FolderObstacle(path: scratch.path + "/b")) {
      try staged.refuseObstacles(in: "b", files: [])
    }
    try write("new", "report.json", in: staged)
    try write("new", "a/fixes.csv", in: staged)
    try write("new", "b/fixes.csv", in: staged)
    #expect(throws: FolderObstacle(path: scratch.path + "/b")) { try staged.commit() }
    staged.discard()
    #expect(!scratch.contents.contains { $0.hasSuffix("report.json") || $0.hasSuffix("fixes.csv") })
  }

  @Test("A link that leads nowhere is in the way of a folder before anything is renamed")
  func linkToNowhere() throws {
    let scratch = try ScratchFolder()
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/b", withDestinationPath: scratch.path + "/nowhere")
    let staged = try StagedFolder(scratch.path)
    for name in ["a/fixes.csv", "b/fixes.csv"] { try write("new", name, in: staged) }
    #expect(throws: FolderObstacle(path: scratch.path + "/b")) { try staged.commit() }
    staged.discard()
    #expect(scratch.contents == ["b"])
  }

  @Test("A folder in the place of a file is told before any work")
  func folderForFile() throws {
    let scratch = try ScratchFolder()
    let inTheWay = scratch.path + "/a/seed-2/fixes.csv"
    try FileManager.default.createDirectory(atPath: inTheWay, withIntermediateDirectories: true)
    let staged = try StagedFolder(scratch.path)
    #expect(throws: FolderObstacle(path: inTheWay)) {
      try staged.refuseObstacles(in: "a", files: ["fixes.csv"])
    }
    try staged.refuseObstacles(in: "b", files: ["fixes.csv"])
    staged.discard()
  }

  @Test("A new database takes the old one's log away with it")
  func companions() throws {
    let scratch = try ScratchFolder()
    for name in ["a.sqlite", "a.sqlite-wal", "b.sqlite-wal"] {
      try "old".write(toFile: scratch.path + "/" + name, atomically: true, encoding: .utf8)
    }
    let staged = try StagedFolder(scratch.path)
    try write("new", "a.sqlite", in: staged)
    try staged.commit(removingBeside: ["-wal"])
    #expect(scratch.contents == ["a.sqlite", "b.sqlite-wal"])
  }
}

@Suite("Names of folders")
struct FileNameTests {
  @Test(
    "A tracker's name becomes a name that stays in its folder",
    arguments: [
      ("overland-high-resolution", "overland-high-resolution"),
      ("a minimumDistance=10 m", "a-minimumDistance=10-m"), ("../../etc/passwd", "etc-passwd"),
      ("..", "unnamed"), ("", "unnamed"), (".hidden", "hidden"), ("a/b\\c:d", "a-b-c-d"),
      ("Zürich 東京", "Zürich-東京"),
    ])
  func names(text: String, name: String) {
    #expect(FileName.of(text) == name)
  }

  @Test("Names that would be the same are told apart, letter case or not")
  func distinct() {
    #expect(FileName.distinct(["a b", "a-b", "A/B", "c"]) == ["a-b", "a-b-2", "A-B-3", "c"])
    // The folder holds report.json next to the trackers' folders.
    #expect(FileName.distinct(["Report.json"], besides: ["report.json"]) == ["Report.json-2"])
  }
}
