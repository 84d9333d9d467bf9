import MotionSensing
import Timekeeping

/// The accelerations that a device sends, with the machine's uptime as their time.
///
/// The stream follows one device. Another device may replace it after `silenceMax`, because the
/// samples of two devices together are the motion of neither.
struct AccelerationStream {
  static let silenceMax = TimeSpan.seconds(10 as Int64)
  /// The largest number of samples that wait for the motion thread: 40 s at 200 Hz.
  private static let samplesMax = 8192
  /// The age up to which a reading of gravity is added to an acceleration.
  private static let gravityAgeMax = TimeSpan.seconds(2 as Int64)
  /// The difference above which the device's clock was set, and is not only late.
  private static let clockStepMin = TimeSpan.seconds(60 as Int64)

  private(set) var samples: [RecordedSignal.Sample] = []
  private var device: String?
  private var heardAt = TimeSpan.zero
  private var rawAt: TimeSpan?
  private var gravity: (vector: SIMD3<Double>, at: TimeSpan)?
  /// The machine's uptime minus the time of the device's clock.
  ///
  /// It is the smallest difference seen, that of the reading with the shortest delay.
  private var offset: TimeSpan?

  /// Adds the accelerations of a message.
  ///
  /// - Parameter uptime: The time at which the message arrived.
  mutating func take(_ readings: [SensorReading], at uptime: TimeSpan) {
    let own = readings.filter { if case .acceleration = $0.value { true } else { false } }
    guard let sender = own.first?.device else { return }
    if device != sender {
      guard device == nil || uptime - heardAt >= Self.silenceMax else { return }
      self = AccelerationStream()
      device = sender
    }
    heardAt = uptime
    follow(own.compactMap(\.time), at: uptime)
    for reading in own {
      let at = reading.time.flatMap { time in offset.map { .init(time) + $0 } } ?? uptime
      guard case .acceleration(let kind, let vector) = reading.value else { continue }
      take(kind, vector, at: at)
    }
  }

  private mutating func follow(_ times: [Instant], at uptime: TimeSpan) {
    guard let newest = times.max() else { return }
    let difference = uptime - TimeSpan(newest)
    guard let offset, difference - offset < Self.clockStepMin,
      offset - difference < Self.clockStepMin
    else {
      self.offset = difference
      return
    }
    self.offset = min(offset, difference)
  }

  private mutating func take(_ kind: SensorKind, _ vector: SIMD3<Double>, at: TimeSpan) {
    switch kind {
    case .gravity: gravity = (vector, at)
    case .rawAccelerometer:
      rawAt = at
      append(vector, at)
    case .accelerometer:
      if let rawAt, at - rawAt < Self.gravityAgeMax { return }
      let isRecent = gravity.map { at - $0.at < Self.gravityAgeMax } ?? false
      append(isRecent ? vector + (gravity?.vector ?? .zero) : vector, at)
    case .location, .barometer, .battery, .pedometer: break
    }
  }

  private mutating func append(_ vector: SIMD3<Double>, _ at: TimeSpan) {
    if samples.count >= Self.samplesMax { samples.removeFirst(Self.samplesMax / 2) }
    samples.append(RecordedSignal.Sample(seconds: at.seconds, acceleration: vector))
  }

  /// Returns the samples that have arrived since the last call.
  mutating func takeSamples() -> [RecordedSignal.Sample] {
    defer { samples.removeAll(keepingCapacity: true) }
    return samples
  }
}

extension TimeSpan {
  /// The span from 1970 to an instant.
  fileprivate init(_ instant: Instant) { self.init(nanoseconds: instant.nanoseconds) }
}
