import Evaluation

/// A figure in a table of a page, with its interval and with a bar for a share or a battery use.
struct PageCell: Encodable {
  struct Meter: Encodable {
    /// The CSS class of the color.
    var style: String
    /// The width in percent of a full bar.
    var width: Double
  }

  var text: String
  var range: String?
  var meter: Meter? = nil

  init(_ cell: Table.Cell) {
    text = cell.text
    range = cell.range
  }

  /// Makes the cell of a measure's mean.
  ///
  /// - Parameter costMax: The largest battery use of the table, whose bar is full.
  init(_ cell: Table.Cell, measure: String, mean: Double?, costMax: Double, mark: TrackerMark) {
    self.init(cell)
    guard let mean else { return }
    let isCost = measure == Measures.cost
    guard isCost || Measures.definition(of: measure)?.unit == .share else { return }
    let share = isCost ? max(mean, 0) / max(costMax, .leastNormalMagnitude) : mean
    meter = Meter(style: mark.colorClass, width: (share * 1000).rounded() / 10)
  }
}
