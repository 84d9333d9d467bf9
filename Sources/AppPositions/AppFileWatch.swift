import Recordings
import Scenarios
import Text
import Timekeeping

/// The positions that an app writes into a file of its home folder.
///
/// The file is looked at after each event that the app has handled, and when its process has ended:
/// a position counts as recorded from the event on that wrote it. A file that the app appends to is
/// read from where it was read before, also if the app has cut its beginning. Of a file that the
/// app has written anew, the positions count that are later than all before. A text over 1 MiB is
/// read anew at most once each simulated minute, and at the end.
final class AppFileWatch {
  private static let readingAnew = TimeSpan.minutes(1)
  private static let positionsAtOnceMax = 200_000

  private enum Form {
    case gpx(GrowingText)
    case csv(GrowingText, PositionColumns<String>, CSVPositions?)
    case sqlite(SQLitePositions)
  }

  private let file: ContainerPath
  private let location: SourceLocation
  private var form: Form
  private var wasThere = false
  private var refusal: String?
  private var lastReadAnew = Instant.distantPast
  /// The latest time of a position that counted.
  private var newest = Instant.distantPast
  /// While the app's file is read anew, the latest time of the positions that counted before.
  private var countedBefore = Instant.distantPast
  private(set) var rejectedCount = 0
  private(set) var firstRejected: String?

  init(_ file: AppRecordFile, home: String, location: SourceLocation) {
    self.file = ContainerPath(home: home, path: file.path)
    self.location = location
    form =
      switch file.form {
      case .gpx: .gpx(GrowingText())
      case .csv(let columns): .csv(GrowingText(), columns, nil)
      case .sqlite(let table, let columns):
        .sqlite(SQLitePositions(table: table, columns: columns, location: location))
      }
  }

  /// Returns the positions that the app has written since the last look.
  ///
  /// - Throws: `InputError` if a CSV file or a table lacks a column.
  func newPositions(
    at now: Instant, isLast: Bool = false
  ) throws(InputError) -> [WrittenPosition] {
    if isLast { lastReadAnew = .distantPast }
    switch file.find() {
    case .absent: return []
    case .refused(let reason):
      refusal = reason
      return []
    case .file(let path):
      wasThere = true
      refusal = nil
      return try newPositions(in: path, at: now)
    }
  }

  private func newPositions(
    in path: String, at now: Instant
  ) throws(InputError) -> [WrittenPosition] {
    switch form {
    case .sqlite(let table):
      let rows = try table.newRows(path: path, near: now)
      if rows.isAnew { countedBefore = newest }
      defer { countedBefore = .distantPast }
      return counted(rows.piece)
    case .gpx(var text):
      defer { form = .gpx(text) }
      return try newPositions(of: &text, path, at: now) { piece in
        GPXPositions.read(piece.bytes)
      }
    case .csv(var text, let names, var table):
      defer { form = .csv(text, names, table) }
      return try newPositions(of: &text, path, at: now) {
        [location, file] (piece) throws(InputError) in
        var skipped = 0
        if piece.isBeginning {
          table = try CSVPositions(piece.bytes, names, of: file.path, location: location)
          skipped = table?.headerByteCount ?? 0
        }
        guard let table else { return WrittenPiece() }
        var rows = table.read(piece.bytes.dropFirst(skipped), near: now)
        rows.byteCount += skipped
        if rows.lastByteCount == 0 { rows.lastByteCount = skipped }
        return rows
      }
    }
  }

  private func newPositions(
    of text: inout GrowingText, _ path: String, at now: Instant,
    _ read: (GrowingText.Piece) throws(InputError) -> WrittenPiece
  ) throws(InputError) -> [WrittenPosition] {
    var positions: [WrittenPosition] = []
    let mayReadAnew = now - lastReadAnew >= Self.readingAnew
    while let piece = text.more(path: path, readsAnew: mayReadAnew) {
      if piece.isBeginning {
        lastReadAnew = now
        countedBefore = newest
      }
      let rows = try read(piece)
      text.take(rows.byteCount, of: piece, lastRow: rows.lastByteCount)
      positions += counted(rows)
      // What is appended from here on may have any time.
      if !piece.hasMore { countedBefore = .distantPast }
      // What is left is read at the next look.
      guard piece.hasMore, rows.byteCount > 0, positions.count < Self.positionsAtOnceMax else {
        break
      }
    }
    return positions
  }

  private func counted(_ piece: WrittenPiece) -> [WrittenPosition] {
    rejectedCount += piece.rejected
    firstRejected = firstRejected ?? piece.firstRejected
    let positions = piece.positions.filter { $0.time > countedBefore }
    for position in positions { newest = max(newest, position.time) }
    return positions
  }

  /// Sentences about what could not be read, for the report.
  func remarks(of app: String) -> [String] {
    if let refusal { return ["\(app) recorded nothing: \(refusal)."] }
    guard wasThere else {
      return ["\(app) recorded nothing: it never wrote \(file.path) in its home folder."]
    }
    var remarks: [String] = []
    if case .sqlite(let table) = form, let problem = table.problem {
      remarks.append("\(file.path) of \(app) could not be read at the end: \(problem).")
    }
    if rejectedCount == 0, newest == .distantPast, remarks.isEmpty {
      remarks.append("\(app) recorded nothing: it wrote no position into \(file.path).")
    }
    if rejectedCount > 0 {
      let rows = rejectedCount == 1 ? "1 row" : "\(rejectedCount) rows"
      remarks.append(
        "\(rows) of \(app)'s \(file.path) have no valid time and position and were left out; the"
          + " first is \(quoted(firstRejected ?? "")).")
    }
    return remarks
  }
}
