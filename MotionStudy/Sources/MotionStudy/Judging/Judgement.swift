import Foundation
import MotionSensing

/// `MotionStudy judge`: the committed model on all people that it was not trained on.
enum Judgement {
  static func run(_ sets: [RecordingSet], in folder: URL) throws {
    let judged = sets.map { set in
      RecordingSet(
        name: set.name,
        recordings: set.recordings.filter { !TrainingSubjects.all.contains($0.subject) })
    }.filter { !$0.recordings.isEmpty }
    let windows = judged.flatMap { $0.windows() }
    guard !windows.isEmpty else {
      throw RecordingError(
        file: "judge", found: "all people in the recordings are training subjects")
    }
    printSets(judged)
    printCrossSet(judged)
    DetectionTimes.print(judged)
    ReportedShare.print(judged)
    try KnownLegs.print(in: folder)
    Holding.print(judged)
    printSteps(judged)
    printLikeness(windows)
    printAll(windows)
  }

  private static func printSets(_ sets: [RecordingSet]) {
    for set in sets {
      let matrix = ConfusionMatrix(ActivityClassifier(), on: set.windows())
      let subjects = set.subjects.map { $0.dropFirst(set.name.count + 1) }
      print("\n\(set.name), judged on \(subjects.joined(separator: ", "))")
      for line in matrix.lines { print(line) }
      if let accuracy = matrix.balancedAccuracy {
        print("balanced accuracy of the set: \(fixed(accuracy, 3))")
      }
    }
  }

  /// Prints the accuracy of committed models that were trained on one set's training subjects, or
  /// on made-up people.
  private static func printCrossSet(_ sets: [RecordingSet]) {
    let models = [
      ("accel-wisdm", CrossSetModels.wisdm), ("accel-pocket50", CrossSetModels.pocket50),
      ("made-up signals alone", CrossSetModels.madeUp),
    ]
    print("\nAcross sets: trained on one, judged on another; the mean recall of its activities.")
    for (name, model) in models {
      for set in sets where set.name != name {
        // A model trained on a set without runners is not judged on running.
        let windows = set.windows().filter { name != "accel-pocket50" || $0.activity != .running }
        let matrix = ConfusionMatrix(ActivityClassifier(model: model), on: windows)
        guard let accuracy = matrix.balancedAccuracy else { continue }
        print("  \(pad(name, 24))\(pad(set.name, 18))\(fixed(accuracy, 3))")
      }
    }
  }

  private static func printSteps(_ sets: [RecordingSet]) {
    print(
      """

      Steps, against peaks counted in the same signal at its own rate. No recording has the true
      number: this is the difference between two ways of counting.
      """)
    for set in sets {
      if let line = StepCount(of: set.recordings).line { print("  \(pad(set.name, 18))\(line)") }
    }
  }

  private static func printLikeness(_ windows: [LabeledWindow]) {
    print(
      """

      Made-up signals against these recordings. Distance: Kolmogorov-Smirnov, 0 to 1; beside it
      the median distance of one person's recordings to the others'.
      """)
    let synthetic = SyntheticWindows.forLikeness()
    for activity in Activity.allCases {
      for line in Likeness.lines(recorded: windows, synthetic: synthetic, activity) { print(line) }
    }
    let recognized = ConfusionMatrix(ActivityClassifier(), on: synthetic)
    print("Made-up signals as the committed model recognizes them:")
    for line in recognized.lines { print(line) }
  }

  /// Prints the accuracy on all windows. Other programs read the last line.
  private static func printAll(_ windows: [LabeledWindow]) {
    let markedWhole = windows.filter { $0.set != "accel-run" }
    if markedWhole.count < windows.count, let accuracy = accuracy(markedWhole) {
      print(
        """

        The run of accel-run has breaks that its source does not mark; if recognized, they count
        as wrong below. Balanced accuracy on all others: \(fixed(accuracy, 3))
        """)
    }
    print("\nAll judged subjects")
    for line in ConfusionMatrix(ActivityClassifier(), on: windows).lines { print(line) }
    print("balanced accuracy: \(fixed(accuracy(windows) ?? 0, 2))")
  }

  private static func accuracy(_ windows: [LabeledWindow]) -> Double? {
    ConfusionMatrix(ActivityClassifier(), on: windows).balancedAccuracy
  }
}
