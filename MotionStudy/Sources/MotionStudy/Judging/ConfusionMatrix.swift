import Foundation
import MotionSensing

/// The counts of windows by actual and recognized activity.
struct ConfusionMatrix {
  private(set) var counts = Activity.allCases.map { _ in Activity.allCases.map { _ in 0 } }

  init() {}

  init(_ classifier: ActivityClassifier, on windows: some Sequence<LabeledWindow>) {
    add(classifier, on: windows)
  }

  mutating func add(_ classifier: ActivityClassifier, on windows: some Sequence<LabeledWindow>) {
    for window in windows {
      guard let said = classifier.classify(window.features).likeliest else { continue }
      counts[window.activity.rawValue][said.rawValue] += 1
    }
  }

  func total(_ actual: Activity) -> Int { counts[actual.rawValue].reduce(0, +) }

  /// Returns the share of an activity's windows that were recognized; nil if it has no windows.
  func recall(_ actual: Activity) -> Double? {
    let total = total(actual)
    return total > 0 ? Double(counts[actual.rawValue][actual.rawValue]) / Double(total) : nil
  }

  /// The mean recall of the activities that occur, with equal weights.
  var balancedAccuracy: Double? {
    let recalls = Activity.allCases.compactMap(recall)
    return recalls.isEmpty ? nil : recalls.reduce(0, +) / Double(recalls.count)
  }

  /// The matrix as text, with a row for each actual activity and a column for each recognized one.
  var lines: [String] {
    let header =
      pad("", 12) + Activity.allCases.map { padLeft($0.name, 12) }.joined() + "    recall"
    let rows = Activity.allCases.compactMap { actual -> String? in
      guard let recall = recall(actual) else { return nil }
      let cells = counts[actual.rawValue].map { padLeft(String($0), 12) }.joined()
      return pad(actual.name, 12) + cells + padLeft(fixed(recall, 3), 10)
    }
    return [header] + rows
  }
}

func pad(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

func padLeft(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

func fixed(_ value: Double, _ digits: Int) -> String {
  String(format: "%.\(digits)f", value)
}
