import Foundation
import TestSupport
import Testing

@testable import CommandOptions

@Suite("The schema that a written document names")
struct EditorSchemaTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("editor-schema-\(UUID().uuidString)").resolvingSymlinksInPath()
    for name in ["usr/bin", "usr/share/odograph/schemas", "tree/Scenarios/own", "alone"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    for name in ["usr/share/odograph/schemas", "tree/Scenarios"] {
      try Data().write(to: folder.appendingPathComponent(name + "/odograph.schema.json"))
    }
  }

  @Test(
    "An installed program and one of a source tree find their schemas",
    arguments: [
      ("usr/bin/odograph", "usr/share/odograph/schemas"),
      ("tree/.build/release/odograph", "tree/Scenarios"),
    ])
  func found(program: String, schemas: String) {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent(program).path
    #expect(EditorSchema.folder(of: path)?.path == folder.appendingPathComponent(schemas).path)
  }

  @Test("A program beside no schemas finds none")
  func missing() {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(EditorSchema.folder(of: folder.path + "/alone/odograph") == nil)
  }

  @Test("A document for sharing names no path of the machine")
  func shared() {
    defer { try? FileManager.default.removeItem(at: folder) }
    let profile = "odographProfile: 1\n"
    let path = folder.appendingPathComponent("alone/mine.yaml").path
    #expect(EditorSchema.profile.head(profile, at: path).contains("$schema=/"))
    #expect(EditorSchema.profile.sharedHead(profile, at: path) == profile)
  }

  @Test(
    "The path is relative within the source tree, and absolute elsewhere",
    arguments: [
      ("tree", "Scenarios/odograph.schema.json"),
      ("tree/Scenarios/own", "../../Scenarios/odograph.schema.json"), ("alone", nil),
    ])
  func path(origin: String, expected: String?) {
    defer { try? FileManager.default.removeItem(at: folder) }
    let schema = folder.appendingPathComponent("tree/Scenarios/odograph.schema.json")
    let path = EditorSchema.path(to: schema, from: folder.appendingPathComponent(origin))
    #expect(path == expected ?? schema.path)
  }

  @Test("A path with a space is a URL, since language servers read up to a space")
  func pathWithSpace() {
    let schema = URL(fileURLWithPath: "/my tools/schemas/odograph.schema.json")
    #expect(
      EditorSchema.path(to: schema, from: URL(fileURLWithPath: "/home"))
        == "file:///my%20tools/schemas/odograph.schema.json")
  }
}
