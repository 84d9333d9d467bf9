import Foundation

/// The built program, run to its end in a folder that is also its home.
struct CommandRun {
  let status: Int32
  let output: String
  let errors: String

  /// - Parameter input: what it reads on standard input.
  init(
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

  /// One that a test meddles with before it ends; with a pipe it reads what the test writes into it.
  struct Started {
    let process = Process()
    private let files: [URL]

    init(
      _ arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:],
      input: String = "", inputPipe: Pipe? = nil
    ) throws {
      let names = ["input", "output", "errors"]
      files = names.map { URL(fileURLWithPath: folder.path + "/.\($0)-\(UUID().uuidString)") }
      for file in files { try Data().write(to: file) }
      try Data(input.utf8).write(to: files[0])
      process.executableURL =
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("odograph")
      process.arguments = arguments
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      process.environment = ProcessInfo.processInfo.environment
        .merging(["HOME": folder.path, "XDG_CONFIG_HOME": folder.path + "/config"]) { $1 }
        .merging(environment) { $1 }
      if let inputPipe {
        process.standardInput = inputPipe
      } else {
        process.standardInput = try FileHandle(forReadingFrom: files[0])
      }
      process.standardOutput = try FileHandle(forWritingTo: files[1])
      process.standardError = try FileHandle(forWritingTo: files[2])
      try process.run()
    }

    func said() throws -> String { try String(contentsOf: files[1], encoding: .utf8) }
    func complained() throws -> String { try String(contentsOf: files[2], encoding: .utf8) }

    func end() throws -> CommandRun {
      process.waitUntilExit()
      return CommandRun(
        status: process.terminationStatus, output: try said(),
        errors: try String(contentsOf: files[2], encoding: .utf8))
    }
  }
}

func upload(
  _ arguments: String..., in folder: TemporaryFolder, environment: [String: String] = [:]
) throws -> CommandRun {
  try CommandRun(["upload"] + arguments, in: folder, environment: environment)
}
