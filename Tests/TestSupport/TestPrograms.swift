import Foundation

/// Writes a text as a program that its owner can run.
///
/// The system refuses to run a file ("Text file busy") while a process has it open for writing.
/// A process that another thread starts at that moment has it open until its own program is
/// loaded. So a process with one thread writes the file.
///
/// - Throws: An error of Foundation if that process cannot be started or reports a failure.
package func writeProgram(_ text: String, at path: String) throws {
  let writer = Process()
  writer.executableURL = URL(fileURLWithPath: "/bin/sh")
  writer.arguments = ["-c", "cat > \"$0\" && chmod 700 \"$0\"", path]
  let input = Pipe()
  writer.standardInput = input
  try writer.run()
  try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  try input.fileHandleForWriting.close()
  writer.waitUntilExit()
  guard writer.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
}

extension Workplace {
  /// Writes a program into the folder, and returns its path.
  package func writeProgram(_ text: String, to name: String) throws -> String {
    let path = url.appendingPathComponent(name).path
    try TestSupport.writeProgram(text, at: path)
    return path
  }
}
