import Foundation
import Text

/// Somebody else's program that turns a recording into a format which is read here.
///
/// It is started by its path with a list of arguments, so that no name of a file is ever taken for a
/// command, reads a copy of the file's (unpacked) bytes in a folder of its own, and is stopped when
/// it takes too long or writes too much.
struct OutsideProgram {
  /// How it gets at its input and output.
  enum Streams {
    /// Paths among its arguments.
    case paths
    case standard
  }

  private static let timeLimitSeconds = 120.0
  private static let outputLimitBytes = 1 << 30

  /// As people write it.
  let name: String
  let path: String
  let location: SourceLocation

  /// - Parameter package: Debian's, for the message when it is missing.
  init(
    _ name: String, command: String, package: String, for subject: String, location: SourceLocation
  ) throws(InputError) {
    guard let path = OutsideProgram.path(of: command) else {
      throw InputError(
        location, "\(subject) is read through \(name), which is not installed",
        accepted: "the same file after 'apt install \(package)' (Debian package \(package))")
    }
    self.name = name
    self.path = path
    self.location = location
  }

  /// Where it is, from the search path; nil where it is not installed.
  static func path(of command: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/usr/local/bin"
    return folders.split(separator: ":").map { "\($0)/\(command)" }
      .first { $0.hasPrefix("/") && FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// What it makes of `bytes`; may be empty.
  ///
  /// - Parameters:
  ///   - format: what it is asked to read, for messages.
  ///   - example: how it is called by hand.
  ///   - arguments: from the paths of its input and output.
  func convert(
    _ bytes: Data, format: String, example: String, streams: Streams,
    arguments: (_ input: String, _ output: String) -> [String]
  ) throws(InputError) -> Data {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("odograph-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = folder.appendingPathComponent("input")
    let output = folder.appendingPathComponent("output")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments(input.path, output.path)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try bytes.write(to: input)
      if case .standard = streams {
        try Data().write(to: output)
        process.standardInput = try FileHandle(forReadingFrom: input)
        process.standardOutput = try FileHandle(forWritingTo: output)
      }
    } catch {
      throw InputError(
        location,
        "\(name) needs a folder at \(folder.deletingLastPathComponent().path), which"
          + " cannot be written", accepted: "TMPDIR with room for the recording")
    }
    try run(process, output: output.path)
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw InputError(
        location, "\(name) cannot read this as \(format)",
        accepted: "a file that '\(example)' converts")
    }
    // Mapped, it outlives its name.
    return (try? Data(contentsOf: output, options: .alwaysMapped)) ?? Data()
  }

  private func run(_ process: Process, output: String) throws(InputError) {
    do {
      try process.run()
    } catch {
      throw InputError(location, "\(name) cannot be started at \(path)")
    }
    var waitedSeconds = 0.0
    while process.isRunning {
      Thread.sleep(forTimeInterval: 0.005)
      waitedSeconds += 0.005
      let attributes = try? FileManager.default.attributesOfItem(atPath: output)
      let written = (attributes?[.size] as? NSNumber)?.intValue ?? 0
      guard waitedSeconds < OutsideProgram.timeLimitSeconds,
        written < OutsideProgram.outputLimitBytes
      else {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        throw InputError(
          location, "\(name) was stopped after \(Int(waitedSeconds)) s and \(written) bytes",
          accepted: "a recording that it converts in \(Int(OutsideProgram.timeLimitSeconds)) s")
      }
    }
  }
}
