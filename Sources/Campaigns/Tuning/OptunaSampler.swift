import Files
import Foundation

/// The optimizer Optuna in a Python process. Odograph passes a Python script to the process as an
/// argument. Then both exchange lines of JSON.
///
/// Both directions use one socket instead of two pipes. If the Python process has ended, writing to
/// a pipe would raise SIGPIPE and end Odograph. Writing to the socket only returns an error.
package final class OptunaSampler: CandidateSampler {
  private static let lineLengthMax = 1 << 26
  /// The longest wait for an answer, in seconds. Importing Optuna from a slow disk takes some time.
  private static let silenceSecondsMax = 300
  private static let looksPerSecond = 5

  private let python: String
  private let isCancelled: @Sendable () -> Bool
  private let process = Process()
  private let errors: FileHandle
  private var socket: Int32 = -1
  private var received: [UInt8] = []

  /// - Parameters:
  ///   - python: The path of a program, or a name, which is searched in `PATH`.
  ///   - isCancelled: Called while waiting for an answer. If it returns true, the wait ends with a
  ///     `CancellationError`.
  /// - Throws: `SamplerFailure.noProgram`.
  package init(python: String, isCancelled: @escaping @Sendable () -> Bool = { false }) throws {
    self.python = python
    self.isCancelled = isCancelled
    guard let path = Self.path(of: python) else { throw SamplerFailure.noProgram(python) }
    errors = FileHandle(
      fileDescriptor: try OpenFile.unnamed(in: FileManager.default.temporaryDirectory.path),
      closeOnDealloc: true)
    var ends: [Int32] = [-1, -1]
    #if os(Linux)
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SamplerFailure.noProgram(python) }
    socket = ends[0]
    let other = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    process.executableURL = URL(fileURLWithPath: path)
    let program = String(decoding: PackageResources.sampler_py, as: UTF8.self)
    process.arguments = ["-u", "-c", program]
    process.standardInput = other
    process.standardOutput = other
    process.standardError = errors
    do {
      try process.run()
    } catch {
      throw SamplerFailure.noProgram(python)
    }
    try? other.close()
  }

  /// Ends the process. Normally it ends by itself when its input is closed.
  deinit {
    close(socket)
    if process.isRunning { process.terminate() }
  }

  // MARK: Messages

  package func begin(_ task: SamplerTask) throws -> String {
    struct Greeting: Decodable {
      var adviser: String?
      var missing: String?
    }
    let greeting: Greeting
    do {
      greeting = try exchange(task)
    } catch SamplerFailure.ended(let words) {
      throw noSampler(words.isEmpty ? "it ended without output" : "it ended: " + words.prefix(80))
    } catch SamplerFailure.nonsense(let found) {
      throw noSampler("it answers " + found)
    }
    if let reason = greeting.missing { throw SamplerFailure.noOptuna(python, reason: reason) }
    guard let name = greeting.adviser else { throw noSampler("it gives no name") }
    return name
  }

  private func noSampler(_ reason: String) -> SamplerFailure {
    .noSampler(python, reason: reason)
  }

  package func ask(_ count: Int) throws -> [[Double]] {
    struct Answer: Decodable { var candidates: [[Double]] }
    let answer: Answer = try exchange(["ask": count])
    return answer.candidates
  }

  package func tell(_ results: [CandidateResult]) throws {
    struct Answer: Decodable { var told: Int }
    let answer: Answer = try exchange(["tell": results])
    guard answer.told == results.count else {
      throw SamplerFailure.nonsense("it received \(answer.told) of \(results.count) results")
    }
  }

  private func exchange<Answer: Decodable>(_ message: some Encodable) throws -> Answer {
    try send(try JSONEncoder().encode(message) + [UInt8(ascii: "\n")])
    let line = try receiveLine()
    guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(line)) else {
      let found = String(decoding: line.prefix(80), as: UTF8.self)
      throw SamplerFailure.nonsense("'\(found)'")
    }
    return answer
  }

  // MARK: The socket

  private func send(_ bytes: Data) throws {
    #if os(Linux)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      var yes: Int32 = 1
      setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
      let flags: Int32 = 0
    #endif
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, flags) }
      if count < 0, errno == EINTR { continue }
      // Its last output may still be in the socket.
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  private func receiveLine() throws -> [UInt8] {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(received[..<end])
        received.removeSubrange(...end)
        return line
      }
      try waitForBytes()
      let count = recv(socket, &piece, piece.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0, received.count < Self.lineLengthMax else {
        throw SamplerFailure.ended(lastWords())
      }
      received += piece[..<count]
    }
  }

  private func waitForBytes() throws {
    for _ in 0..<Self.silenceSecondsMax * Self.looksPerSecond {
      var look = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      if poll(&look, 1, Int32(1000 / Self.looksPerSecond)) > 0 { return }
      if isCancelled() { throw CancellationError() }
    }
    throw SamplerFailure.nonsense("nothing for \(Self.silenceSecondsMax) s")
  }

  /// Returns the last line that the process wrote to standard error.
  private func lastWords() -> String {
    process.waitUntilExit()
    try? errors.seek(toOffset: 0)
    let bytes = (try? errors.readToEnd()) ?? nil
    let lines = String(decoding: bytes ?? Data(), as: UTF8.self).split(separator: "\n")
    return lines.last.map { String($0.prefix(300)) } ?? ""
  }

  // MARK: The program

  private static func path(of program: String) -> String? {
    guard program.contains("/") else { return InstalledProgram.path(of: program) }
    return FileManager.default.isExecutableFile(atPath: program) ? program : nil
  }
}
