import Text
import Timekeeping

/// Drives, a line each.
///
/// The duration is that of the points, as Drives has it: shorter than from start to end, which is when the
/// phone's motion says that the drive is over. One that a kill left in progress has no end; one whose
/// details make no sense keeps its line, with the time of its record.
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
