import Experiments
import Files
import Foundation
import Text

/// The command line with which the user has a tuning's sweeps run, possibly on other machines.
///
/// The command's output goes into `engine.log` beside the sweep's plan, because standard output is
/// for the tuning's own results.
struct EngineCommand: Sendable {
  private let line: String

  init(_ line: String) { self.line = line }

  /// Runs the user's command for one sweep.
  ///
  /// - Returns: False if the user interrupted the command.
  func live(plan: String, out: String, isCancelled: () -> Bool) throws -> Bool {
    let log = out + "/engine.log"
    guard FileManager.default.createFile(atPath: log, contents: nil),
      let output = FileHandle(forWritingAtPath: log)
    else { throw FileError(path: log, reason: "it cannot be written") }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c",
      line.replacing("{plan}", with: Escaping.shell(plan)).replacing(
        "{out}", with: Escaping.shell(out)),
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    var isReported = false
    while process.isRunning {
      Thread.sleep(forTimeInterval: 0.02)
      guard !isReported, isCancelled() else { continue }
      isReported = true
      // Signals the shell and its children, which are a process group of their own.
      if kill(-process.processIdentifier, SIGINT) != 0 { process.interrupt() }
    }
    process.waitUntilExit()
    guard !isCancelled() else { return false }
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw EngineFailure(
        status: process.terminationStatus, log: log, words: Self.lastLine(of: log))
    }
    return true
  }

  private static func lastLine(of log: String) -> String {
    let data = FileManager.default.contents(atPath: log) ?? Data()
    let lines = String(decoding: data.suffix(4096), as: UTF8.self).split(separator: "\n")
    return lines.last.map { String($0.prefix(300)) } ?? "it printed nothing"
  }
}

/// The error that the user's command failed to run a sweep.
struct EngineFailure: Error, CustomStringConvertible {
  var status: Int32
  var log: String
  var words: String

  var description: String {
    "the engine ended with status \(status): \(words) (full output: \(log)); "
      + "the same command continues"
  }
}
