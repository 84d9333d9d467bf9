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
    if let drive = details.flatMap(DriveSummary.init(json:)) {
      write(drive, to: &text)
    } else {
      text.add(",,,,,,,")
    }
    text.add(",")
    text.add(record.recordedAt)
    text.endLine()
  }

  private func write(_ drive: DriveSummary, to text: inout TextBuffer) {
    text.add(drive.start)
    text.add(",")
    if !drive.isInProgress { text.add(drive.end) }
    text.add(",")
    text.add(text: Escaping.csv(drive.startPlace ?? ""))
    text.add(",")
    text.add(text: Escaping.csv(drive.endPlace ?? ""))
    text.add(",")
    text.add(drive.distanceMeters, decimals: 0)
    text.add(",")
    text.add(drive.duration.seconds, decimals: 0)
    text.add(",")
    text.add(drive.pointCount)
    text.add(",")
    text.add(flag: drive.isBusiness)
  }
}
