import Text
import Timekeeping

/// A phone profile: values of the model's parameters that agree with the logs of a real phone.
///
/// `odograph calibrate` writes it. A profile contains neither positions nor names of devices.
package struct PhoneProfileDocument: Sendable, Hashable {
  package var name: String
  /// The name of the device profile on which the calibration is based, such as "iphone-13".
  package var phone: String
  /// The name of the operating system that the phone ran in the logs.
  package var system: String
  package var logs: [Log]
  /// The calibrated parameters. All have the same number of draws, and the draws with one index
  /// belong together.
  package var parameters: [Parameter]
  /// The model variants that the calibration assumed.
  package var readings: [ModelVariantChoice]
  /// The standard deviation by which nights of the phone differ beyond the model [%/h]; nil if it
  /// was not estimated.
  package var unexplained: Double?

  package init(
    name: String, phone: String, system: String, logs: [Log], parameters: [Parameter],
    readings: [ModelVariantChoice] = [], unexplained: Double? = nil
  ) {
    self.name = name
    self.phone = phone
    self.system = system
    self.logs = logs
    self.parameters = parameters
    self.readings = readings
    self.unexplained = unexplained
  }

  /// A log of the phone's battery that the calibration read.
  package struct Log: Sendable, Hashable {
    /// The SHA-256 digest of the log's file in hexadecimal digits.
    package var sha256: String
    package var from: CivilDate
    package var until: CivilDate
    /// The tracker that ran during the log, and its settings; nil if not stated.
    package var tracker: String?
    /// The battery's drain in the log [%/h].
    package var drain: Double?
    /// The interval of the drain that the calibrated model predicts for the log [%/h].
    package var predicted: ClosedRange<Double>?
    /// True if the calibration did not use the log, so that the prediction is a test.
    package var isHeldBack: Bool

    package init(
      sha256: String, from: CivilDate, until: CivilDate, tracker: String? = nil,
      drain: Double? = nil, predicted: ClosedRange<Double>? = nil, isHeldBack: Bool = false
    ) {
      self.sha256 = sha256
      self.from = from
      self.until = until
      self.tracker = tracker
      self.drain = drain
      self.predicted = predicted
      self.isHeldBack = isHeldBack
    }
  }

  /// A calibrated parameter of the phone's model.
  package struct Parameter: Sendable, Hashable {
    package var name: String
    /// The range from which the model draws the parameter without the logs.
    package var prior: ClosedRange<Double>
    package var outcome: Outcome
    /// The draws from the posterior, in the parameter's own unit.
    package var draws: [Double]

    package init(
      _ name: String, prior: ClosedRange<Double>, outcome: Outcome, draws: [Double]
    ) {
      self.name = name
      self.prior = prior
      self.outcome = outcome
      self.draws = draws
    }

    /// The number of draws that the calibration moved out of the prior.
    package var outsideCount: Int { draws.count { !prior.contains($0) } }
  }

  /// The result of a calibration for one parameter: the logs moved it, they cannot settle it, or
  /// its value was given to the calibration.
  package enum Outcome: String, Sendable, Hashable, CaseIterable {
    case moved, undecided, given
  }

  /// The largest number of draws of a parameter.
  package static let drawsMax = 10_000

  package var drawCount: Int { parameters.first?.draws.count ?? 0 }

  /// The number of parameters with an outcome, as text such as "4 of 5 moved, 2 given".
  package var outcomes: String {
    let given = parameters.count { $0.outcome == .given }
    let moved = parameters.count { $0.outcome == .moved }
    return "\(moved) of \(counted(parameters.count - given, "parameter")) moved"
      + (given > 0 ? ", \(given) given" : "")
  }
}

/// A calibrated phone of a scenario: the profile, its file, and the unit that is simulated.
package struct PhoneCalibration: Sendable, Hashable {
  package var profile: PhoneProfileDocument
  package var file: String
  package var unit: PhoneUnit
  /// The names of the model variants that the scenario has from the profile alone.
  fileprivate(set) var addedReadings: [String] = []

  package init(profile: PhoneProfileDocument, file: String, unit: PhoneUnit = .same) {
    self.profile = profile
    self.file = file
    self.unit = unit
  }
}

extension PhoneSetup {
  /// Makes the phone a calibrated one. Model variants that the scenario names itself stay.
  mutating func take(_ calibration: PhoneCalibration) {
    let chosen = readings.map(\.name)
    let added = calibration.profile.readings.filter { !chosen.contains($0.name) }
    readings += added
    self.calibration = calibration
    self.calibration?.addedReadings = added.map(\.name)
  }
}

extension Scenario {
  /// Makes a calibrated phone one of its kind, and forgets what the profile has added.
  package mutating func dropCalibration() {
    guard let calibration = phone.calibration else { return }
    phone.calibration = nil
    phone.readings.removeAll { calibration.addedReadings.contains($0.name) }
    sourceFiles.removeAll { $0 == calibration.file }
    remarks.removeAll { calibration.remarks.contains($0) }
  }
}

/// The unit of a calibrated phone: the one that made the logs, or another of the same kind.
///
/// Parameters that belong to one phone and its person, such as the battery's health, are drawn anew
/// for another unit.
package enum PhoneUnit: String, Sendable, Hashable, CaseIterable { case same, another }
