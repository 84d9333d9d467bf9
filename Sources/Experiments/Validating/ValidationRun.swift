import Evaluation
import Geodesy
import PhoneAPI
import RunObservation
import Scenarios
import SimulatedPhone
import Simulation
import Timekeeping
import TrackingEngine

/// The run of one scenario, seed and tracker, with the results that a validation needs.
struct ValidationRun {
  /// A position that the phone delivers, with the values that a field study uses.
  struct Fix {
    var time: Instant
    var accuracyMeters: Double
    var coordinate: Coordinate
    /// True for a fix of the satellite receiver, false for a position of the network.
    var isFromSatellites: Bool
  }

  let day: SimulatedDay
  /// The result of the tracker's run; nil if the phone runs without a tracker.
  private(set) var result: RunResult?
  private(set) var joules = 0.0
  private(set) var radioJoules = 0.0
  private(set) var seconds = 0.0
  private(set) var capacityJoules = 1.0
  private(set) var firstShutOff: Instant?
  /// The value of the battery gauge at each minute.
  private(set) var gauge: [(time: Instant, percent: Int)] = []
  /// The fixes of standard updates that the tracker recorded.
  private(set) var fixes: [Fix] = []
  private(set) var activities: [MotionActivity] = []

  init(_ subject: ValidationSubject, scenario: Scenario, seed: UInt64) throws {
    day = try SimulatedDay(scenario: scenario, seed: seed)
    gauge.append((day.world.start, Int((day.batteryLevel * 100).rounded())))
    if let tracker = subject.tracker {
      try run(tracker)
    } else {
      try runAlone(keepAlive: subject.keepAlive)
    }
  }

  private mutating func run(_ tracker: TrackerChoice) throws {
    let collector = Collector()
    var run = TrackerRun(day: day, tracker: try day.provision(tracker))
    run.sink = collector
    run.probe = { collector.look(at: $0) }
    result = try run.run()
    take(collector)
    fixes = collector.fixes
  }

  private mutating func runAlone(keepAlive: ValidationSubject.KeepAlive?) throws {
    for segment in day.world.segments {
      let collector = Collector()
      let phone = day.phone(segment: segment, app: nil, server: nil, tracker: nil)
      let step = keepAlive?.period ?? .minutes(1)
      while phone.now < segment.end {
        if let keepAlive { phone.sendKeepAlive(bytes: keepAlive.bytes) }
        try phone.run(until: min(segment.end, phone.now + step))
        collector.look(at: phone)
      }
      take(collector)
    }
  }

  private mutating func take(_ collector: Collector) {
    gauge += collector.gauge
    joules += collector.joules
    radioJoules += collector.radioJoules
    seconds += collector.seconds
    activities += collector.activities
    capacityJoules = collector.capacityJoules
    firstShutOff = firstShutOff ?? collector.firstShutOff
  }

  var hours: Double { seconds / 3600 }
}

/// Reads the phone's battery gauge each minute, and collects the tracker's fixes.
private final class Collector: RunSink {
  var gauge: [(time: Instant, percent: Int)] = []
  var fixes: [ValidationRun.Fix] = []
  var activities: [MotionActivity] = []
  var capacityJoules = 1.0
  var firstShutOff: Instant?
  var joules: Double { finished.joules + current.joules }
  var radioJoules: Double { finished.radio + current.radio }
  var seconds: Double { finished.seconds + current.seconds }
  private var finished = (joules: 0.0, radio: 0.0, seconds: 0.0)
  private var current = (joules: 0.0, radio: 0.0, seconds: 0.0)
  private var segmentStart: Instant?

  func look(at phone: SimulatedPhone) {
    if segmentStart != phone.segment.start {
      segmentStart = phone.segment.start
      finished = (joules, radioJoules, seconds)
    }
    let account = phone.account()
    current.joules = account.totalJoules
    current.radio = account.joulesByComponent.reduce(0) { sum, part in
      ["modem", "wifi"].contains(part.name) ? sum + part.joules : sum
    }
    current.seconds = (phone.now - phone.segment.start).seconds
    capacityJoules = account.batteryJoules
    firstShutOff = firstShutOff ?? phone.firstShutOff
    gauge.append((phone.now, phone.gaugePercent))
    if phone.now >= phone.segment.end { activities += phone.recognizedActivities() }
  }

  func record(_ record: Record) {
    guard record.isPosition, record.source == .standard else { return }
    fixes.append(
      ValidationRun.Fix(
        time: record.location.timestamp,
        accuracyMeters: record.location.horizontalAccuracyMeters,
        coordinate: record.location.coordinate,
        isFromSatellites: record.location.speedMetersPerSecond >= 0))
  }

  func timeline(_ row: TimelineRow) {}
  func note(_ note: PhoneNote) {}
}
