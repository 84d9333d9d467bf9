import Scenarios
import Text
import World

extension CalibrationPlan {
  /// Reads the logs of a list.
  ///
  /// - Parameter read: reads the positions and the battery of a log's file.
  /// - Throws: `InputError` if a log cannot be read, or if none was long enough on the battery.
  package init(
    _ document: CalibrationDocument, read: (CalibrationLog) throws(InputError) -> Trace
  ) throws(InputError) {
    var nights: [CalibrationNight] = []
    var remarks = LogRemarks()
    for log in document.logs {
      let trace = try read(log)
      let found = try log.nights(of: trace, phone: document.phone)
      try nights.refuseRepeats(in: found, at: log.location)
      nights += found
      remarks.add(log, trace, nights: found)
    }
    guard !nights.isEmpty else {
      throw InputError(
        SourceLocation(file: document.file), "no log has a usable night: " + remarks.reasons,
        accepted: "nights or days without a charger, long enough for the gauge to fall below 100 %")
    }
    self.init(name: document.name, phone: document.phone, nights: nights)
    self.remarks = remarks.sentences
    if let share = document.heldBackShare { heldBackShare = share }
    seed = document.seed
  }
}

extension [CalibrationNight] {
  /// Refuses a night of the phone that is in another log too: the same night cannot both narrow the
  /// parameters and check them.
  fileprivate func refuseRepeats(
    in found: [CalibrationNight], at location: SourceLocation
  ) throws(InputError) {
    for night in found where night.unit == .same {
      guard
        let other = first(where: { $0.unit == .same && $0.measured.overlaps(night.measured) })
      else { continue }
      throw InputError(
        location, "\(quoted(night.name)) and \(quoted(other.name)) are at the same time",
        accepted: "each night of the phone once; 'unit: another' for another phone")
    }
  }
}
