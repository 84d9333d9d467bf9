import Geodesy
import Timekeeping

// An estimate of the mode of motion of a recording, from speed alone.
//
// The instantaneous speed is not sufficient. The remaining noise of a receiver looks like fast
// movement, and a car in town is often as slow as a pedestrian. Three steps lead to the modes:
//
// 1. The speed of each piece is the straight-line speed over fifteen seconds or more.
// 2. A morphological closing (a running maximum, then a running minimum) fills the gaps at traffic
//    lights and keeps the edges. Its window is two minutes.
// 3. The closed speed divides each moving section into episodes: on foot, fast, or flying. The
//    limits have a hysteresis of a tenth. An episode shorter than a minute is merged with a
//    neighbor.
//
// A fast episode has one mode. It follows from two speeds in motion, the median and the peak, which
// is exceeded during a tenth of the time, and from the surge: the change of speed within ten
// seconds that is exceeded during a twentieth of the time. Engines and their brakes make speeds
// surge; legs do not. The first rule that applies determines the mode:
//
// - Train: the peak is above 45 m/s (162 km/h).
// - Automotive: the median is 10 m/s or more, the peak is above 14.5 m/s, or the surge is 0.5 m/s²
//   or more, or 0.42 m/s² where the peak is above 9.5 m/s. In eleven recordings and 40 legs with
//   known modes (gps-traces, phone-days), cars and buses surge by 0.48 to 1.3 m/s²; bicycles,
//   e-scooters and runners, in episodes of five minutes or more, by 0.07 to 0.47 m/s², and by 0.36
//   m/s² where their peak is above 9.5 m/s. These limits are fitted to those recordings.
// - Cycling: the peak is above 4.2 m/s. Runners reach 3.3 to 4.0 m/s, slow cyclists 4.3 to 5.7 m/s.
// - Running: the median is 2.2 m/s or more; otherwise walking.
//
// An episode of less than five minutes has too few surges: it has the mode of the section's longest
// fast episode. If that one is short too, or if points are more than 15 s apart, only speeds count:
// an episode is then automotive if the median is 7 m/s or more or the peak is above 9.5 m/s, and
// cycling if the median is 4 m/s or more.
//
// An episode is a flight only if its altitudes differ by more than a kilometer, or if it takes five
// minutes or more and its peak is above 95 m/s. Speed alone is not enough: in a train, positions
// freeze and then leap, which looks as fast as a flight for a while.
//
// The method cannot distinguish a runner from a slow cyclist. A slow train counts as automotive.

extension MotionMode {
  fileprivate static let walkingMax = 2.2
  fileprivate static let runningMax = 4.0
  fileprivate static let cyclingMax = 7.0
  fileprivate static let cyclingPeakMax = 9.5
  fileprivate static let runningPeakMax = 4.2
  fileprivate static let leggedMedianMax = 10.0
  fileprivate static let leggedPeakMax = 14.5

  /// The largest surge without an engine, in m/s², for a peak speed.
  fileprivate static func leggedSurgeMax(peak: Double) -> Double {
    peak > cyclingPeakMax ? 0.42 : 0.5
  }
  fileprivate static let automotivePeakMax = 45.0
  fileprivate static let automotiveMax = 70.0
  fileprivate static let trainMax = 95.0

  /// Returns the most likely mode of motion for a mean speed. The speed includes only time in
  /// motion.
  static func guess(metersPerSecond speed: Double) -> MotionMode {
    switch speed {
    case ..<walkingMax: .walking
    case ..<runningMax: .running
    case ..<cyclingMax: .cycling
    case ..<automotiveMax: .automotive
    default: .flying
    }
  }

  /// Returns the mode of motion on each straight piece of a route. The mode is `still` during a
  /// rest.
  static func guesses(along knots: [SmoothedPath.Knot], isRest: [Bool]) -> [MotionMode] {
    var modes = [MotionMode](repeating: .still, count: knots.count - 1)
    var start = 0
    while start < modes.count {
      var end = start
      while end < modes.count, !isRest[end] { end += 1 }
      if end > start {
        modes.replaceSubrange(start..<end, with: MovingSection(Array(knots[start...end])).modes())
      }
      start = end + 1
    }
    return modes
  }
}

/// The route between two rests, piece by piece.
private struct MovingSection {
  private static let closing = TimeSpan.minutes(1)
  private static let episodeMin = TimeSpan.minutes(1)
  private static let surgingMin = TimeSpan.minutes(5)
  private static let surgeSpan = TimeSpan.seconds(10 as Int64)
  private static let spacingMax = TimeSpan.seconds(15 as Int64)
  /// Half the duration of the window in which the speed is measured.
  private static let baseline = TimeSpan.milliseconds(7500)

  private enum Pace {
    case onFoot, fast, flying

    /// Classifies a speed.
    ///
    /// If a previous pace is given, both limits move by 10 % in favor of that pace. The pace then
    /// does not change back and forth when the speed varies around a limit.
    init(_ speed: Double, after before: Pace?) {
      let walking = MotionMode.walkingMax * (before == nil ? 1 : before == .onFoot ? 1.1 : 0.9)
      let flying = MotionMode.automotiveMax * (before == nil ? 1 : before == .flying ? 0.9 : 1.1)
      self = speed < walking ? .onFoot : speed < flying ? .fast : .flying
    }
  }

  private struct Episode {
    var pieces: Range<Int>
    var pace: Pace
  }

  private let knots: [SmoothedPath.Knot]
  private let durations: [TimeSpan]
  private let speeds: [Double]

  /// Makes a section from at least two knots.
  init(_ knots: [SmoothedPath.Knot]) {
    self.knots = knots
    durations = zip(knots, knots.dropFirst()).map { $1.time - $0.time }
    speeds = MovingSection.speedsOverAWhile(knots)
  }

  func modes() -> [MotionMode] {
    let episodes = episodes()
    let fast = episodes.filter { $0.pace == .fast }
    let longest = fast.max { duration($0) < duration($1) }.map(mode)
    var modes: [MotionMode] = []
    modes.reserveCapacity(speeds.count)
    for episode in episodes {
      let isShort = episode.pace == .fast && duration(episode) < Self.surgingMin
      let mode = mode(of: episode)
      modes += repeatElement(
        isShort && mode != .train ? longest ?? mode : mode, count: episode.pieces.count)
    }
    return modes
  }

  private func duration(_ episode: Episode) -> TimeSpan {
    knots[episode.pieces.upperBound].time - knots[episode.pieces.lowerBound].time
  }

  private func mode(of episode: Episode) -> MotionMode {
    if case .onFoot = episode.pace { return .walking }
    if case .flying = episode.pace { return .flying }
    let (median, peak) = speedsInMotion(episode.pieces)
    if peak > MotionMode.automotivePeakMax { return .train }
    guard let surge = surge(in: episode.pieces) else {
      if median < MotionMode.cyclingMax, peak > MotionMode.cyclingPeakMax { return .automotive }
      return .guess(metersPerSecond: median)
    }
    if median >= MotionMode.leggedMedianMax || peak > MotionMode.leggedPeakMax
      || surge >= MotionMode.leggedSurgeMax(peak: peak)
    {
      return .automotive
    }
    if peak > MotionMode.runningPeakMax { return .cycling }
    return median < MotionMode.walkingMax ? .walking : .running
  }

  /// Returns the change of speed in m/s² within ten seconds that is exceeded in a twentieth of the
  /// pieces; nil if the points are too far apart or the time is too short.
  private func surge(in pieces: Range<Int>) -> Double? {
    let span = knots[pieces.upperBound].time - knots[pieces.lowerBound].time
    guard span >= Self.surgingMin,
      span.seconds <= Self.spacingMax.seconds * Double(pieces.count)
    else { return nil }
    var changes: [Double] = []
    var before = pieces.lowerBound
    for index in pieces {
      while knots[index].time - knots[before].time > Self.surgeSpan { before += 1 }
      let seconds = (knots[index].time - knots[before].time).seconds
      guard before < index else { continue }
      changes.append(abs(speeds[index] - speeds[before]) / max(Self.surgeSpan.seconds, seconds))
    }
    guard !changes.isEmpty else { return nil }
    return changes.sorted()[changes.count * 19 / 20]
  }

  /// Returns two speeds of a section in motion: the median, and the speed that is exceeded during a
  /// tenth of the time.
  private func speedsInMotion(_ pieces: Range<Int>) -> (median: Double, peak: Double) {
    let moving = pieces.filter { speeds[$0] > 1 }.sorted { speeds[$0] < speeds[$1] }
    let total = moving.reduce(0.0) { $0 + durations[$1].seconds }
    var sum = 0.0
    var median = 0.0
    for index in moving {
      if sum < total * 0.5 { median = speeds[index] }
      sum += durations[index].seconds
      if sum >= total * 0.9 { return (median, speeds[index]) }
    }
    return (0, 0)
  }

  // MARK: Episodes

  /// Divides the section into episodes of one pace.
  ///
  /// An episode shorter than `episodeMin` is merged with the episode before it. A short first
  /// episode is merged with the episode after it. An episode at flying speed counts as a flight
  /// only if it is long, or if its altitude changes enough. Otherwise it counts as fast.
  private func episodes() -> [Episode] {
    var episodes: [Episode] = []
    for var run in runs() {
      if case .flying = run.pace, !flies(run) { run.pace = .fast }
      let last = episodes.count - 1
      if last >= 0, episodes[last].pace == run.pace || isShort(run) {
        episodes[last].pieces = episodes[last].pieces.lowerBound..<run.pieces.upperBound
      } else if last == 0, isShort(episodes[0]) {
        episodes[0] = Episode(pieces: 0..<run.pieces.upperBound, pace: run.pace)
      } else {
        episodes.append(run)
      }
    }
    return episodes
  }

  private func runs() -> [Episode] {
    var runs: [Episode] = []
    for (index, speed) in closedSpeeds().enumerated() {
      let pace = Pace(speed, after: runs.last?.pace)
      if let last = runs.last, last.pace == pace {
        runs[runs.count - 1].pieces = last.pieces.lowerBound..<index + 1
      } else {
        runs.append(Episode(pieces: index..<index + 1, pace: pace))
      }
    }
    return runs
  }

  private func flies(_ run: Episode) -> Bool {
    let altitudes = knots[run.pieces.lowerBound...run.pieces.upperBound].map(\.altitudeMeters)
    if let low = altitudes.min(), let high = altitudes.max(), high - low > 1000 { return true }
    let length = knots[run.pieces.upperBound].time - knots[run.pieces.lowerBound].time
    return length >= .minutes(5) && speedsInMotion(run.pieces).peak > MotionMode.trainMax
  }

  private func isShort(_ episode: Episode) -> Bool {
    knots[episode.pieces.upperBound].time - knots[episode.pieces.lowerBound].time
      < MovingSection.episodeMin
  }

  // MARK: Speeds

  private static func speedsOverAWhile(_ knots: [SmoothedPath.Knot]) -> [Double] {
    var first = 0
    var last = 0
    return (1..<knots.count).map { index in
      while first + 1 < index, knots[index].time - knots[first + 1].time >= baseline { first += 1 }
      last = max(last, index)
      while last + 1 < knots.count, knots[last].time - knots[index - 1].time < baseline {
        last += 1
      }
      return knots[first].coordinate.distanceMeters(to: knots[last].coordinate)
        / (knots[last].time - knots[first].time).seconds
    }
  }

  private func closedSpeeds() -> [Double] {
    let times = durations.indices.map { knots[$0].time + durations[$0] * 0.5 }
    let dilated = MovingSection.runningMaximum(speeds, at: times)
    return MovingSection.runningMaximum(dilated.map { -$0 }, at: times).map { -$0 }
  }

  /// Returns, for each time in `times`, the largest value within the time span `closing` before and
  /// after that time.
  ///
  /// The function keeps a queue of candidates in decreasing order.
  private static func runningMaximum(_ values: [Double], at times: [Instant]) -> [Double] {
    var queue: [Int] = []
    var head = 0
    var next = 0
    return values.indices.map { index in
      while next < values.count, times[next] <= times[index] + closing {
        while queue.count > head, values[queue[queue.count - 1]] <= values[next] {
          queue.removeLast()
        }
        queue.append(next)
        next += 1
      }
      while times[queue[head]] < times[index] - closing { head += 1 }
      return values[queue[head]]
    }
  }
}
