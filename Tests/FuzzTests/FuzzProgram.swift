import Foundation
import TestSupport

/// The program `Fuzz`, without instrumentation, as a separate process, which a find ends.
enum FuzzProgram {
  struct Outcome {
    var status: Int32
    var lastLine: String
    var message: String
    var output: Data

    /// The end of the process, for messages.
    var account: String { "status \(status) at \(lastLine)\n\(message.prefix(400))" }
  }

  private static let executable = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent().appendingPathComponent("Fuzz")

  static func run(_ arguments: [String]) throws -> Outcome {
    let process = Process()
    let (output, messages) = (
      Pipe(),
      FileManager.default.temporaryDirectory
        .appendingPathComponent("odograph-fuzz-\(UUID().uuidString)")
    )
    _ = FileManager.default.createFile(atPath: messages.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: messages) }
    process.executableURL = executable
    process.arguments = arguments
    // A stack trace takes seconds, and does not help a test.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: messages)
    try process.run()
    let written = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let lines = String(decoding: written, as: UTF8.self).split(separator: "\n")
    return Outcome(
      status: process.terminationStatus, lastLine: lines.last.map(String.init) ?? "",
      message: (try? String(contentsOf: messages, encoding: .utf8)) ?? "", output: written)
  }

  /// Returns the folders of a reader's committed inputs that exist.
  static func folders(of reader: String) -> [String] {
    ["Corpus", "Found"].map {
      packageRoot.appendingPathComponent("Tests/FuzzTargets/\($0)/\(reader)").path
    }.filter { FileManager.default.fileExists(atPath: $0) }
  }
}
