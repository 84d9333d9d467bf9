import Foundation
import Synchronization
import Terminal
import Text

/// An external program, such as GPSBabel, that reads or writes data for Odograph.
///
/// The program is started by its path with a list of arguments, so that a file name is never taken
/// for a command. It is stopped when it takes too long, when it writes too much, and when Odograph
/// ends. Its input and output files have no name: no other user of the machine can open them, and
/// no part of a person's track remains on the disk.
package struct ExternalProgram: Sendable {
  private static let outputLimitBytes = 1 << 30

  /// The program's name, for messages.
  package let name: String
  package let path: String
  package let location: SourceLocation
  /// The time after which the program is stopped.
  package var timeLimitSeconds = 120.0
  /// The programs that the caller ends when the user interrupts Odograph; nil if this program is
  /// ended by itself.
  package var running: RunningPrograms?

  /// The end of a program that was not stopped.
  package enum Outcome: Sendable {
    /// The program succeeded and wrote these bytes to its standard output.
    case success(Data)
    /// The program failed. The text is the last line of its complaint; nil if there is none.
    case failure(String?)
  }

  /// Finds the installed program.
  ///
  /// - Parameter package: the Debian package, for the message if the program is missing.
  package init(
    _ name: String, command: String, package: String, for subject: String,
    verb: String = "is read through", location: SourceLocation
  ) throws(InputError) {
    guard let path = InstalledProgram.path(of: command) else {
      throw InputError(
        location, "\(subject) \(verb) \(name), which is not installed",
        accepted: "the same file after 'apt install \(package)' (Debian package \(package))")
    }
    self.name = name
    self.path = path
    self.location = location
  }

  /// The paths of the program's standard input and output. Each is a file in which the program can
  /// seek.
  package static let (input, output) = ("/dev/stdin", "/dev/stdout")

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - bytes: the program's standard input.
  ///   - joinsErrors: true if what the program writes to standard error belongs to its output.
  /// - Throws: `InputError` if the program cannot be started or had to be stopped.
  package func run(
    _ bytes: Data = Data(), arguments: [String], joinsErrors: Bool = false
  ) throws(InputError) -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let input = try unnamedFile()
    let output = try unnamedFile()
    let complaints = try unnamedFile()
    do {
      try input.write(contentsOf: bytes)
      try input.seek(toOffset: 0)
    } catch {
      throw noRoom
    }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = joinsErrors ? output : complaints
    try run(process, outputs: [output.fileDescriptor, complaints.fileDescriptor])
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      return .failure(
        ExternalProgram.lastLine(of: complaints).map { String($0.prefix(160)).printable })
    }
    let written = URL(fileURLWithPath: "/dev/fd/\(output.fileDescriptor)")
    return .success((try? Data(contentsOf: written, options: .alwaysMapped)) ?? Data())
  }

  private static let complaintBytesMax = 4096

  /// Returns the last line that is not empty; nil if there is none.
  private static func lastLine(of file: FileHandle) -> String? {
    guard let end = try? file.seekToEnd() else { return nil }
    try? file.seek(toOffset: end > complaintBytesMax ? end - UInt64(complaintBytesMax) : 0)
    let bytes = (try? file.read(upToCount: complaintBytesMax)) ?? Data()
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .last { !$0.allSatisfy(\.isWhitespace) }.map(String.init)
  }

  private func unnamedFile() throws(InputError) -> FileHandle {
    do throws(FileError) {
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
        + " cannot be written", accepted: "TMPDIR with room for the data")
  }

  private func run(_ process: Process, outputs: [Int32]) throws(InputError) {
    let programs = running ?? RunningPrograms()
    let interruption = running == nil ? Interruption { programs.kill() } : nil
    defer { interruption?.end() }
    do {
      try process.run()
    } catch {
      throw InputError(location, "\(name) cannot be started at \(path)")
    }
    programs.add(process.processIdentifier)
    defer { programs.remove(process.processIdentifier) }
    var waitedSeconds = 0.0
    while process.isRunning {
      Thread.sleep(forTimeInterval: 0.005)
      waitedSeconds += 0.005
      let written = outputs.reduce(0) { sum, output in
        var status = stat()
        return fstat(output, &status) == 0 ? sum + Int(status.st_size) : sum
      }
      guard waitedSeconds < timeLimitSeconds,
        written < ExternalProgram.outputLimitBytes
      else {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        throw InputError(
          location, "\(name) was stopped after \(Int(waitedSeconds)) s and \(written) bytes",
          accepted: "data that it handles in \(Int(timeLimitSeconds)) s")
      }
    }
  }
}

/// The external programs that run at present.
package final class RunningPrograms: Sendable {
  private let identifiers = Mutex<Set<pid_t>>([])

  package init() {}

  func add(_ identifier: pid_t) { identifiers.withLock { _ = $0.insert(identifier) } }
  func remove(_ identifier: pid_t) { identifiers.withLock { _ = $0.remove(identifier) } }

  /// Ends all of them.
  package func kill() {
    identifiers.withLock { for identifier in $0 { _ = Foundation.kill(identifier, SIGKILL) } }
  }
}
