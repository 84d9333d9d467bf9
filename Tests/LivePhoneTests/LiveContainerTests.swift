import Foundation
import LiveTestSupport
import PhoneAPI
import Testing

@testable import LivePhone

@Suite("The live phone's files")
struct LiveContainerTests {
  private func open(_ folder: TemporaryFolder) throws -> LiveContainer {
    try LiveContainer(path: folder.path + "/app") { _ in }
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }

  @Test("Values and secrets outlive the process")
  func outlive() throws {
    let folder = TemporaryFolder()
    let first = try open(folder)
    first.set("on", forKey: "tracking")
    first.set("gone", forKey: "other")
    first.set(nil, forKey: "other")
    #expect(first.setSecret("s", forKey: "token", accessible: .whenUnlocked))
    let second = try open(folder)
    #expect(second.value(forKey: "tracking") == "on")
    #expect(second.value(forKey: "other") == nil)
    #expect(second.secret(forKey: "token") == "s")
    #expect(second.value(forKey: "token") == nil)
  }

  @Test("Only the owner can read them")
  func modes() throws {
    let folder = TemporaryFolder()
    let container = try open(folder)
    container.set("v", forKey: "k")
    #expect(container.setSecret("s", forKey: "k", accessible: .whenUnlocked))
    #expect(try mode(folder.path + "/app") == 0o700)
    #expect(try mode(folder.path + "/app/secrets.json") == 0o600)
    #expect(try mode(folder.path + "/app/values.json") == 0o600)
  }

  @Test("A file that is none of ours is left as it is, and said")
  func damaged() throws {
    let folder = TemporaryFolder()
    try open(folder).set("v", forKey: "k")
    let path = folder.path + "/app/values.json"
    try Data("{\"k\": ".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: LiveContainerError.self) { try open(folder) }
    #expect(FileManager.default.contents(atPath: path) == Data("{\"k\": ".utf8))
  }

  @Test("A value that cannot be kept is not claimed to be")
  func unwritable() throws {
    let folder = TemporaryFolder()
    var failures: [String] = []
    let container = try LiveContainer(path: folder.path + "/app") { failures.append($0) }
    container.set("1", forKey: "k")
    try FileManager.default.removeItem(atPath: folder.path + "/app")
    container.set("2", forKey: "k")
    #expect(container.value(forKey: "k") == "1")
    #expect(!container.setSecret("s", forKey: "k", accessible: .whenUnlocked))
    #expect(failures.count == 2)
  }

  @Test("A draft that a kill left behind does not hinder")
  func leftover() throws {
    let folder = TemporaryFolder()
    let container = try open(folder)
    try Data("{".utf8).write(to: URL(fileURLWithPath: folder.path + "/app/values.json.new"))
    container.set("v", forKey: "k")
    #expect(try open(folder).value(forKey: "k") == "v")
  }
}
