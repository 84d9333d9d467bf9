import Files
import Foundation
import Synchronization
import Terminal
import Text

/// Somebody else's program that turns a recording into a format which is read here.
///
/// It is started by its path with a list of arguments, so that no name of a file is ever taken for a
/// command, reads a copy of the file's (unpacked) bytes, and is stopped when it takes too long or
/// writes too much, and with this program. Both files have no name, so that no other account opens
/// them and nothing of a person's track stays, however the program ends.
struct OutsideProgram {
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

  /// Its standard input and output as paths: of a file each, in which it may seek.
  static let (input, output) = ("/dev/stdin", "/dev/stdout")

  /// Converts `bytes`, which are the program's standard input; the result may be empty.
  ///
  /// - Parameters:
  ///   - format: what it is asked to read, for messages.
  ///   - example: how it is called by hand.
  func convert(
    _ bytes: Data, format: String, example: String, arguments: [String]
  ) throws(InputError) -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    let input = try unnamedFile()
    let output = try unnamedFile()
    do {
      try input.write(contentsOf: bytes)
      try input.seek(toOffset: 0)
    } catch {
      throw noRoom
    }
    process.standardInput = input
    process.standardOutput = output
    try run(process, output: output.fileDescriptor)
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw InputError(
        location, "\(name) cannot read this as \(format)",
        accepted: "a file that '\(example)' converts")
    }
    let written = URL(fileURLWithPath: "/dev/fd/\(output.fileDescriptor)")
    return (try? Data(contentsOf: written, options: .alwaysMapped)) ?? Data()
  }

  private func unnamedFile() throws(InputError) -> FileHandle {
    do throws(FileTrouble) {
      let folder = FileManager.default.temporaryDirectory.path
      return FileHandle(fileDescriptor: try OpenFile.unnamed(in: folder), closeOnDealloc: true)
    } catch {
      throw noRoom
    }
  }

  private var noRoom: InputError {
    InputError(
      location,
      "\(name) needs a folder at \(FileManager.default.temporaryDirectory.path), which"
        + " cannot be written", accepted: "TMPDIR with room for the recording")
  }

  private func run(_ process: Process, output: Int32) throws(InputError) {
    let running = Mutex<pid_t?>(nil)
    let interruption = Interruption { running.withLock { if let pid = $0 { kill(pid, SIGKILL) } } }
    defer { interruption.end() }
    do {
      try process.run()
    } catch {
      throw InputError(location, "\(name) cannot be started at \(path)")
    }
    running.withLock { $0 = process.processIdentifier }
    defer { running.withLock { $0 = nil } }
    var waitedSeconds = 0.0
    while process.isRunning {
      Thread.sleep(forTimeInterval: 0.005)
      waitedSeconds += 0.005
      var status = stat()
      let written = fstat(output, &status) == 0 ? Int(status.st_size) : 0
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
