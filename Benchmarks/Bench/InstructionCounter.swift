import Dispatch
import Foundation
import Synchronization

/// A counter of the instructions of this program's work, which runs it under callgrind.
struct InstructionCounter {
  private static let folder = ".build/compare"
  private let valgrind: String
  /// This program without its debug information, which some versions of valgrind cannot read.
  private let program = Self.folder + "/Bench-stripped"

  /// Makes a counter; nil if valgrind or strip is not available.
  init?() throws {
    guard let valgrind = Self.path(of: "valgrind"), let strip = Self.path(of: "strip") else {
      return nil
    }
    self.valgrind = valgrind
    try FileManager.default.createDirectory(
      atPath: Self.folder, withIntermediateDirectories: true)
    _ = try Self.output(
      of: strip, ["--strip-debug", "-o", program, CommandLine.arguments[0]])
  }

  /// Counts each work, all at the same time.
  func instructionsPerUnit() throws -> [CountedWork: Double] {
    let works = CountedWork.allCases
    let counts = Mutex<[CountedWork: Result<Double, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: works.count) { index in
      let count = Result { try instructionsPerUnit(of: works[index]) }
      counts.withLock { $0[works[index]] = count }
    }
    return try counts.withLock { $0 }.mapValues { try $0.get() }
  }

  private func instructionsPerUnit(of work: CountedWork) throws -> Double {
    let few = try count(work, work.repetitions.few)
    let many = try count(work, work.repetitions.many)
    guard many.units > few.units else { throw ChildFailed() }
    return (many.instructions - few.instructions) / (many.units - few.units)
  }

  private func count(
    _ work: CountedWork, _ repetitions: Int
  ) throws -> (instructions: Double, units: Double) {
    let log = "\(Self.folder)/callgrind-\(work.rawValue).log"
    let output = try Self.output(
      of: valgrind,
      [
        "--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-file=\(log)", program,
        InstructionsBudget.childArgument, work.rawValue, "\(repetitions)",
      ])
    let text = try String(contentsOfFile: log, encoding: .utf8)
    // "==123== Collected : 264249444"
    guard let line = text.split(separator: "\n").last(where: { $0.contains("Collected :") }),
      let instructions = line.split(separator: " ").last.flatMap({ Double($0) }),
      let units = Double(output.trimmingCharacters(in: .whitespacesAndNewlines))
    else { throw ChildFailed() }
    return (instructions, units)
  }

  static func path(of program: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs a program that has to succeed, and returns its standard output.
  static func output(of program: String, _ arguments: [String]) throws -> String {
    let child = Process()
    child.executableURL = URL(fileURLWithPath: program)
    child.arguments = arguments
    // Otherwise the order of a hash table, and so its number of collisions, would differ by run.
    child.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
    let output = Pipe()
    child.standardOutput = output
    try child.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    child.waitUntilExit()
    guard child.terminationStatus == 0 else { throw ChildFailed() }
    return String(decoding: data, as: UTF8.self)
  }
}
