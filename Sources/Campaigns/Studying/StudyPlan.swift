import Evaluation
import Scenarios
import SimulatedPhone
import Simulation
import Text
import Timekeeping

/// A study whose plan was completely read and checked before any simulation.
package struct StudyPlan: Sendable {
  package let document: StudyDocument
  /// The measures that the study lists for each tracker and participant.
  let measures: [String]
  /// The options, as listed in the result's provenance.
  let options: [String]
  /// Trial scenarios for checking the plan. They belong to no participant. Together they contain
  /// every persona, both ends of every range, and every choice.
  let trials: [Scenario]
  /// The names of the protocol's trackers. Their presets are read only once.
  let trackers: [String]
  let presets: [Preset]
  package let fingerprint: PlanFingerprint
  let form: RecordForm

  private static let vocabulary: ScenarioVocabulary = .simulatedPhone
  /// The measures that every study computes. A study's file may add further measures. Measures of
  /// fences and gates are left out, since a study's trackers use neither fences nor gates.
  private static let usualMeasures = Measures.headline.filter {
    !["geofenceRecall", "gateRecall"].contains($0)
  }

  /// - Parameters:
  ///   - participants: The number of participants, in place of the number in the file.
  ///   - seed: The first participant's seed, in place of the seed in the file.
  /// - Throws: An error in the study's file, or in a file that the study names. Errors that only a
  ///   run can show are not found.
  package static func read(
    path: String, participants: Int? = nil, seed: UInt64? = nil
  ) throws(InputError) -> StudyPlan {
    var document = try StudyReader(measures: Measures.names).read(path: path)
    document.participants = participants ?? document.participants
    document.seed = seed ?? document.seed
    return try StudyPlan(document)
  }

  public var chosenTrackers: [TrackerChoice] { trials[0].trackers }

  package init(_ document: StudyDocument) throws(InputError) {
    guard !document.seed.addingReportingOverflow(UInt64(document.participants)).overflow else {
      throw InputError(.commandLine, "--seed leads beyond the largest seed")
    }
    self.document = document
    measures = (Self.usualMeasures + document.measures).withoutRepeats
    options = ["participants=\(document.participants)", "seed=\(document.seed)"]
    try document.refuseUnplaced()
    let people = try document.trials(vocabulary: Self.vocabulary)
    trials = people.map(\.scenario)
    trackers = trials[0].trackers.map(\.name)
    var presets: [Preset] = []
    for choice in trials[0].trackers { presets.append(try choice.readPreset()) }
    self.presets = presets
    form = RecordForm(measureCount: measures.count, days: document.days)
    fingerprint = PlanFingerprint(document, trials: trials, measures: measures)
    for participant in people {
      let day = try Self.weeks(of: participant, document)
      for (choice, preset) in zip(participant.scenario.trackers, presets) {
        _ = try day.provision(choice, preset: preset)
      }
    }
  }

  private static func weeks(
    of participant: Participant, _ document: StudyDocument
  ) throws(InputError) -> SimulatedDay {
    do throws(InputError) {
      let day = try SimulatedDay(scenario: participant.scenario, seed: participant.seed)
      try refuseEndlessWay(day)
      return day
    } catch {
      throw document.reporting(error, of: participant)
    }
  }

  /// Rejects a participant with a trip that takes a day or more. The usual cause is that the study
  /// draws the trip's length without an upper limit (`most`).
  private static func refuseEndlessWay(_ day: SimulatedDay) throws(InputError) {
    guard let way = day.world.longestWay, way.seconds >= daySeconds else { return }
    throw InputError(
      SourceLocation(file: day.scenario.file, line: way.line),
      "\(way.name), \(Int((way.lengthMeters / 1000).rounded())) km, takes "
        + "\(TimeSpan.seconds(way.seconds.rounded()))",
      accepted: "ways of less than a day, for example with 'most' where they are drawn")
  }

  private static let daySeconds = 86_400.0

  package var provenance: Provenance { Provenance(scenarios: trials, options: options) }

  package var phoneDays: Int { document.participants * document.days * trackers.count }

  func isUsable(validDays: Double) -> Bool { validDays >= Double(document.usable.validDays) }

  /// Returns the participant with this number, counted from 1.
  func participant(_ number: Int) throws(InputError) -> Participant {
    try document.participant(number, vocabulary: Self.vocabulary)
  }

  func traits(of number: Int) throws(InputError) -> ParticipantTraits {
    try document.traits(of: number, vocabulary: Self.vocabulary)
  }

  /// Runs one participant's weeks with each tracker, and returns only sums.
  func records(of number: Int) throws -> [TrackerRecord] {
    let participant = try participant(number)
    let day = try Self.weeks(of: participant, document)
    let bare = try BaselineDay(day)
    let windows = RememberedWindows()
    return try zip(participant.scenario.trackers, presets).map { choice, preset in
      var run = TrackerRun(day: day, tracker: try day.provision(choice, preset: preset))
      run.bare = bare
      run.rememberedWindows = windows
      var judge: Evaluator?
      run.onJudged = { judge = $0 }
      let result = try run.run()
      return TrackerRecord(result, judge: judge, measures: measures, document)
    }
  }
}

extension StudyPlan: ShardedPlan {
  package static let kind = "study"
  package static let unit = "participant"
  package static let reportsReading = false

  package var name: String { document.name }
  package var unitCount: Int { document.participants }
  package var scenarioCount: Int { 1 }
  package var trackerCount: Int { trackers.count }
  package var figureCount: Int { form.width }
  package var plannedShardCount: Int? {
    document.shardCount.map { min($0, document.participants) }
  }
  /// The steps that one finished participant adds to the progress bar.
  package var progressPerUnit: Int { 1 }

  package func unitSimulation() throws -> @Sendable (Int) throws -> [[Double?]] {
    { unit in try records(of: unit + 1).map { $0.row(form) } }
  }

  /// Returns true if the fingerprint belongs to the same study with fewer participants.
  package func outgrows(_ fingerprint: PlanFingerprint) -> Bool {
    self.fingerprint.participants(besidesThoseOf: fingerprint).map { $0 > 0 } ?? false
  }
}
