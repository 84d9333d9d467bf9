import Foundation
import Text
import Timekeeping

/// The track points of a GPX file that an app writes. The file may lack its end.
package enum GPXPositions {
  private static let begin = Data("<trkpt".utf8)
  private static let end = Data("</trkpt>".utf8)

  /// Reads the whole track points at the beginning of `bytes`, which may begin within the file.
  package static func read(_ bytes: Data) -> WrittenPiece {
    var piece = WrittenPiece()
    let points = points(in: bytes)
    guard let last = points.last else { return piece }
    piece.byteCount = last.upperBound - bytes.startIndex
    piece.lastByteCount = last.count
    // Most files have no mistake, and are read at once.
    if let positions = positions(points.map { bytes[$0] }), positions.count == points.count {
      piece.positions = positions
    } else {
      for point in points {
        piece.add(
          positions([bytes[point]])?.first,
          from: String(decoding: bytes[point].prefix(200), as: UTF8.self))
      }
    }
    return piece
  }

  private static func points(in bytes: Data) -> [Range<Data.Index>] {
    var points: [Range<Data.Index>] = []
    var rest = bytes.startIndex
    while let start = bytes.range(of: begin, in: rest..<bytes.endIndex) {
      guard let tagEnd = bytes[start.upperBound...].firstIndex(of: UInt8(ascii: ">")) else { break }
      if bytes[tagEnd - 1] == UInt8(ascii: "/") {
        rest = tagEnd + 1
      } else if let end = bytes.range(of: end, in: tagEnd..<bytes.endIndex) {
        rest = end.upperBound
      } else {
        break
      }
      points.append(start.lowerBound..<rest)
    }
    return points
  }

  /// Returns the prefixes of elements, such as `gpxtpx` of `<gpxtpx:hr>`, in alphabetical order.
  private static func prefixes(in bytes: Data) -> [String] {
    var prefixes: Set<String> = []
    var rest = bytes
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      let name = rest[..<colon].reversed().prefix { isNameByte($0) }
      let start = colon - name.count - 1
      if !name.isEmpty, start >= rest.startIndex, rest[start] == UInt8(ascii: "<") {
        prefixes.insert(String(decoding: name.reversed(), as: UTF8.self))
      }
      rest = rest[(colon + 1)...]
    }
    return prefixes.sorted()
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Returns the positions of points; nil if one of them cannot be read.
  private static func positions(_ points: [Data]) -> [WrittenPosition]? {
    var inner = Data()
    for point in points { inner.append(point) }
    // The prefixes are declared at the file's beginning, which this piece may lack.
    let declarations = prefixes(in: inner).map { " xmlns:\($0)=\"urn:\($0)\"" }.joined()
    var text = Data("<gpx\(declarations)><trk><trkseg>".utf8)
    text.append(inner)
    text.append(Data("</trkseg></trk></gpx>".utf8))
    let assembly = try? GPXReader.read(text, location: SourceLocation())
    return assembly?.segments.joined().map {
      WrittenPosition(
        time: $0.point.time, coordinate: $0.point.coordinate,
        accuracyMeters: $0.point.horizontalAccuracyMeters)
    }
  }
}
