import ArgumentParser
import CommandOptions
import Recordings
import Scenarios
import Simulation
import Text

/// Options that say what a list of logs says: the phone, and the settings under which it recorded.
struct LoggedPhoneOptions: ParsableArguments {
  @Option(help: "The phone of the logs (default: iphone-13)")
  var phone: String?

  @Option(help: "The phone's system (default: ios-17, or the one that the phone runs)")
  var system: String?

  @Option(help: "The capacity of the battery as a share of a new one's, such as 89%")
  var batteryHealth: String?

  @Option(help: "The preset that recorded all logs", completion: .preset)
  var preset: String?

  @Option(
    help: ArgumentHelp("A setting of the preset; repeatable", valueName: "setting=value"))
  var set: [String] = []

  @Option(help: "Where the phone lay during all logs: indoors, window or outdoors")
  var rest: CalibrationLog.Rest?

  @Option(help: "The device to read if a file has several")
  var device: String?

  @Option(help: "The time zone of the logs, such as Europe/Berlin")
  var timeZone: String?

  /// Returns the list of logs that the options describe.
  func document(of logs: [String], name: String) throws(InputError) -> CalibrationDocument {
    guard let preset else {
      throw InputError(
        .commandLine, "--preset is missing, so the settings of the logs are unknown",
        accepted: "--preset with --set, or a list of logs in YAML that begins with "
          + "'odographCalibration: 1'")
    }
    let options = try TraceOptions(
      trajectory: nil, origin: nil, start: nil, timeZone: timeZone)
    _ = try PresetLibrary.preset(preset)
    let choice = TrackerChoice(preset: preset)
    var overrides: [SettingOverride] = []
    for text in set {
      overrides.append(try SettingOverride.parse(text, trackers: [choice.name]))
    }
    let tracker = [choice].applying(overrides)
    guard tracker.count == 1 else {
      throw InputError(
        .commandLine, "--preset and --set make \(tracker.count) trackers", accepted: "one")
    }
    return CalibrationDocument(
      file: logs[0], name: name, phone: try setup(),
      logs: logs.map {
        CalibrationLog(path: $0, options: options, device: device, tracker: tracker[0], rest: rest)
      })
  }

  /// Returns the phone that the options describe.
  func setup() throws(InputError) -> PhoneSetup {
    try CalibrationReader(vocabulary: .simulatedPhone)
      .phone(profile: phone, system: system, batteryHealth: batteryHealth)
  }

  /// Refuses the options if a list is given, which has their values.
  func refuse(beside list: String) throws(InputError) {
    let given: [(String, Bool)] = [
      ("--phone", phone != nil), ("--system", system != nil),
      ("--battery-health", batteryHealth != nil),
    ]
    try refuseRecording(beside: list)
    guard let option = given.first(where: \.1)?.0 else { return }
    throw refusal(of: option, beside: list)
  }

  /// Refuses the options that say how logs were recorded.
  func refuseRecording(beside other: String) throws(InputError) {
    let given: [(String, Bool)] = [
      ("--preset", preset != nil),
      ("--set", !set.isEmpty), ("--rest", rest != nil), ("--device", device != nil),
      ("--time-zone", timeZone != nil),
    ]
    guard let option = given.first(where: \.1)?.0 else { return }
    throw refusal(of: option, beside: other)
  }

  private func refusal(of option: String, beside other: String) -> InputError {
    other == "--suggest"
      ? InputError(
        .commandLine, "\(option) is given with --suggest",
        accepted: "--phone, --system and --battery-health")
      : InputError(
        .commandLine, "\(option) is given beside \(quoted(other))",
        accepted: "the value in the list itself")
  }
}

extension CalibrationLog.Rest: ExpressibleByArgument {}
