import Foundation

/// The libraries that a Linux program names, read from its ELF file with 64 bits.
package struct ELFProgram: Sendable, Hashable {
  /// The names of the libraries that the program needs; empty for a static one.
  package private(set) var libraries: [String] = []
  /// The folders in which the program looks for its libraries. `$ORIGIN` is the program's folder.
  package private(set) var searchPaths: [String] = []
  /// True if the program defines libdispatch's functions itself, as apps for the simulator do.
  package private(set) var hasVirtualTime = false

  /// Reads a program. The result is nil for any other file, such as a script.
  package init?(path: String) {
    guard let file = ELFFile(path: path) else { return nil }
    hasVirtualTime = file.contains("virtual_time_begin")
    guard let segments = file.segments() else { return nil }
    guard let dynamic = segments.first(where: { $0.kind == .dynamic }) else { return }
    var names: [UInt64] = []
    var paths: [UInt64] = []
    var table: UInt64?
    for (tag, value) in file.entries(of: dynamic) {
      switch tag {
      case 1: names.append(value)  // DT_NEEDED
      case 5: table = value  // DT_STRTAB
      case 15, 29: paths.append(value)  // DT_RPATH, DT_RUNPATH
      default: break
      }
    }
    // The table's address in memory, as its place in the file.
    guard let table, let loaded = segments.first(where: { $0.holds(table) }) else { return }
    let start = table - loaded.address &+ loaded.offset
    libraries = names.compactMap { file.text(at: start, $0) }
    searchPaths = paths.compactMap { file.text(at: start, $0) }
      .flatMap { $0.split(separator: ":").map(String.init) }
  }

  /// Returns the digest with which the linker identified a program's content; nil if it did not, or
  /// if the file is no such program. A program without its symbols keeps it.
  ///
  /// - Parameter path: The program's path.
  package static func buildID(path: String) -> Data? {
    let buildIDType: UInt64 = 3  // NT_GNU_BUILD_ID
    return ELFFile(path: path)?.note("GNU", buildIDType)
  }
}
