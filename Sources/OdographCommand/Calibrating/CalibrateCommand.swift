import ArgumentParser
import CommandOptions
import Experiments
import Files
import Foundation
import Reporting
import Scenarios
import Simulation
import Terminal
import Text

/// `odograph calibrate`: narrows the parameters of a phone's model by logs of a real phone.
struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Make a profile of your own phone from nights and days under known settings",
    discussion: CommandHelp(
      """
      Logs have readings of the battery: the store of 'odograph serve', Overland's GeoJSON, \
      OwnTracks' .rec, or CSV with battery_level. Either one YAML file lists them with their \
      settings (odographCalibration: 1), or --preset and --set apply to all. A third of the nights \
      is held back and shows whether the profile predicts. The profile names no place and no device.

      The folder of --report receives calibration.html and calibration.json.

      With --suggest, the argument is a scenario, and nothing is calibrated: the command prints \
      the nights that would settle most of the difference between two presets on that day.
      """,
      examples: [
        "calibrate nights.yaml -o my-phone.yaml",
        "calibrate *.geojson --phone iphone-13 --preset always --rest indoors -o my-phone.yaml",
        "calibrate --suggest adaptive,always Scenarios/commuter-weekday.yaml",
      ], page: "guide/calibrate.md"
    ).text)

  @Argument(
    help: ArgumentHelp(
      "Logs, or one list of logs in YAML; with --suggest a scenario", valueName: "log|list"),
    completion: .file())
  var logs: [String]

  @Option(
    help: ArgumentHelp(
      "Print the nights that settle most of the difference of two presets", valueName: "a,b"),
    completion: .preset)
  var suggest: String?

  @OptionGroup(title: "For logs without a list") var phone: LoggedPhoneOptions

  @Option(
    help: "The share of the nights that only check the result (default: 34%)",
    transform: { try share($0) })
  var heldBack: Double?

  @Option(
    parsing: .unconditional, help: "The seed of all draws (default: 1)",
    transform: { try Seed($0).number })
  var seed: UInt64?

  @Option(
    parsing: .unconditional,
    help: "The number of draws of the model before the logs (default: 300)",
    transform: { try wholeNumber($0, upTo: 10_000) })
  var draws: Int = 300

  @OptionGroup var cores: CoreOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The profile to write (default: my-phone.yaml)", valueName: "file"),
    completion: .file())
  var output: String = "my-phone.yaml"

  @Option(
    help: ArgumentHelp(
      "The folder for the report (default: Reports/calibration)", valueName: "folder"),
    completion: .directory)
  var report: String = "Reports/calibration"

  @Option(help: "The form in which the result is printed")
  var format: CalibrationFormat = .terminal

  @Flag(name: .shortAndLong, help: "Print only errors")
  var quiet = false

  @OptionGroup var color: ColorOption

  func validate() throws {
    guard output != "", report != "" else {
      throw ValidationError("--output or --report is empty; accepted: a path")
    }
    guard draws >= 100 || suggest != nil else {
      throw ValidationError("--draws is \(draws); accepted: at least 100")
    }
  }

  func run() throws {
    if let suggest { return try printSuggestion(of: suggest) }
    var plan = try readPlan()
    if let heldBack { plan.heldBackShare = heldBack }
    if let seed { plan.seed = seed }
    plan.priorDraws = draws
    try OutputFile.refuse(output, option: "--output", overwriting: logs)
    try ReplacedFile.refuse(output, unlessMarked: "odographProfile", "is no phone profile")
    let profile = try OutputFile(output)
    defer { profile.discard() }
    let folder = try StagedFolder.opened(report, option: "--report")
    defer { folder.discard() }
    try folder.refuseObstacles(to: CalibrationFiles.names, option: "--report")
    let interruption = InterruptionRequest()
    defer { interruption.end() }
    let flag = interruption.flag
    let progress = ProgressLine("Calibrating", unit: "runs", isQuiet: quiet)
    plan.jobs = cores.jobs
    plan.isCancelled = { flag.isUp }
    plan.onProgress = { progress.report(done: $0, of: $1) }
    let result = try plan.run(options: options(plan))
    progress.clear()
    guard let result else { throw AlreadyReported.interrupted("nothing is written") }
    let text = EditorSchema.profile.sharedHead(result.profile.text, at: output)
    try profile.write([UInt8](text.utf8))
    try CalibrationFiles(result.calibration)
      .put(in: folder, as: format, profile: output, isQuiet: quiet)
    try profile.commit()
  }

  private func options(_ plan: CalibrationPlan) -> [String] {
    [
      "logs=\(plan.nights.count)", "held-back=\(plan.heldBackShare)", "seed=\(plan.seed)",
      "draws=\(plan.priorDraws)",
    ]
  }

  // MARK: Reading

  private func readPlan() throws(InputError) -> CalibrationPlan {
    let lists = logs.filter(Self.isList)
    guard let list = lists.first else {
      return try plan(phone.document(of: logs, name: profileName))
    }
    guard logs.count == 1 else {
      throw InputError(
        .commandLine, "\(quoted(list)) is a list of logs, and other files are given beside it",
        accepted: "one list, or logs without a list")
    }
    try phone.refuse(beside: list)
    let reader = CalibrationReader(vocabulary: .simulatedPhone)
    return try plan(reader.read(path: list))
  }

  private func plan(_ document: CalibrationDocument) throws(InputError) -> CalibrationPlan {
    try CalibrationPlan(document) { (log) throws(InputError) in
      try LogInput(paths: [log.path], device: log.device).read(log.options, range: nil).trace
    }
  }

  /// The name of the profile: that of its file, since a log's name may say too much.
  private var profileName: String {
    URL(fileURLWithPath: output).deletingPathExtension().lastPathComponent
  }

  private static func isList(_ path: String) -> Bool {
    ["yaml", "yml"].contains(URL(fileURLWithPath: path).pathExtension.lowercased())
  }
}

/// Returns the share, from 0 to 0.99, that an option's text gives.
private func share(_ text: String) throws -> Double {
  let isPercent = text.hasSuffix("%")
  let digits = (isPercent ? String(text.dropLast()) : text).trimmingCharacters(in: .whitespaces)
  guard let number = Double(digits), case let share = isPercent ? number / 100 : number,
    (0...0.99).contains(share)
  else { throw ValidationError("accepted: a share from 0% to 99%, such as 34%") }
  return share
}

/// The format in which the results of a calibration are printed.
enum CalibrationFormat: String, ResultFormat {
  case terminal, json
}
