import Foundation

/// The libraries that a Linux program names, read from its ELF file with 64 bits.
///
/// Source: System V Application Binary Interface, chapters 4 and 5.
package struct ELFProgram: Sendable, Hashable {
  /// The names of the libraries that the program needs; empty for a static one.
  package private(set) var libraries: [String] = []
  /// The folders in which the program looks for its libraries. `$ORIGIN` is the program's folder.
  package private(set) var searchPaths: [String] = []
  /// True if the program defines libdispatch's functions itself, as apps for the simulator do.
  package private(set) var hasVirtualTime = false

  /// Reads a program. The result is nil for any other file, such as a script.
  package init?(path: String) {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe),
      let file = Bytes(data)
    else { return nil }
    hasVirtualTime = data.range(of: Data("\0virtual_time_begin\0".utf8)) != nil
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

  private struct Segment {
    enum Kind { case loaded, dynamic, other }
    var kind: Kind
    var offset: UInt64
    var address: UInt64
    var size: UInt64

    func holds(_ place: UInt64) -> Bool {
      kind == .loaded && place >= address && place - address < size
    }
  }

  private struct Bytes {
    let data: Data

    /// Nil unless the file begins as an ELF file with 64 bits and the low byte first.
    init?(_ data: Data) {
      guard data.count >= 64, Array(data.prefix(6)) == [0x7F, 0x45, 0x4C, 0x46, 2, 1] else {
        return nil
      }
      self.data = data
    }

    /// Returns a number of the file; 0 beyond its end.
    func number(_ size: Int, at offset: UInt64) -> UInt64 {
      guard let start = Int(exactly: offset), start <= data.count - size else { return 0 }
      return (0..<size).reduce(0) {
        $0 | UInt64(data[data.startIndex + start + $1]) << UInt64(8 * $1)
      }
    }

    /// Returns the program header, or nil if the file has none.
    func segments() -> [Segment]? {
      let start = number(8, at: 32)
      let size = number(2, at: 54)
      guard size >= 56 else { return nil }
      return (0..<number(2, at: 56)).map { index in
        let place = start &+ index &* size
        let kind: Segment.Kind =
          switch number(4, at: place) {
          case 1: .loaded
          case 2: .dynamic
          default: .other
          }
        return Segment(
          kind: kind, offset: number(8, at: place &+ 8), address: number(8, at: place &+ 16),
          size: number(8, at: place &+ 32))
      }
    }

    func entries(of dynamic: Segment) -> [(tag: UInt64, value: UInt64)] {
      (0..<min(dynamic.size / 16, 10_000)).map { index in
        let place = dynamic.offset &+ index &* 16
        return (number(8, at: place), number(8, at: place &+ 8))
      }
    }

    /// Returns the text that ends with a zero byte.
    func text(at table: UInt64, _ offset: UInt64) -> String? {
      guard let start = Int(exactly: table &+ offset), start < data.count else { return nil }
      let rest = data[(data.startIndex + start)...].prefix(4096).prefix { $0 != 0 }
      return String(validating: rest, as: UTF8.self)
    }
  }
}
