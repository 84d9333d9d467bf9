import EventKernel
import MotionSensing
import SimulatedPhone
import World

/// The error rates of `HoldSensor`, window by window.
enum Holding {
  /// A way of carrying and moving, with the expected result. `isFixed` is nil if either is right.
  private struct Case {
    var carried: Carrying
    var mode: MotionMode
    var speed: Double
    var isLaidDown = false
    var isFixed: Bool? = false
  }

  private static let cases = [
    Case(carried: .table, mode: .still, speed: 0, isLaidDown: true),
    Case(carried: .left, mode: .walking, speed: 1.3, isLaidDown: true),
    Case(carried: .pocket, mode: .still, speed: 0),
    Case(carried: .bag, mode: .still, speed: 0),
    Case(carried: .hand, mode: .still, speed: 0),
    Case(carried: .pocket, mode: .walking, speed: 1.3),
    Case(carried: .mount, mode: .automotive, speed: 3, isFixed: true),
    Case(carried: .mount, mode: .automotive, speed: 14, isFixed: true),
    Case(carried: .mount, mode: .automotive, speed: 30, isFixed: true),
    Case(carried: .table, mode: .train, speed: 30, isFixed: true),
    Case(carried: .pocket, mode: .automotive, speed: 3),
    Case(carried: .pocket, mode: .automotive, speed: 14),
    Case(carried: .pocket, mode: .automotive, speed: 30),
    Case(carried: .bag, mode: .automotive, speed: 14),
    Case(carried: .hand, mode: .automotive, speed: 14),
    Case(carried: .pocket, mode: .train, speed: 30),
    Case(carried: .pocket, mode: .cycling, speed: 5),
    Case(carried: .mount, mode: .cycling, speed: 5, isFixed: nil),
  ]

  /// The number of windows that a sensor needs before it has a result.
  private static let firstWindows = 4

  static func print(_ sets: [RecordingSet]) {
    Swift.print(
      """

      How the phone is held, by HoldSensor: share of windows that it takes for laid down and
      for fixed to a vehicle, after the first \(firstWindows) of each.
      """)
    for one in cases {
      let windows = (0..<40).map { person in
        MadeUp.windows(one.mode, one.speed, one.carried, person: person, count: 100)
      }
      let name = "\(one.mode.rawValue) at \(fixed(one.speed, 1)) m/s, \(one.carried.rawValue)"
      let expected =
        one.isLaidDown ? "laid down" : one.isFixed.map { $0 ? "fixed" : "neither" } ?? "either"
      Swift.print(line("made up: " + name, windows, should: expected))
    }
    for set in sets {
      for activity in Activity.allCases {
        let windows = set.sequences(of: activity)
        guard !windows.isEmpty else { continue }
        Swift.print(
          line(
            "\(set.name): \(activity.name)", windows,
            should: activity == .automotive ? "fixed" : "neither"))
      }
    }
  }

  private static func line(
    _ name: String, _ groups: [[WindowFeatures]], should: String
  ) -> String {
    var (laidDown, held, count) = (0, 0, 0)
    for group in groups {
      var sensor = HoldSensor()
      for (index, features) in group.enumerated() {
        sensor.take(features)
        guard index >= firstWindows else { continue }
        count += 1
        if sensor.isLaidDown { laidDown += 1 }
        if sensor.isFixed { held += 1 }
      }
    }
    func share(_ part: Int) -> String {
      fixed(100 * Double(part) / Double(max(1, count)), 1) + " %"
    }
    return "  " + pad(name, 42) + padLeft("\(count)", 5) + " windows: laid down"
      + padLeft(share(laidDown), 8) + ", fixed" + padLeft(share(held), 8)
      + "; expected \(should)"
  }
}

extension RecordingSet {
  /// Returns each person's windows of one activity, in their order.
  func sequences(of activity: Activity) -> [[WindowFeatures]] {
    let windows = windows().filter { $0.activity == activity }
    return subjects.map { subject in
      windows.filter { $0.subject == subject }.map(\.features)
    }.filter { !$0.isEmpty }
  }
}

/// Made-up windows of people that neither the training nor `Likeness` uses.
enum MadeUp {
  private static let chance = SeededRandom(seed: 23)

  static func windows(
    _ mode: MotionMode, _ speed: Double, _ carried: Carrying, person: Int, count: Int, from: Int = 0
  ) -> [WindowFeatures] {
    let signal = MotionSignal(chance: chance.stream(person))
    let movement = MotionSignal.Movement(
      mode: mode, speedMetersPerSecond: speed, carried: carried)
    var extractor = FeatureExtractor()
    var window = AccelerometerWindow()
    return (from..<from + count).map { index in
      signal.fill(&window, index: Int64(index), movement)
      return extractor.features(of: window)
    }
  }
}
