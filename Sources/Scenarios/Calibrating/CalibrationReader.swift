import Documents
import Recordings
import Text

/// A reader of lists of logs for a calibration, as strict as the reader of scenarios.
package struct CalibrationReader: DocumentReader {
  package static let kind = DocumentKind.calibration

  private let scenarios: ScenarioReader

  package init(vocabulary: ScenarioVocabulary) {
    scenarios = ScenarioReader(vocabulary: vocabulary)
  }

  package func read(_ root: SourceNode, file: String) throws(InputError) -> CalibrationDocument {
    let fields = try Fields(root, keys: CalibrationKeys.calibration)
    try fields.requireVersion("odographCalibration")
    _ = try fields.required("phone", accepted: "such as phone: { profile: iphone-13 }")
    let usual = Usual(
      tracker: try fields["tracker"].map { (node) throws(InputError) in try tracker(node) },
      rest: try fields.choice("rest", as: CalibrationLog.Rest.self))
    let list = try fields.required("logs", accepted: "a list of logs")
    var logs: [CalibrationLog] = []
    for node in try list.list("a list of logs") {
      let log = try self.log(node, usual)
      guard
        !logs.contains(where: {
          $0.path == log.path && $0.device == log.device
        })
      else { throw node.refused("\(quoted(log.path)) is listed twice", accepted: "each log once") }
      logs.append(log)
    }
    guard !logs.isEmpty else { throw list.refused(accepted: "at least one log") }
    return CalibrationDocument(
      file: file, name: try fields.documentName() ?? PresetLibrary.name(of: file),
      phone: try scenarios.readPhone(fields["phone"]), logs: logs,
      heldBackShare: try fields.quantity("heldBack"),
      seed: try fields["seed"]?.seedNumber() ?? 1)
  }

  /// Reads a phone from texts of the command line. Messages name the options.
  package func phone(
    profile: String?, system: String?, batteryHealth: String?
  ) throws(InputError) -> PhoneSetup {
    let given = [
      ("profile", "--phone", profile), ("system", "--system", system),
      ("batteryHealth", "--battery-health", batteryHealth),
    ]
    let entries = given.compactMap { key, option, text in
      text.map {
        SourceEntry(
          key: key, keyLocation: .commandLine,
          value: SourceNode(
            name: option, content: .text($0, isQuoted: true), location: .commandLine))
      }
    }
    return try scenarios.readPhone(
      SourceNode(name: "phone", content: .mapping(entries), location: .commandLine))
  }

  /// The tracker of a log, or the statement that there was none.
  private struct Choice {
    var tracker: TrackerChoice?
  }

  /// The values that apply to all logs without values of their own.
  private struct Usual {
    var tracker: Choice?
    var rest: CalibrationLog.Rest?
  }

  private func log(_ node: SourceNode, _ usual: Usual) throws(InputError) -> CalibrationLog {
    guard case .mapping = node.content else {
      return CalibrationLog(
        path: ScenarioInheritance.path(try node.text("a path"), from: node.location),
        location: node.location, tracker: try chosen(usual.tracker, node), rest: usual.rest)
    }
    let fields = try Fields(node, keys: CalibrationKeys.log)
    try fields.refuseTogether("scenario", "rest")
    let path = try fields.required("log", accepted: "the path of a recording")
    var options = TraceOptions()
    options.calendar = try fields["timeZone"]?.timeZone()
    let own = try fields["tracker"].map { (node) throws(InputError) in try tracker(node) }
    let scenario = try fields["scenario"].map { (node) throws(InputError) in
      try scenarios.read(
        path: ScenarioInheritance.path(try node.text("a path"), from: node.location),
        mention: node.location)
    }
    return CalibrationLog(
      path: ScenarioInheritance.path(try path.text("a path"), from: path.location),
      location: path.location, options: options, device: try fields["device"]?.text(),
      tracker: try chosen(own ?? usual.tracker, node), scenario: scenario,
      rest: try fields.choice("rest", as: CalibrationLog.Rest.self)
        ?? (scenario == nil ? usual.rest : nil),
      hasWiFi: try fields.flag("wifi") ?? true,
      use: try fields.choice("use", as: CalibrationLog.Use.self) ?? .either,
      unit: try fields.choice("unit", as: PhoneUnit.self) ?? .same)
  }

  private func chosen(
    _ choice: Choice?, _ node: SourceNode
  ) throws(InputError) -> TrackerChoice? {
    if let choice { return choice.tracker }
    throw node.refused(
      "the log has no 'tracker'",
      accepted: "a preset with the settings under which it was recorded, or none")
  }

  private func tracker(_ node: SourceNode) throws(InputError) -> Choice {
    if case .text("none", _) = node.content { return Choice() }
    return Choice(tracker: try scenarios.readTracker(node))
  }
}
