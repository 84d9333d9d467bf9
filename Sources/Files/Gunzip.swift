import CZlib
import Foundation

/// The unpacked contents of a gzipped file, and whether they are complete.
package struct Gunzip {
  /// The highest accepted ratio of unpacked size to packed size.
  ///
  /// The ratio of recordings is about 10, or 100 if the receiver stood still. A much higher ratio
  /// suggests a file that was made to fill the memory.
  package static let ratioMax = 200
  /// The unpacked size in bytes up to which any ratio is accepted.
  static let freeBytes = 1 << 26

  package enum Ending { case complete, limitReached, ratioReached, truncated, corrupt }

  package static var libraryVersion: String { String(cString: zlibVersion()) }

  package private(set) var bytes = Data()
  package private(set) var ending = Ending.truncated

  package static func isGzipped(_ data: Data) -> Bool {
    data.count >= 2 && data[data.startIndex] == 0x1F && data[data.startIndex + 1] == 0x8B
  }

  /// Unpacks data in pieces. Stops at `limit` bytes, so that a small file cannot fill the memory.
  package init(_ data: Data, limit: Int) {
    var stream = z_stream()
    let gzipOnly = 16 + MAX_WBITS
    guard
      inflateInit2_(&stream, gzipOnly, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else {
      ending = .corrupt
      return
    }
    defer { inflateEnd(&stream) }
    data.withUnsafeBytes { input in
      guard let start = input.bindMemory(to: UInt8.self).baseAddress else { return }
      inflateAll(UnsafeBufferPointer(start: start, count: input.count), &stream, limit: limit)
    }
  }

  private mutating func inflateAll(
    _ input: UnsafeBufferPointer<UInt8>, _ stream: inout z_stream, limit: Int
  ) {
    var consumed = 0
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < limit {
      guard bytes.count < Gunzip.freeBytes || bytes.count / Gunzip.ratioMax < input.count else {
        ending = .ratioReached
        return
      }
      if stream.avail_in == 0, consumed < input.count {
        let length = min(input.count - consumed, 1 << 20)
        // The type in zlib predates const; zlib does not write through this pointer.
        stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress.map { $0 + consumed })
        stream.avail_in = UInt32(length)
        consumed += length
      }
      let status = inflatePiece(&piece, &stream)
      switch status {
      case Z_STREAM_END where stream.avail_in == 0 && consumed == input.count:
        ending = .complete
        return
      case Z_STREAM_END: inflateReset(&stream)  // gzip files may be concatenated
      case Z_OK: continue
      case Z_BUF_ERROR where consumed < input.count: continue
      case Z_BUF_ERROR:
        ending = .truncated
        return
      default:
        ending = .corrupt
        return
      }
    }
    ending = .limitReached
  }

  private mutating func inflatePiece(_ piece: inout [UInt8], _ stream: inout z_stream) -> Int32 {
    piece.withUnsafeMutableBufferPointer { output in
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(output.count)
      let status = inflate(&stream, Z_NO_FLUSH)
      let written = output.count - Int(stream.avail_out)
      if written > 0 { bytes.append(UnsafeBufferPointer(rebasing: output[..<written])) }
      return status
    }
  }
}
