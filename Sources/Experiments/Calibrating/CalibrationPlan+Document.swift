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
    for log in document.logs { nights += try log.nights(of: read(log), phone: document.phone) }
    guard !nights.isEmpty else {
      throw InputError(
        SourceLocation(file: document.file),
        "no log was on the battery for 3 h and until the gauge fell twice",
        accepted: "nights or days without a charger, long enough for the gauge to fall below 100 %")
    }
    self.init(name: document.name, phone: document.phone, nights: nights)
    if let share = document.heldBackShare { heldBackShare = share }
    seed = document.seed
  }
}
