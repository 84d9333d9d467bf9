import Foundation

/// The rows of a CSV file whose first line names the columns. The separator is a comma, a semicolon
/// or a tab. Before the names, a line such as `sep=;`, as spreadsheets write it, and comments that
/// begin with `#` are skipped.
package struct CSVRows: Sendable {
  /// The names of the columns, in their order.
  package let names: [String]
  private let separator: UInt8
  /// The length in bytes of the lines up to the column names, with their line feeds and a mark of
  /// the byte order.
  package let headerLength: Int
  /// The line with the column names, from 1.
  package let headerLine: Int

  /// True if a comma can be decimal, because it separates no fields.
  package var allowsDecimalComma: Bool { separator != UInt8(ascii: ",") }

  /// Reads the column names in the first line. Nil if the line is too long or not text.
  ///
  /// The initializer tries each separator, and uses the separator that gives the most known names,
  /// and among equals the most names.
  ///
  /// - Parameter known: the known column names in lower case.
  package init?(firstLineOf bytes: some Collection<UInt8>, knowing known: Set<String>) {
    let mark = bytes.starts(with: CSVRows.byteOrderMark) ? 3 : 0
    let skipped = Self.linesBeforeNames(bytes.dropFirst(mark))
    let line = Self.firstLine(bytes.dropFirst(mark + skipped.length))
    guard line.count < 8192, let text = String(validating: line, as: UTF8.self) else { return nil }
    let candidates = [",", ";", "\t"].map { separator in
      CSVRows(
        text, separator: separator, headerLength: mark + skipped.length + line.count + 1,
        headerLine: skipped.count + 1)
    }
    func counts(_ rows: CSVRows) -> (Int, Int) {
      (rows.names.count { known.contains($0.lowercased()) }, rows.names.count)
    }
    guard let best = candidates.max(by: { counts($0) < counts($1) }) else { return nil }
    self = best
  }

  /// Returns the length in bytes and the number of the lines that are skipped before the names.
  private static func linesBeforeNames(
    _ bytes: some Collection<UInt8>
  ) -> (length: Int, count: Int) {
    var (length, count) = (0, 0)
    while count < 100 {
      let line = firstLine(bytes.dropFirst(length))
      let isSeparatorLine = line.count < 8 && line.starts(with: Array("sep=".utf8))
      guard isSeparatorLine || line.first == UInt8(ascii: "#"), line.count < 8192 else { break }
      length += line.count + 1
      count += 1
    }
    return (length, count)
  }

  /// Returns the first line, of at most 8192 bytes, without its line feed.
  private static func firstLine<Bytes: Collection<UInt8>>(_ bytes: Bytes) -> Bytes.SubSequence {
    bytes.prefix(8192).prefix { $0 != UInt8(ascii: "\n") }
  }

  private init(_ line: String, separator: String, headerLength: Int, headerLine: Int) {
    self.separator = separator.utf8.first ?? UInt8(ascii: ",")
    self.headerLength = headerLength
    self.headerLine = headerLine
    names = Self.fields(of: line, separator: self.separator).map {
      String($0.drop { " \"\r".contains($0) }.prefix { !"\"\r".contains($0) }.trimmed)
    }
  }

  private static let lineBytesMax = 65536
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Calls `body` with each row and its line number in the file. Empty lines are skipped.
  package func forEach(
    in bytes: Data, _ location: SourceLocation,
    _ body: (_ line: Int, _ fields: [Substring]) throws(InputError) -> Void
  ) throws(InputError) {
    // The typed error is returned as a value, because `withUnsafeBytes` would lose its type.
    let failure = bytes.withUnsafeBytes { raw -> InputError? in
      do throws(InputError) {
        let rows = raw[min(headerLength, raw.count)...]
        try forEach(in: UnsafeRawBufferPointer(rebasing: rows), location, body)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  private func forEach(
    in rows: UnsafeRawBufferPointer, _ location: SourceLocation,
    _ body: (_ line: Int, _ fields: [Substring]) throws(InputError) -> Void
  ) throws(InputError) {
    var start = 0
    var line = headerLine
    while start < rows.count {
      let rest = UnsafeRawBufferPointer(rebasing: rows[start...])
      let beginning = rest.prefix(CSVRows.lineBytesMax)
      let length = beginning.firstIndex(of: UInt8(ascii: "\n")) ?? beginning.count
      line += 1
      guard length < CSVRows.lineBytesMax else {
        throw InputError(
          SourceLocation(file: location.file, line: line),
          "the line has over \(CSVRows.lineBytesMax - 1) bytes")
      }
      let fields = split(UnsafeRawBufferPointer(rebasing: rest[..<length]))
      if fields.count > 1 || !fields[0].isEmpty { try body(line, fields) }
      start += length + 1
    }
  }

  /// Returns the fields of one row.
  package func fields(of row: Data) -> [Substring] { row.withUnsafeBytes { split($0) } }

  private func split(_ row: UnsafeRawBufferPointer) -> [Substring] {
    // One string for a row, so that its fields are slices without allocations.
    let text = String(decoding: row, as: UTF8.self)
    return Self.fields(of: text, separator: separator).map(\.withoutQuotes)
  }

  /// Splits a row at the separators that are not within quotes (RFC 4180, section 2). A quote that
  /// is not closed at the end of a field is a character like any other.
  private static func fields(of row: String, separator: UInt8) -> [Substring] {
    let bytes = row.utf8
    guard bytes.contains(quote) else {
      return bytes.split(separator: separator, omittingEmptySubsequences: false).map(Substring.init)
    }
    var fields: [Substring] = []
    var rest = Substring(row)
    while true {
      let end = endOfQuoted(rest, separator) ?? rest.utf8.firstIndex(of: separator)
      guard let end, end < rest.endIndex else { break }
      fields.append(rest[..<end])
      rest = rest[rest.utf8.index(after: end)...]
    }
    return fields + [rest]
  }

  /// Returns the end of a field that begins with a quote; nil for any other field.
  private static func endOfQuoted(_ rest: Substring, _ separator: UInt8) -> Substring.Index? {
    let bytes = rest.utf8
    let first = bytes.firstIndex { !isSpace($0) || $0 == separator }
    guard let start = first, bytes[start] == quote else { return nil }
    // Two quotes are one within the field: only at an odd number can the field end.
    var isWithin = true
    for index in bytes.indices[bytes.index(after: start)...] {
      if bytes[index] == quote { isWithin.toggle() }
      if !isWithin, bytes[index] == separator { return index }
    }
    return isWithin ? nil : bytes.endIndex
  }

  private static let quote = UInt8(ascii: "\"")

  // MARK: Errors

  /// Returns the error that no column holds what is needed.
  package func missing(
    _ what: String, accepted: [String], _ place: SourceLocation
  ) -> InputError {
    InputError(
      place, "no column holds \(what); there are \(listing(names.map(quoted)))",
      accepted: listing(accepted))
  }

  /// Returns the error that a row ends before a column that is needed.
  package func tooShort(_ fields: [Substring], _ place: SourceLocation) -> InputError {
    InputError(place, "the line has \(fields.count) of \(names.count) columns")
  }
}

extension Substring {
  /// The text of the field without surrounding spaces, a carriage return and one pair of quotes,
  /// within which two quotes are one.
  fileprivate var withoutQuotes: Substring {
    let quote = UInt8(ascii: "\"")
    var bytes = utf8
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
    guard bytes.count >= 2, bytes.first == quote, bytes.last == quote else {
      return Substring(bytes)
    }
    let inner = bytes.dropFirst().dropLast()
    return inner.contains(quote)
      ? Substring(Substring(inner).replacing("\"\"", with: "\"")) : Substring(inner)
  }
}

/// Returns true for a space, a tab and any other character of ASCII that ends a word.
package func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
