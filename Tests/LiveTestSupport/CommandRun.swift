import Foundation
import TestSupport
import Testing

/// The built program, run to its end in a folder that is also its home.
package struct CommandRun {
  package let status: Int32
  package let output: String
  package let errors: String

  /// - Parameter input: the text on standard input.
  package init(
    _ arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:],
    input: String = ""
  ) throws {
    let running = try Started(arguments, in: folder, environment: environment, input: input)
    self = try running.end()
  }

  fileprivate init(status: Int32, output: String, errors: String) {
    self.status = status
    self.output = output
    self.errors = errors
  }

  /// A started program that a test can act on before it ends. With a pipe, the program reads the
  /// test's later input.
  package struct Started {
    package let process = Process()
    private let files: [URL]

    /// A launcher that limits all files to some kilobytes until `makeRoom`: 8 blocks of 512 or 1024
    /// bytes.
    package static let fullDisk = [
      "/bin/sh", "-c", "trap '' XFSZ; ulimit -S -f 8; exec \"$0\" \"$@\"",
    ]

    package init(
      _ arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:],
      input: String = "", inputPipe: Pipe? = nil, output: FileHandle? = nil,
      by launcher: [String] = []
    ) throws {
      let names = ["input", "output", "errors"]
      files = names.map { URL(fileURLWithPath: folder.path + "/.\($0)-\(UUID().uuidString)") }
      for file in files { try Data().write(to: file) }
      try Data(input.utf8).write(to: files[0])
      let words = launcher + [builtProgram.path] + arguments
      process.executableURL = URL(fileURLWithPath: words[0])
      process.arguments = Array(words.dropFirst())
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      process.environment = ProcessInfo.processInfo.environment
        .merging(["HOME": folder.path, "XDG_CONFIG_HOME": folder.path + "/config"]) { $1 }
        .merging(environment) { $1 }
      if let inputPipe {
        process.standardInput = inputPipe
      } else {
        process.standardInput = try FileHandle(forReadingFrom: files[0])
      }
      process.standardOutput = try output ?? FileHandle(forWritingTo: files[1])
      process.standardError = try FileHandle(forWritingTo: files[2])
      try process.run()
    }

    /// Limits all files to 4096 bytes, the smallest of those sizes. The program must ignore
    /// SIGXFSZ.
    package func fillDisk() throws { try limitFiles("4096:") }

    /// Removes the limit.
    package func makeRoom() throws { try limitFiles("unlimited") }

    private func limitFiles(_ limit: String) throws {
      let tool = Process()
      tool.executableURL = URL(fileURLWithPath: "/usr/bin/prlimit")
      tool.arguments = ["--pid", "\(process.processIdentifier)", "--fsize=\(limit)"]
      try tool.run()
      tool.waitUntilExit()
      #expect(tool.terminationStatus == 0)
    }

    package func said() throws -> String { try String(contentsOf: files[1], encoding: .utf8) }
    package func complained() throws -> String { try String(contentsOf: files[2], encoding: .utf8) }

    package func end() throws -> CommandRun {
      process.waitUntilExit()
      return CommandRun(
        status: process.terminationStatus, output: try said(),
        errors: try String(contentsOf: files[2], encoding: .utf8))
    }
  }
}

package func upload(
  _ arguments: String..., in folder: TemporaryFolder, environment: [String: String] = [:]
) throws -> CommandRun {
  try CommandRun(["upload"] + arguments, in: folder, environment: environment)
}
