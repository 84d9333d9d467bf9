import Foundation
import Testing
import Text

@testable import Files

@Suite("Files that appear whole or not at all")
struct DraftTests {
  private let scratch = ScratchFolder()

  private func mode(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path + "/" + name)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }

  @Test("Nothing of a durable file is seen under its name before all of it is there")
  func durable() throws {
    try scratch.write("old", to: "a.json")
    let file = try DurableFile(scratch.path + "/a.json")
    try file.write(Array("new".utf8))
    #expect(try scratch.text("a.json") == "old")
    #expect(scratch.names.count == 2)
    try file.commit()
    #expect(try scratch.text("a.json") == "new")
    #expect(scratch.names == ["a.json"])
  }

  @Test("A file that is given up leaves what was there, and can be committed no more")
  func discarded() throws {
    try scratch.write("old", to: "a.json")
    let durable = try DurableFile(scratch.path + "/a.json")
    let output = try OutputFile(scratch.path + "/a.json")
    try durable.write(Array("new".utf8))
    try output.write(Array("new".utf8))
    durable.discard()
    output.discard()
    #expect(throws: FileError.self) { try durable.commit() }
    #expect(throws: (any Error).self) { try output.commit() }
    #expect(try scratch.text("a.json") == "old")
    #expect(scratch.names == ["a.json"])
  }

  @Test("A file whose maker forgets it leaves nothing")
  func forgotten() throws {
    do {
      let file = try DurableFile(scratch.path + "/a.json")
      try file.write(Array("new".utf8))
    }
    #expect(scratch.names.isEmpty)
  }

  @Test("Permissions are what was asked for, and otherwise what the user's mask leaves")
  func modes() throws {
    try DurableFile.write(Array("x".utf8), to: scratch.path + "/shard")
    try DurableFile.write(Array("x".utf8), to: scratch.path + "/secret", mode: 0o600)
    let output = try OutputFile(scratch.path + "/table.csv")
    try output.commit()
    let mask = umask(0)
    _ = umask(mask)
    #expect(try mode("shard") == 0o644)
    #expect(try mode("secret") == 0o600)
    #expect(try mode("table.csv") == 0o666 & ~Int(mask))
  }

  @Test(
    "What killed programs of any version have left goes when the same file is written again",
    arguments: [".a.csv.partial-0123ABCD", "a.csv.partial-99"])
  func abandoned(name: String) throws {
    for name in [name, ".b.csv.partial-0123ABCD", "b.csv.partial-99", "a.csv.part"] {
      try scratch.write("half", to: name)
    }
    let running = try OutputFile(scratch.path + "/a.csv")
    let output = try OutputFile(scratch.path + "/a.csv")
    #expect(!scratch.names.contains(name))
    try running.write(Array("first".utf8))
    try output.commit()
    try running.commit()
    #expect(try scratch.text("a.csv") == "first")
    #expect(
      scratch.names == [".b.csv.partial-0123ABCD", "a.csv", "a.csv.part", "b.csv.partial-99"])
  }

  @Test(
    "An older version's draft, which may not be locked yet, goes only once it has lain for a while")
  func begun() throws {
    for name in [".begun-0123ABCD", ".1-of-2.shard.writing-abcdef"] {
      try scratch.write("half", to: name)
    }
    try scratch.write("half", to: ".1-of-2.shard.partial-0123ABCD")
    let running = try DurableFile(scratch.path + "/2-of-2.shard")
    // The file was changed after the first of the two instants.
    DurableFile.removeAbandoned(in: scratch.path, untouchedSince: 1000)
    #expect(scratch.names.filter { $0.hasPrefix(".2") }.count == 1)
    #expect(
      scratch.names.filter { !$0.hasPrefix(".2") }
        == [".1-of-2.shard.writing-abcdef"])
    DurableFile.removeAbandoned(in: scratch.path, untouchedSince: .max)
    try running.commit()
    #expect(scratch.names == ["2-of-2.shard"])
  }

  @Test("A folder that is not there is told by the file's name, and nothing is made")
  func missingFolder() throws {
    let path = scratch.path + "/none/a.json"
    let trouble = try #require(throws: FileError.self) { try DurableFile(path) }
    #expect(trouble.path == path && trouble.reason == "No such file or directory")
    let error = try #require(throws: InputError.self) { try OutputFile(path) }
    #expect(error.description.contains("--output: the file cannot be written"))
    #expect(scratch.names.isEmpty)
  }

  @Test("A pipe is written to once all is there, and stays one")
  func pipe() throws {
    let path = scratch.path + "/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDWR | O_NONBLOCK)
    defer { close(reader) }
    var bytes = [UInt8](repeating: 0, count: 8)
    let output = try OutputFile(path)
    try output.write(Array("table".utf8))
    #expect(read(reader, &bytes, bytes.count) < 0, "nothing is there yet")
    try output.commit()
    #expect(read(reader, &bytes, bytes.count) == 5)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    #expect(scratch.names == ["pipe"])
  }

  @Test("A file without a name is written and read, and its folder stays empty")
  func unnamed() throws {
    let file = FileHandle(
      fileDescriptor: try OpenFile.unnamed(in: scratch.path), closeOnDealloc: true)
    let number = Array("figures".utf8).withUnsafeBytes {
      OpenFile.write($0, to: file.fileDescriptor, at: 3)
    }
    #expect(number == nil)
    #expect(try file.readToEnd() == Data("\0\0\0figures".utf8))
    #expect(scratch.names.isEmpty)
  }

  @Test("Only those folders are removed again that were missing, as far as they are empty")
  func missingFolders() throws {
    try scratch.makeFolder("there")
    let missing = MissingFolders(downTo: scratch.path + "/there/a/b")
    try Folder.make(scratch.path + "/there/a/b")
    try scratch.makeFolder("there/a/c")
    missing.remove()
    #expect(scratch.names == ["there", "there/a", "there/a/c"])
  }
}

/// A folder that is deleted with its last owner.
private final class ScratchFolder: Sendable {
  let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("odograph-files-\(UUID().uuidString)").path

  init() {
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var names: [String] { (FileManager.default.subpaths(atPath: path) ?? []).sorted() }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
  }

  func makeFolder(_ name: String) throws { try Folder.make(path + "/" + name) }
}
