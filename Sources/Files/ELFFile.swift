import Foundation

/// The headers of an ELF file with 64 bits and the low byte first.
///
/// Source: System V Application Binary Interface, chapters 4 and 5.
struct ELFFile {
  struct Segment {
    enum Kind: UInt64 {
      case other = 0
      case loaded = 1
      case dynamic = 2
      case note = 4
    }
    var kind: Kind
    var offset: UInt64
    var address: UInt64
    var size: UInt64

    func holds(_ place: UInt64) -> Bool {
      kind == .loaded && place >= address && place - address < size
    }
  }

  let data: Data

  /// Reads a file. The result is nil for a file that does not begin as an ELF file.
  init?(path: String) {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped),
      data.count >= 64, Array(data.prefix(6)) == [0x7F, 0x45, 0x4C, 0x46, 2, 1]
    else { return nil }
    self.data = data
  }

  /// Returns true if a name stands between two zero bytes anywhere in the file.
  func contains(_ name: StaticString) -> Bool {
    data.withUnsafeBytes { file in
      guard let start = file.baseAddress else { return false }
      var place = 1
      while place + name.utf8CodeUnitCount < file.count,
        let found = memchr(start + place, Int32(name.utf8Start[0]), file.count - place)
      {
        place = UnsafeRawPointer(found) - start
        let end = place + name.utf8CodeUnitCount
        if end < file.count, file[place - 1] == 0, file[end] == 0,
          memcmp(found, name.utf8Start, name.utf8CodeUnitCount) == 0
        {
          return true
        }
        place += 1
      }
      return false
    }
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
      return Segment(
        kind: Segment.Kind(rawValue: number(4, at: place)) ?? .other,
        offset: number(8, at: place &+ 8), address: number(8, at: place &+ 16),
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

  /// Returns the content of the first note of an owner and a type.
  func note(_ owner: String, _ type: UInt64) -> Data? {
    for segment in segments() ?? [] where segment.kind == .note {
      var place = segment.offset
      let end = min(segment.offset &+ min(segment.size, 1 << 16), UInt64(data.count))
      // Each note: the sizes of its owner and of its content, its type, both texts padded to words.
      while place < end, end - place >= 12 {
        let (ownerSize, size) = (number(4, at: place), number(4, at: place &+ 4))
        let content = place &+ 12 &+ (ownerSize &+ 3) & ~3
        if number(4, at: place &+ 8) == type, text(at: place, 12) == owner {
          return bytes(size, at: content)
        }
        place = content &+ (size &+ 3) & ~3
      }
    }
    return nil
  }

  private func bytes(_ count: UInt64, at offset: UInt64) -> Data? {
    guard let count = Int(exactly: count), let start = Int(exactly: offset),
      count > 0, count <= data.count, start <= data.count - count
    else { return nil }
    return data[(data.startIndex + start)...].prefix(count)
  }
}
