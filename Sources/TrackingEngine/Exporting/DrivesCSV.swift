import Text
import Timekeeping

/// A writer of a CSV table with a line for each drive.
///
/// The duration is the time from the first point to the last, as in the app Drives. It is shorter
/// than the time from start to end, because a drive ends only when the phone's motion reports the
/// end. A drive that a kill left in progress has no end. If a drive's details are invalid, its line
/// contains only the time of the record.
struct DrivesCSV: RecordWriter {
  func begin(_ text: inout TextBuffer) {
    text.add("start,end,start_place,end_place,distance_m,duration_s,points,business,recorded_at\n")
  }

  func add(_ record: Record, details: String?, to text: inout TextBuffer) {
    let known = details.flatMap(DriveSummary.init(json:)).map(fields)
    text.addRow((known ?? Array(repeating: .empty, count: 8)) + [.instant(record.recordedAt)])
  }

  private func fields(of drive: DriveSummary) -> [CSVField] {
    [
      .instant(drive.start), .instant(drive.isInProgress ? nil : drive.end),
      .text(Escaping.csv(drive.startPlace ?? "")), .text(Escaping.csv(drive.endPlace ?? "")),
      .number(drive.distanceMeters, decimals: 0), .number(drive.duration.seconds, decimals: 0),
      .count(drive.pointCount), .flag(drive.isBusiness),
    ]
  }
}
