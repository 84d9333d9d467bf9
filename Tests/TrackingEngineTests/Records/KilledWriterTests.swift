import Foundation
import Testing
import Timekeeping

@testable import RecordStorage
@testable import TrackingEngine

/// Tests of a process that writes into a store as fast as it can and is killed in the middle of it.
/// All records that it had been promised must be in the store.
@Suite("A process killed while it writes", .serialized)
struct KilledWriterTests {
  private static let safeties = ["powerLoss", "processDeath"]

  @Test(
    "Killed after so many reports, it has lost none of what was reported, and given no name twice",
    arguments: safeties, [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610])
  func killedAfterReports(safety: String, reports: Int) throws {
    let folder = TemporaryFolder()
    let child = try Child(folder.file("store"), safety)
    try child.kill(afterReports: reports)
    let promises = Promises(child.lines())
    #expect(promises.stored.count + promises.removed.count >= reports / 3)
    try promises.expectKept(in: folder.file("store"))
  }

  /// Kills at instants of real time. The result does not depend on the step of a commit that they
  /// hit.
  @Test("Killed at any moment, the same holds", arguments: safeties, [UInt64](1...20))
  func killedAtAnyMoment(safety: String, seed: UInt64) throws {
    let folder = TemporaryFolder()
    let child = try Child(folder.file("store"), safety)
    try child.kill(afterReports: 1)
    let again = try Child(folder.file("store"), safety, after: Promises(child.lines()))
    let microseconds = (seed &* 0x9E37_79B9_7F4A_7C15) >> 48
    try again.kill(afterReports: 1, thenMicroseconds: UInt32(microseconds / 4))
    try again.promises().expectKept(in: folder.file("store"))
  }

  /// Limits the size of files: the kernel ends the process within the write that would exceed it.
  /// So every step of a commit, and of the creation of a store, is cut short once.
  @Test(
    "Ended within a write to a file, whichever it is, the same holds", arguments: safeties,
    Array(stride(from: UInt64(0), through: 150_000, by: 3_001)))
  func endedWithinAWrite(safety: String, bytes: UInt64) throws {
    let folder = TemporaryFolder()
    let child = try Child(folder.file("store"), safety, count: 2000, limit: (bytes, "dies"))
    child.wait()
    #expect(child.wasKilled)
    try Promises(child.lines()).expectKept(in: folder.file("store"))
  }

  @Test(
    "A full disk is told, loses nothing, and is forgotten once there is room", arguments: safeties,
    Array(stride(from: UInt64(104_000), through: 200_010, by: 24_001)))
  func fullDisk(safety: String, bytes: UInt64) throws {
    let folder = TemporaryFolder()
    let child = try Child(folder.file("store"), safety, count: 600, limit: (bytes, "survives"))
    child.wait()
    #expect(!child.wasKilled)
    let lines = child.lines()
    let refusals = lines.indices.filter { lines[$0].hasPrefix("e records cannot be written") }
    #expect(refusals.count >= 10)
    let last = try #require(refusals.last)
    #expect(lines[last...].contains { $0.hasPrefix("a ") })
    try Promises(lines).expectKept(in: folder.file("store"))
  }

  /// Otherwise the writers of a killed test run would run on for hours.
  @Test("A writer ends with the process that started it")
  func orphaned() throws {
    let folder = TemporaryFolder()
    let (input, output) = (Pipe(), Pipe())
    let parent = Process()
    parent.executableURL = URL(fileURLWithPath: "/bin/sh")
    parent.arguments = [
      "-c", "\"$0\" \"$1\" powerLoss 100000000 & read line",
      Child.executable.path, folder.file("store"),
    ]
    parent.standardInput = input
    parent.standardOutput = output
    try parent.run()
    #expect(!output.fileHandleForReading.availableData.isEmpty)
    kill(parent.processIdentifier, SIGKILL)
    parent.waitUntilExit()
    // The writer's output ends when the writer does.
    _ = output.fileHandleForReading.readDataToEndOfFile()
  }
}

/// The promises that the child reported.
private struct Promises {
  /// The second of each stored record, by its identifier.
  private(set) var stored: [UInt64: Int] = [:]
  /// Records that were certainly removed from the queue; `attempted` holds those that perhaps were.
  private(set) var removed: Set<UInt64> = []
  private var attempted: Set<UInt64> = []

  init(_ lines: [String]) {
    for line in lines {
      let numbers = line.split(separator: " ").dropFirst().compactMap { UInt64($0) }
      switch line.first {
      case "a": stored[numbers[0]] = Int(numbers[1])
      case "t": attempted.formUnion(numbers)
      case "r": removed.formUnion(numbers)
      default: break
      }
    }
  }

  mutating func add(_ others: Promises) {
    for (identifier, second) in others.stored {
      #expect(stored[identifier] == nil, "\(identifier) is given twice")
      stored[identifier] = second
    }
    removed.formUnion(others.removed)
    attempted.formUnion(others.attempted)
  }

  func expectKept(in path: String) throws {
    let store = try SQLiteRecordStore(path: path)
    let queue = try store.first(1_000_000)
    #expect(queue.count == store.queueLength)
    let identifiers = queue.map(\.identifier.rawValue)
    #expect(identifiers == Set(identifiers).sorted())
    let seconds = Dictionary(
      uniqueKeysWithValues: queue.map {
        ($0.identifier.rawValue, Int($0.location.timestamp.wholeSeconds))
      })
    for (identifier, second) in stored where !attempted.contains(identifier) {
      #expect(seconds[identifier] == second, "record \(identifier) is gone")
    }
    #expect(removed.isDisjoint(with: identifiers), "an acknowledged record is back")
    let next = try store.append(RecordStoreTests.record(1))
    #expect(next.rawValue > (stored.keys.max() ?? 0))
    #expect(identifiers.allSatisfy { $0 < next.rawValue })
  }
}

/// The process of the writer.
private final class Child {
  static let executable =
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent("StoreWriter")

  private let process = Process()
  private let pipe = Pipe()
  private let before: Promises?
  private var output = Data()

  init(
    _ path: String, _ safety: String, count: Int = 1_000_000, limit: (UInt64, String)? = nil,
    after before: Promises? = nil
  ) throws {
    self.before = before
    process.executableURL = Self.executable
    process.arguments =
      [path, safety, "\(count)"] + (limit.map { ["\($0.0)", $0.1] } ?? [])
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  func kill(afterReports count: Int, thenMicroseconds microseconds: UInt32 = 0) throws {
    while output.count(where: { $0 == UInt8(ascii: "\n") }) < count {
      let more = pipe.fileHandleForReading.availableData
      if more.isEmpty { break }
      output += more
    }
    if microseconds > 0 { usleep(microseconds) }
    Foundation.kill(process.processIdentifier, SIGKILL)
    wait()
  }

  /// Reads to the end, so that a full pipe does not block the child, and waits for the exit.
  func wait() {
    output += pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
  }

  var wasKilled: Bool { process.terminationReason == .uncaughtSignal }

  /// Returns the complete lines of the output. The last one may have been cut off.
  func lines() -> [String] {
    let text = String(decoding: output, as: UTF8.self)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// Returns the promises of this process and of the one before it.
  func promises() -> Promises {
    var promises = Promises(lines())
    if let before { promises.add(before) }
    return promises
  }
}
