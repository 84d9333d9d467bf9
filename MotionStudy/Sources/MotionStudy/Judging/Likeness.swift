import Foundation
import MotionSensing

/// The similarity of made-up signals to the recordings, by the distribution of each feature.
///
/// The distance is that of Kolmogorov and Smirnov: the largest difference between the two
/// cumulative distributions, 0 for equal ones and 1 for ones that do not overlap. Two people's
/// recordings of one activity differ by 0.3 to 0.6. As a yardstick, the median distance of one
/// subject to the others is printed beside it.
struct Likeness {
  struct Feature {
    var name: String
    var value: @Sendable (WindowFeatures) -> Float
  }

  static let features: [Feature] = [
    Feature(name: "vertical deviation, m/s²") { $0.verticalDeviation },
    Feature(name: "horizontal deviation, m/s²") { $0.horizontalDeviation },
    Feature(name: "jerk, m/s³") { $0.jerk },
    Feature(name: "periodicity") { $0.periodicity },
    Feature(name: "cadence, Hz") { $0.cadenceHertz },
    Feature(name: "dominant, Hz") { $0.dominantHertz },
    Feature(name: "dominant share") { $0.dominantShare },
    Feature(name: "share below 1 Hz") { $0.bandShares[0] },
    Feature(name: "share 1 to 1.8 Hz") { $0.bandShares[1] },
    Feature(name: "share 1.8 to 2.6 Hz") { $0.bandShares[2] },
    Feature(name: "share 2.6 to 3.8 Hz") { $0.bandShares[3] },
    Feature(name: "share 3.8 to 5.4 Hz") { $0.bandShares[4] },
    Feature(name: "share 5.4 to 7.4 Hz") { $0.bandShares[5] },
    Feature(name: "share 7.4 to 9.8 Hz") { $0.bandShares[6] },
    Feature(name: "skewness") { $0.skewness },
    Feature(name: "kurtosis") { $0.kurtosis },
    Feature(name: "tilt change, rad") { $0.tiltChangeRadians },
  ]

  static func lines(
    recorded: [LabeledWindow], synthetic: [LabeledWindow], _ activity: Activity
  ) -> [String] {
    let recorded = recorded.filter { $0.activity == activity }
    let synthetic = synthetic.filter { $0.activity == activity }
    guard !recorded.isEmpty, !synthetic.isEmpty else { return [] }
    var distances: [Double] = []
    var lines = [
      "\(activity.name): \(recorded.count) windows recorded, \(synthetic.count) made up",
      pad("", 28) + pad("recorded 10/50/90 %", 26) + pad("made up 10/50/90 %", 26)
        + "distance  among people",
    ]
    for feature in features {
      let real = recorded.map { feature.value($0.features) }.sorted()
      let made = synthetic.map { feature.value($0.features) }.sorted()
      let distance = distance(real, made)
      distances.append(distance)
      let among = distanceAmongPeople(recorded, feature).map { fixed($0, 2) } ?? "–"
      lines.append(
        pad("  " + feature.name, 28) + pad(deciles(real), 26) + pad(deciles(made), 26)
          + pad(fixed(distance, 2), 10) + among)
    }
    let mean = distances.reduce(0, +) / Double(distances.count)
    lines.append("  mean distance \(fixed(mean, 2))")
    return lines
  }

  private static func deciles(_ sorted: [Float]) -> String {
    [0.1, 0.5, 0.9].map { share in
      String(format: "%.3g", Double(sorted[Int(share * Double(sorted.count - 1))]))
    }.joined(separator: " / ")
  }

  /// Returns the distance between two samples, which are in ascending order.
  static func distance(_ a: [Float], _ b: [Float]) -> Double {
    var (i, j, largest) = (0, 0, 0.0)
    while i < a.count, j < b.count {
      let value = min(a[i], b[j])
      while i < a.count, a[i] <= value { i += 1 }
      while j < b.count, b[j] <= value { j += 1 }
      largest = max(largest, abs(Double(i) / Double(a.count) - Double(j) / Double(b.count)))
    }
    return largest
  }

  private static func distanceAmongPeople(
    _ windows: [LabeledWindow], _ feature: Feature
  ) -> Double? {
    let subjects = windows.map(\.subject).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    guard subjects.count > 1 else { return nil }
    let distances = subjects.map { subject in
      let own = windows.filter { $0.subject == subject }.map { feature.value($0.features) }
      let others = windows.filter { $0.subject != subject }.map { feature.value($0.features) }
      return distance(own.sorted(), others.sorted())
    }
    return distances.sorted()[distances.count / 2]
  }
}
