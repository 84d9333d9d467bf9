import MotionSensing
import Timekeeping

/// Where a live phone's accelerometer windows come from; on the sensor's own thread, in the machine's time.
protocol AccelerometerFeed {
  /// Waits for the next window's end. `mayRest` says that nothing is missed as long as nothing moves.
  mutating func next(_ window: inout AccelerometerWindow, mayRest: Bool) -> FeedOutcome
}

enum FeedOutcome: Sendable, Hashable {
  /// The window is full; it ended then, by the machine's uptime.
  case window(end: TimeSpan)
  /// The signal has a hole there, or nothing moved while nothing had to be seen.
  case nothing
  case lost(reason: String)
}

/// A recording, played in real time, over and over, as the simulated phone plays it.
struct RecordedFeed: AccelerometerFeed {
  private let signal: RecordedSignal
  private let time: any MachineTime
  private let start: TimeSpan
  private var windows: Int64 = 0

  init(_ signal: RecordedSignal, _ time: any MachineTime) {
    self.signal = signal
    self.time = time
    start = time.uptime
  }

  mutating func next(_ window: inout AccelerometerWindow, mayRest: Bool) -> FeedOutcome {
    guard signal.windowCount > 0 else { return .lost(reason: "the recording holds no window") }
    let place = Double(windows % Int64(signal.windowCount))
    windows += 1
    let end = start + TimeSpan(nanoseconds: windows * AccelerometerWindow.span.nanoseconds)
    time.sleep(until: end)
    let isFilled = signal.fill(
      &window, from: signal.startSeconds + place * AccelerometerWindow.span.seconds)
    return isFilled ? .window(end: end) : .nothing
  }
}

/// A sensor that is asked for one value after the other, as often as windows need it.
///
/// Values come when the machine finds time; a window is made of them as of any recording, by their times. At
/// rest the sensor is asked four times more rarely, until the sentinel wakes.
struct SampledFeed: AccelerometerFeed {
  private static let period = TimeSpan.seconds(1 / MotionThread.rateHertz)
  private static let restingPeriod = TimeSpan.seconds(4 / MotionThread.rateHertz)
  /// So often somebody who waits for a window is told that there is none.
  private static let restingSamples = 16

  private let sensor: IndustrialAccelerometer
  private let time: any MachineTime
  /// Awake until it has seen that nothing moves.
  private var sentinel = WakeOnMotion(isAwake: true)
  /// Seconds are counted from here.
  private let origin: TimeSpan
  private var samples: [RecordedSignal.Sample] = []
  /// Of the next window; it is the first sample's if there is none yet.
  private var startSeconds = 0.0
  private var due: TimeSpan

  init(_ sensor: IndustrialAccelerometer, _ time: any MachineTime) {
    self.sensor = sensor
    self.time = time
    origin = time.uptime
    due = origin
  }

  mutating func next(_ window: inout AccelerometerWindow, mayRest: Bool) -> FeedOutcome {
    if mayRest && !sentinel.isAwake {
      if let outcome = watch() { return outcome }
    }
    guard let isFilled = fill(&window) else { return Self.silence }
    guard isFilled else { return .nothing }
    _ = sentinel.needsPipeline(for: window)
    return .window(end: origin + .seconds(startSeconds))
  }

  private static let silence = FeedOutcome.lost(reason: "the accelerometer does not answer")

  /// Takes values until the window's end; false where they have a hole, nil when the sensor is gone.
  private mutating func fill(_ window: inout AccelerometerWindow) -> Bool? {
    if samples.isEmpty {
      guard let first = sample(each: Self.period) else { return nil }
      begin(with: first)
    }
    let end = startSeconds + AccelerometerWindow.span.seconds
    var last = -Double.infinity
    while last < end {
      guard let sample = sample(each: Self.period) else { return nil }
      samples.append(sample)
      last = sample.seconds
    }
    let isFilled = RecordedSignal(samples: samples).fill(&window, from: startSeconds)
    // After a hole the next window begins with what came after it.
    startSeconds = isFilled ? end : last
    samples.removeFirst(samples.lastIndex { $0.seconds <= startSeconds } ?? 0)
    return isFilled
  }

  private mutating func begin(with first: RecordedSignal.Sample) {
    samples = [first]
    startSeconds = first.seconds
  }

  /// Nil when something moved: a window begins.
  private mutating func watch() -> FeedOutcome? {
    samples = []
    for _ in 0..<Self.restingSamples {
      guard let sample = sample(each: Self.restingPeriod) else { return Self.silence }
      guard sentinel.wakes(on: SIMD3<Float>(sample.acceleration)) else { continue }
      begin(with: sample)
      return nil
    }
    return .nothing
  }

  private mutating func sample(each period: TimeSpan) -> RecordedSignal.Sample? {
    time.sleep(until: due)
    let now = time.uptime
    // After a hold-up the next is due from now on, rather than all that were missed at once.
    due = now - due > period ? now + period : due + period
    return sensor.read().map {
      RecordedSignal.Sample(seconds: (now - origin).seconds, acceleration: $0)
    }
  }
}
