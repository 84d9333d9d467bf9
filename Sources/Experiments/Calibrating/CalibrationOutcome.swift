import Scenarios
import Timekeeping

/// The results of a calibration: the report, and the profile for scenarios.
package struct CalibrationOutcome: Sendable {
  package var calibration: Calibration
  package var profile: PhoneProfileDocument
}

extension PhoneProfileDocument {
  /// Makes the profile of a calibrated phone. It has no place and no name of a device.
  ///
  /// - Parameter nights: the nights in the order of the calibration's.
  init(_ calibration: Calibration, nights: [CalibrationNight], phone: PhoneSetup) {
    let logs = zip(calibration.nights, nights).filter { $0.0.role != .anotherUnit }
      .map { Log($0, calendar: $1.scenario.calendar) }
    let draws = calibration.design.posteriorDraws
    let known = phone.model.map { fixed in
      // What is known of the phone holds for the profile too.
      Parameter(
        fixed.name, prior: fixed.value...fixed.value, outcome: .given,
        draws: [Double](repeating: fixed.value, count: draws))
    }
    self.init(
      name: calibration.name, phone: calibration.phone, system: calibration.system, logs: logs,
      parameters: known + calibration.parameters.map(Parameter.init), readings: phone.readings,
      unexplained: (calibration.unexplainedPercentPerHour * 1000).rounded() / 1000)
  }
}

extension PhoneProfileDocument.Log {
  fileprivate init(_ night: Calibration.Night, calendar: LocalCalendar) {
    func cut(_ value: Double) -> Double { (value * 100).rounded() / 100 }
    self.init(
      sha256: night.sha256, from: calendar.date(of: night.start),
      until: calendar.date(of: night.end), tracker: night.setting,
      drain: cut(night.measured.middle),
      predicted: cut(night.after.low)...cut(night.after.high), isHeldBack: night.role == .heldBack)
  }
}

extension PhoneProfileDocument.Parameter {
  fileprivate init(_ parameter: Calibration.Parameter) {
    self.init(
      parameter.name, prior: parameter.priorLow...parameter.priorHigh,
      outcome: parameter.outcome == .moved ? .moved : .undecided,
      draws: parameter.draws.map { $0.rounded(toDigits: 6) })
  }
}
