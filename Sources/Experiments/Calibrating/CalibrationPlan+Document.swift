import Scenarios
import Text

extension CalibrationPlan {
  /// Reads the logs of a list.
  ///
  /// - Throws: `InputError` if a log cannot be read, or if none was long enough on the battery.
  package init(_ document: CalibrationDocument) throws(InputError) {
    var nights: [CalibrationNight] = []
    for log in document.logs { nights += try log.nights(phone: document.phone) }
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
