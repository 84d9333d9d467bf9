import Foundation

/// The programs that are installed on this machine.
package enum InstalledProgram {
  /// Returns the path of a command; nil if no folder of the variable `PATH` contains the command.
  package static func path(of command: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/usr/local/bin"
    return folders.split(separator: ":").map { "\($0)/\(command)" }
      .first { $0.hasPrefix("/") && FileManager.default.isExecutableFile(atPath: $0) }
  }
}
