import Scenarios
import Simulation
import Text

/// A plan to compare the model with published measurements. Each row of a document is run over many
/// seeds.
package struct ValidationPlan: Sendable {
  package var documents: [ValidationDocument]
  package var seeds: [UInt64]
  package var jobs = 1
  /// Called before each day, from several threads. Returns true to stop the validation.
  package var isCancelled: @Sendable () -> Bool = { false }
  /// Called with the number of finished runs, from several threads.
  package var onProgress: (@Sendable (_ done: Int, _ total: Int) -> Void)?

  private let scenarios: [String: Scenario]

  /// Creates a plan. Reads every scenario and checks every tracker first, so that an error in a
  /// file does not stop the validation halfway.
  package init(_ documents: [ValidationDocument], seeds: [UInt64]) throws(InputError) {
    self.documents = documents
    self.seeds = seeds
    try Self.refuseRepetitions(documents)
    var scenarios: [String: Scenario] = [:]
    for subject in documents.flatMap(\.rows).flatMap(\.subjects) {
      for mention in subject.scenarios {
        let scenario: Scenario
        if let known = scenarios[mention.text] {
          scenario = known
        } else {
          scenario = try ScenarioReader(vocabulary: .simulatedPhone)
            .read(path: mention.text, mention: mention.location)
          scenarios[mention.text] = scenario
        }
        if let tracker = subject.tracker {
          _ = try SimulatedDay(scenario: scenario, seed: seeds.first ?? 1).provision(tracker)
        }
      }
    }
    self.scenarios = scenarios
  }

  /// Rejects two rows with the same name, since the report identifies a row by its name.
  private static func refuseRepetitions(_ documents: [ValidationDocument]) throws(InputError) {
    var files: [String: String] = [:]
    for document in documents {
      for row in document.rows {
        if let other = files[row.id] {
          throw InputError(
            SourceLocation(file: document.file),
            "two rows are called \(quoted(row.id)); the other is in '\(other)'",
            accepted: "each row name once, and each file once")
        }
        files[row.id] = document.file
      }
    }
  }

  /// One scenario with one tracker. Several rows may use the same setup.
  private struct Setup: Hashable {
    var scenario: String
    var tracker: TrackerChoice?
    var keepAlive: ValidationSubject.KeepAlive?

    init(_ scenario: String, _ subject: ValidationSubject) {
      self.scenario = scenario
      tracker = subject.tracker
      tracker?.location = .commandLine
      for index in tracker?.settings.indices ?? 0..<0 {
        tracker?.settings[index].location = .commandLine
      }
      keepAlive = subject.keepAlive
    }
  }

  /// Runs each combination of scenario and tracker once per seed, even if several rows need it.
  ///
  /// If the validation is canceled, the report covers only the runs that were done, and
  /// `isComplete` is false.
  package func run() throws -> ValidationReport {
    let setups = setups()
    var places: [Setup: Int] = [:]
    for (index, setup) in setups.enumerated() { places[setup.setup] = index }
    let count = setups.count * seeds.count
    var work = ParallelWork(count: count, jobs: jobs, isCancelled: isCancelled)
    work.onProgress = { [onProgress] in onProgress?($0, count) }
    let kept = try work.results { number in
      let (setup, wanted) = setups[number / seeds.count]
      return try figures(setup, wanted, seed: seeds[number % seeds.count])
    }
    var isComplete = true
    let sections = documents.map { document in
      ValidationReport.Section(
        document: document,
        rows: document.rows.map { row in
          let figures = figures(of: row.subject, places, setups, kept, &isComplete)
          let others = row.against.map { self.figures(of: $0, places, setups, kept, &isComplete) }
          return ValidationVerdict(row, figures: figures, against: others)
        })
    }
    return ValidationReport(sections: sections, seeds: seeds, isComplete: isComplete)
  }

  /// Returns the setups to run, each with its subjects.
  ///
  /// A subject names a measure. The measure is computed from the runs of the subject's setups.
  private func setups() -> [(setup: Setup, wanted: [ValidationSubject])] {
    var setups: [(setup: Setup, wanted: [ValidationSubject])] = []
    var places: [Setup: Int] = [:]
    for subject in documents.flatMap(\.rows).flatMap(\.subjects) {
      for path in subject.scenarios.map(\.text) {
        let setup = Setup(path, subject)
        if let place = places[setup] {
          if !setups[place].wanted.contains(where: { $0.key == subject.key }) {
            setups[place].wanted.append(subject)
          }
        } else {
          places[setup] = setups.count
          setups.append((setup, [subject]))
        }
      }
    }
    return setups
  }

  private func figures(
    _ setup: Setup, _ wanted: [ValidationSubject], seed: UInt64
  ) throws -> [String: [ValidationSample]] {
    guard let scenario = scenarios[setup.scenario], let first = wanted.first else { return [:] }
    let run = try ValidationRun(first, scenario: scenario, seed: seed)
    var samples: [String: [ValidationSample]] = [:]
    for subject in wanted {
      samples[subject.key] = run.samples(
        of: subject.measure, subject, legs: subject.legs[setup.scenario] ?? [])
    }
    return samples
  }

  /// Returns a measure's figure for each seed; nil if the measure does not apply or the run is
  /// missing.
  ///
  /// If a run is missing, `isComplete` becomes false.
  private func figures(
    of subject: ValidationSubject, _ places: [Setup: Int],
    _ setups: [(setup: Setup, wanted: [ValidationSubject])],
    _ kept: [[String: [ValidationSample]]?], _ isComplete: inout Bool
  ) -> [Double?] {
    let takesMedian = ValidationMeasure(rawValue: subject.measure)?.takesMedian ?? false
    var figures: [Double?] = []
    for seed in seeds.indices {
      var samples: [ValidationSample] = []
      for path in subject.scenarios.map(\.text) {
        guard let place = places[Setup(path, subject)],
          let run = kept[place * seeds.count + seed]
        else {
          isComplete = false
          continue
        }
        samples += run[subject.key] ?? []
      }
      figures.append(samples.figure(takesMedian: takesMedian))
    }
    return figures
  }
}

extension ValidationRow {
  fileprivate var subjects: [ValidationSubject] { [subject] + (against.map { [$0] } ?? []) }
}

extension ValidationSubject {
  /// The key of the measure within one run.
  ///
  /// The key contains the document's file name, since two documents may define different legs with
  /// the same name.
  fileprivate var key: String { "\(file)|\(measure)|\(trip ?? "")|\(leg ?? "")" }
}
