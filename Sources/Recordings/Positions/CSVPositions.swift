import Foundation
import Text
import Timekeeping

/// The columns of positions in a CSV file that an app writes. The separator is a comma, a semicolon
/// or a tab.
package struct CSVPositions: Sendable {
  private let rows: CSVRows
  private let columns: PositionColumns<Int>
  /// The length of the lines up to the columns' names, with their line feeds.
  package var headerByteCount: Int { rows.headerLength }

  /// Finds the columns in the first line of a file.
  ///
  /// - Parameters:
  ///   - file: the file's name, for messages.
  ///   - location: the place that names the columns, for messages.
  /// - Returns: nil if the first line is not complete.
  /// - Throws: `InputError` if a column is missing, or if the line is no text.
  package init?(
    _ bytes: Data, _ names: PositionColumns<String>, of file: String, location: SourceLocation
  ) throws(InputError) {
    guard bytes.contains(UInt8(ascii: "\n")) else { return nil }
    let known = Set(names.all.map { $0.lowercased() })
    guard let rows = CSVRows(firstLineOf: bytes, knowing: known) else {
      throw InputError(location, "the first line of \(quoted(file)) is no line of column names")
    }
    guard rows.headerLength <= bytes.count else { return nil }
    self.rows = rows
    columns = try names.map { (name) throws(InputError) in
      let index =
        rows.names.firstIndex(of: name)
        ?? rows.names.firstIndex { $0.lowercased() == name.lowercased() }
      guard let index else {
        throw InputError(
          location, "\(quoted(file)) has no column \(quoted(name))", word: name, oneOf: rows.names)
      }
      return index
    }
  }

  /// Reads the whole rows at the beginning of `bytes`. A row without a line feed is not complete.
  package func read(_ bytes: Data, near now: Instant) -> WrittenPiece {
    var piece = WrittenPiece()
    guard let last = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return piece }
    piece.byteCount = last + 1 - bytes.startIndex
    for line in bytes[...last].split(separator: UInt8(ascii: "\n")) {
      let fields = rows.fields(of: line)
      piece.lastByteCount = line.count + 1
      guard fields.count > 1 || fields.first?.isEmpty == false else { continue }
      let values = columns.map { (column) -> WrittenValue? in
        fields.indices.contains(column) ? .text(String(fields[column])) : nil
      }
      piece.add(
        WrittenPosition(values, near: now), from: String(decoding: line.prefix(200), as: UTF8.self))
    }
    return piece
  }
}
