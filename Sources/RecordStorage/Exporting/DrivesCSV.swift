import Text
import Timekeeping
import TrackingEngine

/// A writer of a CSV table with a line for each drive.
///
/// The column `duration_s` is the time from the drive's first point to its last point, as in the
/// app Drives. The time from `start` to `end` may be longer, because `end` is usually the time at
/// which the tracker noticed the end. The column `end` is empty for a drive that a kill left in
/// progress. If a drive's details are invalid, its line contains only the time of the record.
struct DrivesCSV: RecordWriter {
  func begin(_ text: inout TextBuffer) {
    text.add("start,end,start_place,end_place,distance_m,duration_s,points,business,recorded_at\n")
  }

  func add(_ record: Record, _ extras: RecordArchive.Extras, to text: inout TextBuffer) {
    let known = extras.details.flatMap(DriveSummary.init(json:)).map(fields)
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
