import ArgumentParser
import CommandOptions
import Experiments
import Scenarios
import Simulation
import Terminal
import Text

/// `odograph validate`: reports mistakes in a scenario, or describes its day. It describes a phone
/// profile too.
struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check scenarios, recordings and phone profiles for mistakes and describe them",
    discussion: CommandHelp(
      "Nothing is simulated. Random times are those of the seed.",
      examples: ["validate Scenarios/commuter-weekday.yaml", "validate ride.gpx"],
      page: "guide/run.md"
    ).text)

  @Argument(
    help: ArgumentHelp(
      "Scenarios or phone profiles in YAML, or recordings", valueName: "scenario|trace"),
    completion: .scenario)
  var scenarios: [String]

  @Option(
    parsing: .unconditional, help: "The seed of the day to describe (default: 1)",
    transform: { try Seed($0).number })
  var seed: UInt64 = 1

  @OptionGroup(title: "For recordings") var trace: TraceArguments

  func run() throws {
    var isFine = true
    for path in scenarios {
      do throws(InputError) {
        Console.write(try description(path))
      } catch {
        Console.remark(error.description)
        isFine = false
      }
    }
    guard isFine else { throw AlreadyReported(status: .badInput) }
  }

  private func description(_ path: String) throws(InputError) -> String {
    if ScenarioInput.isScenario(path), try DocumentKind.recognized(path: path) == .profile {
      try ScenarioInput.refuse(trace, for: path)
      let profile = try PhoneProfileReader(vocabulary: .simulatedPhone).read(path: path)
      return "\(path) is fine.\n\n\(ProfileText(profile: profile).text)\n"
    }
    let input = try ScenarioInput.read(path, trace)
    let day = try SimulatedDay(scenario: input.scenario, seed: seed)
    var trackers: [ProvisionedTracker] = []
    for choice in input.scenario.trackers { trackers.append(try day.provision(choice)) }
    let described = DayDescription(day: day, trackers: trackers)
    return "\(path) is fine.\n\n\(described.text)\n"
  }
}
