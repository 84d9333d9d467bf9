import Foundation
import TestSupport
import Testing

/// An HTTP server on loopback whose paths are files.
final class FileServer {
  let url: String
  private let process = Process()
  private let folder: WorkingFolder

  init(_ files: [String: String]) throws {
    folder = try WorkingFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder.path,
    ]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // "Serving HTTP on 127.0.0.1 port 40123 (http://127.0.0.1:40123/) ..."
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let port = try #require(line.firstMatch(of: /port (\d+)/)?.1)
    url = "http://127.0.0.1:\(port)"
  }

  /// A process that a test starts blocks SIGTERM.
  deinit {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
