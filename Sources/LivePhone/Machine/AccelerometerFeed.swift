import MotionSensing
import Timekeeping

/// A source of accelerometer windows for a live phone.
///
/// It is used on the sensor's own thread, in the machine's time.
protocol AccelerometerFeed {
  /// Waits for the end of the next window.
  ///
  /// `mayRest` means that no window is needed as long as nothing moves.
  mutating func next(_ window: inout AccelerometerWindow, mayRest: Bool) -> FeedOutcome
}

enum FeedOutcome: Sendable, Hashable {
  /// The window is full. It ended at this time, by the machine's uptime.
  case window(end: TimeSpan)
  /// The signal has a gap here, or nothing moved while no window was needed.
  case nothing
  case lost(reason: String)
}

/// A recording, repeated in real time, as on the simulated phone.
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

/// A sensor that is read one value at a time, as often as windows need it.
///
/// Values arrive when the machine has time. Windows are made from them by their times, as from any
/// recording. At rest the sensor is read four times less often, until the sentinel wakes.
struct SampledFeed: AccelerometerFeed {
  private static let period = TimeSpan.seconds(1 / MotionThread.rateHertz)
  private static let restingPeriod = TimeSpan.seconds(4 / MotionThread.rateHertz)
  /// The number of samples at rest after which a waiting caller gets no window.
  private static let restingSamples = 16

  private let sensor: IndustrialAccelerometer
  private let time: any MachineTime
  /// The detector of motion, awake until it has detected that nothing moves.
  private var sentinel = WakeOnMotion(isAwake: true)
  /// The time from which seconds are counted.
  private let origin: TimeSpan
  private var samples: [RecordedSignal.Sample] = []
  /// The start of the next window; that of the first sample if there is none yet.
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

  /// Reads values until the window's end; false if they have a gap, nil if the sensor is gone.
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

  /// Watches for motion; nil if something moved, so that a window begins.
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
