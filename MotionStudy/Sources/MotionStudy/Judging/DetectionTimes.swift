import MotionSensing
import World

/// Times until a change of activity is reported, with the middle delays of `ActivityDelays`.
///
/// A sequence is a minute or more of one activity and then another. The change falls between two
/// windows; in reality it falls within one, which adds 1.25 s on average. `HoldSensor` estimates
/// how the phone is held, because recordings do not say it.
struct DetectionTimes {
  private var seconds: [Double] = []
  private var cases = 0

  /// Plays one sequence; counts it as missed if the second activity is not reported by its end.
  mutating func play(
    _ before: [WindowFeatures], _ after: [WindowFeatures], until reported: Activity
  ) {
    var player = Player()
    for features in before { player.take(features) }
    cases += 1
    for (index, features) in after.enumerated() {
      player.take(features)
      guard player.judge.verdict.activity == reported else { continue }
      seconds.append(Double(index + 1) * AccelerometerWindow.span.seconds)
      return
    }
  }

  /// The phone's processing, from windows to the reported activity.
  struct Player {
    var recognizer = ActivityRecognizer()
    var sensor = HoldSensor()
    var judge = ActivityJudge(delays: ActivityDelays())

    mutating func take(_ features: WindowFeatures) {
      sensor.take(features)
      judge.take(
        recognizer.reading(of: features), isFixed: sensor.isFixed, isLaidDown: sensor.isLaidDown)
    }
  }

  var line: String {
    "median \(time(at: 0.5)), p90 \(time(at: 0.9)); reported in \(seconds.count) of \(cases)"
  }

  /// Returns the time within which that share of changes was reported. A change that was never
  /// reported takes longer than any other.
  private func time(at share: Double) -> String {
    let sorted = seconds.sorted()
    let place = Int((share * Double(cases)).rounded(.up)) - 1
    guard place >= 0, place < sorted.count else { return padLeft("never", 7) }
    return padLeft(fixed(sorted[place], 1) + " s", 7)
  }
}

extension DetectionTimes {
  private struct Recorded {
    var name: String
    var before: Activity
    var after: Activity
  }

  private struct Invented {
    var name: String
    var before: (mode: MotionMode, speed: Double, carried: Carrying)
    var after: (mode: MotionMode, speed: Double, carried: Carrying)
    var reported: Activity
    /// The number of windows of the second activity.
    var count = 60
  }

  private static let recorded = [
    Recorded(name: "still to walk", before: .stationary, after: .walking),
    Recorded(name: "walk to run", before: .walking, after: .running),
    Recorded(name: "run to walk", before: .running, after: .walking),
    Recorded(name: "walk to still", before: .walking, after: .stationary),
  ]

  private static let invented = [
    Invented(
      name: "walk to still, laid on a table", before: (.walking, 1.3, .pocket),
      after: (.still, 0, .table), reported: .stationary),
    Invented(
      name: "still to drive, mount", before: (.still, 0, .mount),
      after: (.automotive, 14, .mount), reported: .automotive, count: 240),
    Invented(
      name: "still to drive, pocket", before: (.still, 0, .pocket),
      after: (.automotive, 14, .pocket), reported: .automotive, count: 240),
    Invented(
      name: "walk to drive, bag", before: (.walking, 1.3, .bag),
      after: (.automotive, 14, .bag), reported: .automotive, count: 240),
    Invented(
      name: "drive to walk, pocket", before: (.automotive, 14, .pocket),
      after: (.walking, 1.3, .pocket), reported: .walking),
    Invented(
      name: "walk to cycle, pocket", before: (.walking, 1.3, .pocket),
      after: (.cycling, 5, .pocket), reported: .cycling, count: 240),
    Invented(
      name: "walk to cycle, bag", before: (.walking, 1.3, .bag), after: (.cycling, 5, .bag),
      reported: .cycling, count: 240),
    Invented(
      name: "cycle to still, pocket", before: (.cycling, 5, .pocket),
      after: (.still, 0, .pocket), reported: .stationary),
    Invented(
      name: "cycle to walk, pocket", before: (.cycling, 5, .pocket),
      after: (.walking, 1.3, .pocket), reported: .walking),
    Invented(
      name: "walk to run, pocket", before: (.walking, 1.3, .pocket),
      after: (.running, 2.8, .pocket), reported: .running),
    Invented(
      name: "still to walk, hand", before: (.still, 0, .hand),
      after: (.walking, 1.3, .hand), reported: .walking),
  ]

  /// The number of windows, a minute, of the first activity of a recorded sequence.
  private static let windowsBefore = 24
  /// The number of starts of recorded sequences in each person's windows.
  private static let places = 6

  static func print(_ sets: [RecordingSet]) {
    Swift.print("\nTime to detect, in windows of 2.5 s, with the middle delays of ActivityDelays.")
    Swift.print("Spliced from the windows of recorded people:")
    for change in recorded {
      for set in sets {
        guard let times = times(change, set) else { continue }
        Swift.print("  " + pad(change.name, 32) + pad(set.name, 16) + times.line)
      }
    }
    Swift.print("On made-up signals of 40 people, because no recording at hand has both:")
    for change in invented { Swift.print("  " + pad(change.name, 48) + times(change).line) }
  }

  private static func times(_ change: Recorded, _ set: RecordingSet) -> DetectionTimes? {
    let windows = set.windows()
    var times = DetectionTimes()
    for subject in set.subjects {
      let own = windows.filter { $0.subject == subject }
      let before = own.filter { $0.activity == change.before }.map(\.features)
      let after = own.filter { $0.activity == change.after }.map(\.features)
      guard before.count >= windowsBefore, after.count >= windowsBefore else { continue }
      for place in 0..<places {
        let end = windowsBefore + (before.count - windowsBefore) * place / places
        let start = (after.count - windowsBefore) * place / places
        times.play(
          Array(before[(end - windowsBefore)..<end]), Array(after[start..<(start + windowsBefore)]),
          until: change.after)
      }
    }
    return times.cases > 0 ? times : nil
  }

  private static func times(_ change: Invented) -> DetectionTimes {
    var times = DetectionTimes()
    for person in 0..<40 {
      let (before, after) = (change.before, change.after)
      times.play(
        MadeUp.windows(before.mode, before.speed, before.carried, person: person, count: 240),
        MadeUp.windows(
          after.mode, after.speed, after.carried, person: person, count: change.count, from: 240),
        until: change.reported)
    }
    return times
  }
}
