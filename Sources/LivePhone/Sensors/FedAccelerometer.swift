import MotionSensing
import Timekeeping

/// A feed of windows from the accelerations that another device sends.
struct FedAccelerometer: AccelerometerFeed {
  private static let pollInterval = TimeSpan.milliseconds(100)
  /// The time without accelerations after which the sensor counts as lost.
  private static let silenceMax = AccelerationStream.silenceMax
  /// The number of windows in a row without gravity after which the user is told.
  private static let weightlessMax = 4

  private let feed: SensorFeed
  private let claim: Int
  private var samples: [RecordedSignal.Sample] = []
  /// The start of the next window, in seconds of uptime; nil before the first sample.
  private var startSeconds: Double?
  /// The factor that converts the device's unit to m/s²; nil until gravity has shown it.
  private var scale: Float?
  private var weightlessCount = 0

  init(_ feed: SensorFeed) {
    self.feed = feed
    claim = feed.claimAccelerations()
  }

  mutating func next(_ window: inout AccelerometerWindow, mayRest: Bool) -> FeedOutcome {
    var deadline = feed.time.uptime + Self.silenceMax
    while !hasWindow {
      feed.time.sleep(until: feed.time.uptime + Self.pollInterval)
      guard let arrived = feed.takeAccelerations(claim) else {
        return .lost(reason: "another reader takes the accelerations")
      }
      if !arrived.isEmpty { deadline = feed.time.uptime + Self.silenceMax }
      samples += arrived
      guard feed.time.uptime < deadline else {
        feed.set(motionTrouble: nil)
        return .lost(reason: "the sensor feed sends no acceleration")
      }
    }
    return cut(&window)
  }

  private var hasWindow: Bool {
    guard let first = samples.first, let last = samples.last else { return false }
    return last.seconds >= (startSeconds ?? first.seconds) + AccelerometerWindow.span.seconds
  }

  /// Cuts the next window out of the samples.
  private mutating func cut(_ window: inout AccelerometerWindow) -> FeedOutcome {
    let start = startSeconds ?? samples[0].seconds
    let end = start + AccelerometerWindow.span.seconds
    let last = samples[samples.count - 1].seconds
    let rate =
      Double(samples.count { (start..<end).contains($0.seconds) })
      / AccelerometerWindow.span.seconds
    let isFilled = RecordedSignal(samples: samples).fill(&window, from: start)
    // After a gap the next window begins with the values after it.
    let next = isFilled ? end : last
    startSeconds = next
    samples.removeFirst(samples.lastIndex { $0.seconds <= next } ?? 0)
    guard isFilled else { return .nothing }
    guard rate >= IndustrialAccelerometer.rateHertzMin else {
      feed.set(
        motionTrouble: "\(Int(rate.rounded())) accelerations a second arrive, and at least "
          + "\(Int(IndustrialAccelerometer.rateHertzMin)) are needed")
      return .nothing
    }
    guard let scale = scale(of: window) else { return .nothing }
    window.scale(by: scale)
    feed.set(motionTrouble: nil)
    return .window(end: .seconds(end))
  }

  /// Returns the factor that converts the window to m/s². Gravity shows the unit: its magnitude is
  /// 1 in g and 9.81 in m/s².
  private mutating func scale(of window: AccelerometerWindow) -> Float? {
    if let scale { return scale }
    let gravity = window.meanMagnitude
    switch gravity {
    case 0.8...1.2: scale = AccelerometerWindow.standardGravity
    case 8...12: scale = 1
    default:
      weightlessCount += 1
      if weightlessCount >= Self.weightlessMax {
        feed.set(
          motionTrouble: "the accelerations have no gravity; send "
            + "'\(SensorKind.rawAccelerometer.rawValue)', or 'gravity' too")
      }
    }
    return scale
  }
}

extension AccelerometerWindow {
  /// The magnitude of the mean acceleration.
  fileprivate var meanMagnitude: Float {
    let sum = (0..<Self.sampleCount).reduce(SIMD3<Float>()) { $0 + self[$1] }
    let mean = sum / Float(Self.sampleCount)
    return (mean * mean).sum().squareRoot()
  }

  fileprivate mutating func scale(by factor: Float) {
    for index in 0..<Self.sampleCount { self[index] *= factor }
  }
}
