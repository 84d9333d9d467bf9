import Foundation
import MotionSensing

/// `MotionStudy train`: the fit of the committed models, from the training subjects alone.
///
/// It uses neither random numbers nor the time: the same recordings give the same files.
enum Training {
  static func run(_ sets: [RecordingSet], root: URL) throws {
    let subjects = Set(sets.flatMap(\.subjects))
    let missing = TrainingSubjects.all.subtracting(subjects).sorted()
    guard missing.isEmpty else {
      throw RecordingError(
        file: "training", found: "no recordings of \(missing.joined(separator: ", "))")
    }
    let recorded = sets.flatMap { $0.windows() }.filter {
      TrainingSubjects.all.contains($0.subject)
    }
    let synthetic = SyntheticWindows.forTraining()
    let validation = CrossValidation.matrix(of: LogisticTraining(), on: recorded + synthetic)
    print("Cross-validation within the training subjects and as many made-up people:")
    for line in validation.lines { print(line) }
    print("balanced accuracy \(fixed(validation.balancedAccuracy ?? 0, 3))")
    try committed(recorded, synthetic).write(
      to: root.appendingPathComponent("Sources/MotionSensing/ActivityModel+Committed.swift"))
    try crossSet(recorded, synthetic).write(
      to: root.appendingPathComponent(
        "MotionStudy/Sources/MotionStudy/Judging/CrossSetModels.swift"))
  }

  private static func committed(
    _ recorded: [LabeledWindow], _ synthetic: [LabeledWindow]
  ) -> ModelFile {
    ModelFile(
      comment: [
        "Written by `MotionStudy train`; do not edit. See MotionStudy/README.md.",
        "",
        "Stationary, walking and running rest on recordings of \(TrainingSubjects.all.count) people,"
          + " pockets all; a phone on",
        "a table, on foot in a bag or a hand, cycling and automotive (car and train) rest on made-up",
        "signals.",
      ],
      extended: "ActivityModel", isPublic: true,
      models: [
        (
          "committed", "The weights with which phones classify.",
          LogisticTraining().weights(from: recorded + synthetic)
        )
      ])
  }

  /// Returns the models that are trained on one set and made-up signals, to be judged on the
  /// others.
  private static func crossSet(
    _ recorded: [LabeledWindow], _ synthetic: [LabeledWindow]
  ) -> ModelFile {
    let training = LogisticTraining()
    let pocket50 = recorded.filter { $0.set == "accel-pocket50" }
    let wisdm = recorded.filter { $0.set == "accel-wisdm" }
    let people = SyntheticWindows.forLikeness().filter { $0.activity != .automotive }
    return ModelFile(
      comment: ["Written by `MotionStudy train`; do not edit."],
      extended: "CrossSetModels", isPublic: false,
      models: [
        ("wisdm", "Trained on accel-wisdm.", training.weights(from: wisdm + synthetic)),
        (
          "pocket50", "Trained on accel-pocket50, which has no running.",
          training.weights(from: pocket50 + synthetic)
        ),
        (
          "madeUp", "Trained on made-up signals alone.",
          training.weights(from: people + synthetic)
        ),
      ])
  }
}
