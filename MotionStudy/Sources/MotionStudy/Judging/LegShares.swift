import MotionSensing
import World

/// Shares of the time of a whole ride or drive, with halts, by what is reported.
///
/// Made up after the legs on which the reports of real phones are known (V-20: four iPhones in one bag, 24
/// rides of 20 minutes and 24 drives of 12); a minute's walk comes first.
enum LegShares {
  private struct Leg {
    var mode: MotionMode
    var speed: Double
    var carried: Carrying
    /// Windows in motion and at a halt, over and over.
    var goes: Int
    var halts: Int
    var windows: Int
  }

  private static let legs = [
    Leg(mode: .cycling, speed: 5, carried: .bag, goes: 36, halts: 4, windows: 480),
    Leg(mode: .cycling, speed: 3, carried: .pocket, goes: 36, halts: 4, windows: 480),
    Leg(mode: .automotive, speed: 11, carried: .bag, goes: 18, halts: 6, windows: 288),
    Leg(mode: .automotive, speed: 11, carried: .pocket, goes: 18, halts: 6, windows: 288),
    Leg(mode: .automotive, speed: 11, carried: .mount, goes: 18, halts: 6, windows: 288),
  ]

  static func print() {
    Swift.print("\nReported of a made-up leg with halts, after a minute's walk, of 40 people:")
    for leg in legs {
      let name =
        "\(leg.mode.rawValue) at \(fixed(leg.speed, 0)) m/s, \(leg.carried.rawValue), "
        + "\(fixed(minutes(leg), 0)) min"
      Swift.print("  " + pad(name, 38) + shares(leg))
    }
  }

  private static func minutes(_ leg: Leg) -> Double {
    Double(leg.windows) * AccelerometerWindow.span.seconds / 60
  }

  private static func shares(_ leg: Leg) -> String {
    var counts: [String: Int] = [:]
    for person in 0..<40 {
      var player = DetectionTimes.Player()
      for features in MadeUp.windows(.walking, 1.3, leg.carried, person: person, count: 24) {
        player.take(features)
      }
      for features in windows(of: leg, person) {
        player.take(features)
        let verdict = player.judge.verdict
        let told = verdict.activity?.name ?? "none"
        counts[verdict.isHalted ? "stationary+automotive" : told, default: 0] += 1
      }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
      "\($0.key) \(fixed(100 * Double($0.value) / Double(40 * leg.windows), 0)) %"
    }.joined(separator: ", ")
  }

  private static func windows(of leg: Leg, _ person: Int) -> [WindowFeatures] {
    var windows: [WindowFeatures] = []
    while windows.count < leg.windows {
      for (speed, count) in [(leg.speed, leg.goes), (0, leg.halts)] {
        windows += MadeUp.windows(
          leg.mode, speed, leg.carried, person: person, count: count, from: 24 + windows.count)
      }
    }
    return Array(windows.prefix(leg.windows))
  }
}
