import MotionSensing

/// The cross-validation of the training's settings, within the training subjects alone.
///
/// Each fold's people are judged by a model that was not trained on them.
struct CrossValidation {
  static let folds = 5

  static func matrix(
    of training: LogisticTraining, on windows: [LabeledWindow]
  ) -> ConfusionMatrix {
    let subjects = windows.map(\.subject).reduce(into: [String: Int]()) {
      if $0[$1] == nil { $0[$1] = $0.count % folds }
    }
    var matrix = ConfusionMatrix()
    for fold in 0..<folds {
      let others = windows.filter { subjects[$0.subject] != fold }
      let classifier = ActivityClassifier(
        model: ActivityModel(weights: training.weights(from: others)))
      matrix.add(classifier, on: windows.filter { subjects[$0.subject] == fold })
    }
    return matrix
  }
}
