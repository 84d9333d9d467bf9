import Experiments
import RunObservation
import RunViews
import Simulation

/// `timeline.csv`: the states of the phone and the tracker over time. Each row gives the states
/// after a change. The states hold until the next row.
struct TimelineCSV {
  private static let header: StaticString =
    "time,app,positioning,battery_percent,queue_length,authorization,is_paused"

  private let lines: LineWriter

  init(path: String) throws {
    lines = LineWriter(path: path)
    lines.add(TimelineCSV.header)
    try lines.endLine()
  }

  func add(_ row: TimelineRow) throws {
    lines.add(row.instant)
    lines.add(",")
    lines.add(text: row.app)
    lines.add(",")
    lines.add(text: row.positioning)
    lines.add(",")
    lines.add(row.batteryPercent)
    lines.add(",")
    lines.add(row.queueLength)
    lines.add(",")
    lines.add(text: row.authorization)
    lines.add(row.isPaused ? ",1" : ",0")
    try lines.endLine()
  }

  func finish() throws { try lines.finish() }
}
