/// A table for the terminal, whose columns are as wide as their widest cells.
struct TextTable {
  private let rows: [[String]]
  private let leftColumns: Int

  /// - Parameter leftColumns: the number of columns that are aligned to the left; numbers follow.
  init(_ rows: [[String]], leftColumns: Int) {
    self.rows = rows
    self.leftColumns = leftColumns
  }

  var text: String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return column < leftColumns ? cell.0 + space : space + cell.0
      }.joined(separator: "  ")
    }.joined(separator: "\n") + "\n"
  }
}
