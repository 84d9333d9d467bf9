import Foundation

struct ChildFailed: Error {}

/// Runs this program in a new process with other arguments, and returns the numbers that it prints.
func figuresOfChild(_ arguments: [String]) throws -> [Double] {
  let child = Process()
  child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
  child.arguments = arguments
  let output = Pipe()
  child.standardOutput = output
  try child.run()
  let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  child.waitUntilExit()
  guard child.terminationStatus == 0 else { throw ChildFailed() }
  return text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
}

/// Returns the peak of this process's resident memory, in megabytes.
func peakMegabytes() throws -> Double {
  let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
  let kilobytes = line?.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }.first
  guard let kilobytes else { throw ChildFailed() }
  return kilobytes / 1000
}
