import Foundation
import Testing

@testable import Files

@Suite("ELF files")
struct ELFFileTests {
  @Test("The build's digest is the note of the owner GNU with type 3, wherever it stands")
  func note() throws {
    let digest: [UInt8] = [0xA1, 0, 0xB2, 0xC3, 0xD4]
    let others = Self.note("GNU", 1, [1, 2, 3]) + Self.note("Go", 3, [4, 5, 6, 7])
    for notes in [
      Self.note("GNU", 3, digest), others + Self.note("GNU", 3, digest),
      Self.note("GNU", 3, digest) + others,
    ] {
      #expect(try Self.buildID(of: Self.program(notes)) == Data(digest))
    }
    #expect(try Self.buildID(of: Self.program(others)) == nil)
    #expect(try Self.buildID(of: Array("#!/bin/sh\nexit 0\n".utf8)) == nil)
  }

  @Test("A program that is cut off or damaged has a digest within the file or none")
  func damage() throws {
    let whole = Self.program(Self.note("GNU", 1, [1]) + Self.note("GNU", 3, [2, 3, 4, 5]))
    for length in whole.indices {
      #expect(try Self.buildID(of: Array(whole[..<length])) == nil, "\(length) bytes")
    }
    // Each byte in turn becomes as large as it can be: sizes and places then point past the end.
    for index in whole.indices {
      var damaged = whole
      damaged[index] = 0xFF
      #expect(try Self.buildID(of: damaged)?.count ?? 0 <= whole.count, "byte \(index)")
    }
  }

  @Test("A name is found anywhere in the file, and only whole")
  func search() throws {
    for (text, isThere) in [
      ("\0waits\0", true), ("\0wait\0waits\0", true), ("\0wwaits\0waits\0w", true),
      ("\0wait\0", false), ("\0waits", false), ("awaits\0", false), ("\0waitst\0", false),
    ] {
      let read = try Self.file(Self.program(Array(text.utf8)))
      let file = try #require(read)
      #expect(file.contains("waits") == isThere, "\(text)")
    }
  }

  private static func buildID(of bytes: [UInt8]) throws -> Data? {
    try written(bytes) { ELFProgram.buildID(path: $0) }
  }

  private static func file(_ bytes: [UInt8]) throws -> ELFFile? {
    try written(bytes) { ELFFile(path: $0) }
  }

  private static func written<Result>(
    _ bytes: [UInt8], _ use: (String) -> Result
  ) throws -> Result {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("elf-\(UUID().uuidString)")
    try Data(bytes).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return use(url.path)
  }

  /// Makes a program of 64 bits whose one segment holds notes.
  private static func program(_ notes: [UInt8]) -> [UInt8] {
    let headerSize = 64
    let segmentSize = 56
    var bytes: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1]
    func put(_ value: Int, _ size: Int, at place: Int) {
      bytes += Array(repeating: 0, count: max(0, place + size - bytes.count))
      for index in 0..<size {
        bytes[place + index] = UInt8(truncatingIfNeeded: value >> (8 * index))
      }
    }
    put(headerSize, 8, at: 32)
    put(segmentSize, 2, at: 54)
    put(1, 2, at: 56)
    put(4, 4, at: headerSize)
    put(headerSize + segmentSize, 8, at: headerSize + 8)
    put(notes.count, 8, at: headerSize + 32)
    put(0, 8, at: headerSize + 48)
    return bytes + notes
  }

  private static func note(_ owner: String, _ type: UInt8, _ content: [UInt8]) -> [UInt8] {
    let name = Array(owner.utf8) + [0]
    func padded(_ bytes: [UInt8]) -> [UInt8] {
      bytes + Array(repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    return [UInt8(name.count), 0, 0, 0, UInt8(content.count), 0, 0, 0, type, 0, 0, 0]
      + padded(name) + padded(content)
  }
}
