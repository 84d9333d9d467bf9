import CProcess
import Foundation
import PhoneLink

/// A process of a user's app, with the socket over which it speaks to the phone, and a pipe for
/// what it prints.
final class ChildProcess {
  let stream: LinkStream
  let path: String
  private let identifier: pid_t
  private let output: AppOutput
  private let outputPipe: Int32
  private var status: Int32?

  /// Starts the app.
  ///
  /// The process gets a clean environment, the socket as descriptor 3, and no other open descriptor
  /// than the standard three. What it prints is read whenever the phone waits for it, so that it
  /// never waits for a full pipe.
  ///
  /// - Throws: `AppStartFailure`
  init(
    path: String, arguments: [String], environment: [String: String], folder: String,
    output: AppOutput
  ) throws(AppStartFailure) {
    self.path = path
    self.output = output
    output.beginProcess()
    var ends: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, streamType | closeOnExec, 0, &ends) == 0 else {
      throw AppStartFailure(path: path, error: errno)
    }
    var pipeEnds: [Int32] = [-1, -1]
    let isOpen = open_output_pipe(&pipeEnds) == 0
    let child =
      isOpen ? Self.spawn([path] + arguments, environment, folder, ends[1], pipeEnds[1]) : nil
    let error = errno
    close(ends[1])
    if isOpen { close(pipeEnds[1]) }
    guard let child else {
      close(ends[0])
      if isOpen { close(pipeEnds[0]) }
      throw AppStartFailure(path: path, error: error)
    }
    identifier = child
    outputPipe = pipeEnds[0]
    stream = LinkStream(descriptor: ends[0])
    stream.onWait = (outputPipe, { [output, outputPipe] in output.read(from: outputPipe) })
  }

  deinit {
    end()
    close(outputPipe)
  }

  /// Kills the process as the phone's system does, without a warning, and waits for its end.
  func end() {
    guard status == nil else { return }
    kill(identifier, SIGKILL)
    killGroup()
    wait()
    readOutput()
  }

  /// Kills what the app has started and left behind: they belong to its group of processes.
  private func killGroup() { kill(-identifier, SIGKILL) }

  private func readOutput() { _ = output.read(from: outputPipe) }

  private func wait() {
    var ended: Int32 = 0
    while waitpid(identifier, &ended, 0) < 0, errno == EINTR {}
    status = ended
  }

  /// Waits for the end of a process that has closed its link, and kills one that goes on.
  private func waitBriefly() {
    var ended: Int32 = 0
    for _ in 0..<2000 where status == nil {
      if waitpid(identifier, &ended, Int32(WNOHANG)) == identifier {
        status = ended
        killGroup()
      }
      readOutput()
      if status == nil { usleep(1000) }
    }
    end()
  }

  /// True if the process has ended by itself, and not by a signal.
  var hasExited: Bool {
    waitBriefly()
    return status.map { $0 & 0x7F == 0 } ?? false
  }

  /// How the process ended by itself, in a few words.
  var ending: String {
    waitBriefly()
    guard let status else { return "it ended" }
    let signal = status & 0x7F
    if signal != 0 { return "it ended by signal \(signal) (\(String(cString: strsignal(signal))))" }
    return "it ended with exit status \((status >> 8) & 0xFF)"
  }

  private static func spawn(
    _ words: [String], _ environment: [String: String], _ folder: String, _ socket: Int32,
    _ output: Int32
  ) -> pid_t? {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    var child: pid_t = 0
    var error = start_process(&child, words[0], &arguments, &variables, folder, socket, output)
    // The file is busy for a moment if another process that starts just now has inherited the
    // descriptor of its writer.
    for _ in 0..<100 where error == ETXTBSY {
      usleep(10_000)
      error = start_process(&child, words[0], &arguments, &variables, folder, socket, output)
    }
    guard error == 0 else {
      errno = error
      return nil
    }
    return child
  }
}

/// The reason why an app could not be started.
struct AppStartFailure: Error, Sendable, CustomStringConvertible {
  var path: String
  var error: Int32

  var description: String {
    "the app \(path) cannot be started: \(String(cString: strerror(error)))"
  }
}

#if os(Linux)
  private let streamType = Int32(SOCK_STREAM.rawValue)
  private let closeOnExec = Int32(SOCK_CLOEXEC.rawValue)
#else
  private let streamType = SOCK_STREAM
  private let closeOnExec: Int32 = 0
#endif
