import MotionSensing
import Timekeeping

/// A source of accelerometer windows for a live phone.
///
/// The motion thread calls it. Times are the machine's uptime.
protocol AccelerometerFeed {
  /// Waits for the end of the next window, and fills the window.
  ///
  /// - Parameter mayRest: True if the feed may skip windows while nothing moves.
  mutating func next(_ window: inout AccelerometerWindow, mayRest: Bool) -> FeedOutcome
}

enum FeedOutcome: Sendable, Hashable {
  /// The window is full. `end` is the machine's uptime at the window's end.
  case window(end: TimeSpan)
  /// There is no window: the signal has a gap, or the feed skipped windows at rest.
  case nothing
  case lost(reason: String)
}

/// A feed that repeats a recording in real time, as the simulated phone does.
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

/// A feed that reads a sensor one value at a time, at the rate that windows need.
///
/// Values arrive at irregular times. The feed makes windows from the values and their times, as it
/// would from a recording. At rest it reads the sensor at a quarter of the rate until it detects
/// motion.
struct SampledFeed: AccelerometerFeed {
  private static let period = TimeSpan.seconds(1 / MotionThread.rateHertz)
  private static let restingPeriod = TimeSpan.seconds(4 / MotionThread.rateHertz)
  /// The number of samples at rest after which `next` returns without a window.
  private static let restingSamples = 16

  private let sensor: IndustrialAccelerometer
  private let time: any MachineTime
  /// The detector of motion. It starts awake and sleeps when it detects that nothing moves.
  private var sentinel = WakeOnMotion(isAwake: true)
  /// The machine's uptime at second 0 of the samples.
  private let origin: TimeSpan
  private var samples: [RecordedSignal.Sample] = []
  /// The start of the next window in seconds since `origin`.
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

  /// Reads values until the window's end. Returns false if the values have a gap; nil if the sensor
  /// is lost.
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
    // After a gap the next window begins with the values after it.
    startSeconds = isFilled ? end : last
    samples.removeFirst(samples.lastIndex { $0.seconds <= startSeconds } ?? 0)
    return isFilled
  }

  private mutating func begin(with first: RecordedSignal.Sample) {
    samples = [first]
    startSeconds = first.seconds
  }

  /// Reads the sensor at the slower rate of rest. Returns nil as soon as something moves: a window
  /// then begins.
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
    // After a delay the next value is due from now on, so that missed ones are not read at once.
    due = now - due > period ? now + period : due + period
    return sensor.read().map {
      RecordedSignal.Sample(seconds: (now - origin).seconds, acceleration: $0)
    }
  }
}
