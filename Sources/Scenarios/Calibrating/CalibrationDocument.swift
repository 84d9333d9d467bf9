import Recordings
import Text

/// A list of logs of real phones, from which a calibration narrows the parameters of the phone's
/// model.
package struct CalibrationDocument: Sendable {
  package var file: String
  package var name: String
  /// The phone of the logs, with the values that are known of it.
  package var phone: PhoneSetup
  package var logs: [CalibrationLog]
  /// The share of the logs that the calibration does not see, so that they can check it.
  package var heldBackShare: Double?
  package var seed: UInt64

  package init(
    file: String, name: String, phone: PhoneSetup, logs: [CalibrationLog],
    heldBackShare: Double? = nil, seed: UInt64 = 1
  ) {
    self.file = file
    self.name = name
    self.phone = phone
    self.logs = logs
    self.heldBackShare = heldBackShare
    self.seed = seed
  }
}

/// A log of a real phone under known settings: the file, and the circumstances to simulate.
package struct CalibrationLog: Sendable {
  /// The use of a log in a calibration.
  package enum Use: String, Sendable, CaseIterable {
    /// The log is drawn, by the seed, either to narrow the parameters or to check them.
    case either
    /// The log narrows the parameters.
    case fit
    /// The log only checks the parameters.
    case check
  }

  /// The place of a phone that lies still during the whole log.
  package enum Rest: String, Sendable, CaseIterable {
    case indoors, window, outdoors
  }

  /// The path of the log's file, relative to the working folder.
  package var path: String
  package var location: SourceLocation
  package var options: TraceOptions
  /// The device to read if the file has several; nil if it has one.
  package var device: String?
  /// The tracker that recorded the log; nil for a phone without a tracker.
  package var tracker: TrackerChoice?
  /// The scenario that describes the person's way; nil if the log's own positions describe it.
  package var scenario: Scenario?
  /// The place at which the phone lay; nil if it was carried.
  package var rest: Rest?
  package var hasWiFi: Bool
  package var use: Use
  /// `another` if another phone of the same model recorded the log.
  package var unit: PhoneUnit

  package init(
    path: String, location: SourceLocation = .commandLine, options: TraceOptions = TraceOptions(),
    device: String? = nil, tracker: TrackerChoice?, scenario: Scenario? = nil, rest: Rest? = nil,
    hasWiFi: Bool = true,
    use: Use = .either, unit: PhoneUnit = .same
  ) {
    self.path = path
    self.location = location
    self.options = options
    self.device = device
    self.tracker = tracker
    self.scenario = scenario
    self.rest = rest
    self.hasWiFi = hasWiFi
    self.use = use
    self.unit = unit
  }
}
