import Foundation
import Text

/// The lines of a recording, one after the other, with their line numbers. A line that is too long
/// is an error.
struct RecordedLines {
  private static let bytesMax = 65535

  struct Line {
    var bytes: Data
    var place: SourceLocation
    /// True if the file ends after this line without a line end. The line may then be incomplete.
    var isUnended: Bool
  }

  private var rest: Data
  private let file: String?
  /// A description of the lines that the reader accepts, for messages.
  private let accepted: String
  private var number = 0

  init(_ bytes: Data, of location: SourceLocation, accepted: String) {
    rest = bytes
    file = location.file
    self.accepted = accepted
  }

  /// Returns the next line; nil after the last one.
  mutating func next() throws(InputError) -> Line? {
    guard !rest.isEmpty else { return nil }
    number += 1
    let place = SourceLocation(file: file, line: number)
    let line = rest.prefix(Self.bytesMax + 1).prefix { $0 != UInt8(ascii: "\n") }
    guard line.count <= Self.bytesMax else {
      throw InputError(
        place, "the line has over \(Self.bytesMax) bytes", accepted: accepted)
    }
    rest = rest.dropFirst(line.count)
    let isUnended = rest.isEmpty
    rest = rest.dropFirst()
    return Line(bytes: line, place: place, isUnended: isUnended)
  }
}
