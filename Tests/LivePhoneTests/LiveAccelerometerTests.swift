import Foundation
import LiveTestSupport
import MotionSensing
import Synchronization
import Testing
import Timekeeping

@testable import LivePhone

@Suite("An accelerometer of the industrial-I/O class")
struct LiveAccelerometerTests {
  private static let device = "sys/bus/iio/devices/iio:device0/"

  private func sensor(
    _ files: [String: String]
  ) throws -> (IndustrialAccelerometer, MachineTree) {
    let tree = MachineTree(MachineTree.accelerometer(files))
    return (try IndustrialAccelerometer(tree.root), tree)
  }

  private func refusal(_ tree: MachineTree) -> String? {
    do throws(IndustrialAccelerometer.Absence) {
      _ = try IndustrialAccelerometer(tree.root)
      return nil
    } catch { return error.reason }
  }

  @Test("A value is what was counted, and the offset, times the scale, along the machine's axes")
  func values() throws {
    let (plain, tree) = try sensor([:])
    #expect(plain.read() == SIMD3(0, 0, 9.80665))
    tree.put("-1000", at: Self.device + "in_accel_z_raw")
    #expect(plain.read() == SIMD3(0, 0, -9.80665))
    let (own, _) = try sensor([
      "in_accel_x_raw": "10", "in_accel_y_raw": "20", "in_accel_z_raw": "30",
      "in_accel_scale": "0.5", "in_accel_z_scale": "2", "in_accel_offset": "1",
      "in_accel_x_offset": "-10",
    ])
    #expect(own.read() == SIMD3(0, 10.5, 62))
    // The mount matrix makes x the machine's y, and y its -x.
    let (turned, _) = try sensor([
      "in_accel_x_raw": "1", "in_accel_y_raw": "2", "in_accel_z_raw": "3", "in_accel_scale": "1",
      "in_accel_mount_matrix": "0, -1, 0; 1, 0, 0; 0, 0, 1",
    ])
    #expect(turned.read() == SIMD3(-2, 1, 3))
    let (odd, _) = try sensor(["in_accel_scale": "1", "in_mount_matrix": "1, 0; what"])
    #expect(odd.read() == SIMD3(0, 0, 1000))
  }

  @Test(
    "The lid's sensor is taken rather than the keyboard's, an accelerometer rather than a compass")
  func choice() throws {
    let tree = MachineTree(
      MachineTree.accelerometer(["label": "accel-base"], number: 1)
        + MachineTree.accelerometer(["label": "accel-display"], number: 2)
        + ["sys/bus/iio/devices/iio:device0/in_magn_x_raw": "1"])
    #expect(try IndustrialAccelerometer.find(in: tree.root) == "sys/bus/iio/devices/iio:device2/")
    tree.remove("sys/bus/iio/devices/iio:device2")
    #expect(try IndustrialAccelerometer.find(in: tree.root) == "sys/bus/iio/devices/iio:device1/")
    tree.remove("sys/bus/iio/devices/iio:device1")
    #expect(refusal(tree) == "this machine has no accelerometer (industrial I/O)")
  }

  @Test("A sensor that samples too seldom is hastened while it is used, or is none")
  func rates() throws {
    let file = Self.device + "sampling_frequency"
    let tree = MachineTree(
      MachineTree.accelerometer([
        "sampling_frequency": "12.5", "sampling_frequency_available": "12.5 25 50 100",
      ]))
    var sensor: IndustrialAccelerometer? = try IndustrialAccelerometer(tree.root)
    #expect(tree.text(file) == "50" && sensor != nil)
    sensor = nil
    #expect(tree.text(file) == "12.5")
    tree.put("12.5", at: file + "_available")
    #expect(refusal(tree) == "the accelerometer samples 12.5 times a second, too seldom")
    // A rate that is high enough, or a sensor read on demand, stays unchanged.
    for rate in ["25", "100", "0"] {
      tree.put(rate, at: file)
      sensor = try IndustrialAccelerometer(tree.root)
      #expect(tree.text(file) == rate)
    }
  }

  // MARK: Windows

  /// Returns a feed of a sensor that follows a signal, and the count of its readings.
  private func feed(
    _ signal: @escaping @Sendable (Double) -> SIMD3<Double>
  ) throws -> (SampledFeed, reads: @Sendable () -> Int) {
    let tree = MachineTree(MachineTree.accelerometer(["in_accel_scale": "0.001"]))
    let reads = Mutex(0)
    let time = SteppedTime { uptime in
      reads.withLock { $0 += 1 }
      let value = signal(uptime.seconds - 1000)
      for (axis, name) in ["x", "y", "z"].enumerated() {
        tree.put("\(Int((value[axis] * 1000).rounded()))", at: Self.device + "in_accel_\(name)_raw")
      }
    }
    let feed = SampledFeed(try IndustrialAccelerometer(tree.root), time)
    return (feed, { reads.withLock { $0 } })
  }

  @Test("Windows follow one another, and hold what the sensor measured")
  func windows() throws {
    var (feed, _) = try feed { SIMD3(0, 3 * sin(2 * .pi * 2 * $0), 9.81) }
    var window = AccelerometerWindow()
    for number in 1...4 {
      let outcome = feed.next(&window, mayRest: false)
      #expect(outcome == .window(end: .seconds(1000 + 2.5 * Double(number))))
      for index in 0..<AccelerometerWindow.sampleCount {
        // The middle of the sample's 39 ms. The mean over them reduces the amplitude by 1 %.
        let at = 2.5 * Double(number - 1) + (Double(index) + 0.5) / AccelerometerWindow.rateHertz
        #expect(abs(Double(window[index].y) - 3 * sin(2 * .pi * 2 * at)) < 0.1)
        #expect(abs(window[index].z - 9.81) < 0.01)
      }
    }
  }

  @Test("At rest the sensor is asked four times more rarely, and a movement wakes it")
  func rest() throws {
    // At rest for a minute, then a walk.
    var (feed, reads) = try feed { at in
      SIMD3(0, 0, 9.81 + (at < 60 ? 0 : 3 * sin(2 * .pi * 2 * at)))
    }
    var window = AccelerometerWindow()
    // After four quiet windows the sentinel takes over: 6.4 values a second instead of 25.6.
    for _ in 1...4 { _ = feed.next(&window, mayRest: true) }
    let before = reads()
    #expect((255...260).contains(before))
    for _ in 1...4 { #expect(feed.next(&window, mayRest: true) == .nothing) }
    #expect(reads() - before == 64)
    // A feed that may not rest delivers a window.
    guard case .window = feed.next(&window, mayRest: false) else { return #expect(Bool(false)) }
    var end = TimeSpan.zero
    for _ in 1...30 where end == .zero {
      if case .window(let at) = feed.next(&window, mayRest: true) { end = at }
    }
    // The time includes three values 0.16 s apart, and a window.
    #expect(end > .seconds(1062.5) && end < .seconds(1064.0))
  }

  @Test("A hold-up makes a hole, and the next window begins after it")
  func holdUp() throws {
    let tree = MachineTree(MachineTree.accelerometer())
    let time = HurriedTime()
    // Only the feed waits for this time.
    let feed = Mutex(SampledFeed(try IndustrialAccelerometer(tree.root), SlowTime(time, at: 1001)))
    var window = AccelerometerWindow()
    feed.withLock {
      #expect($0.next(&window, mayRest: false) == .nothing)
      #expect($0.next(&window, mayRest: false) != .nothing)
      #expect($0.next(&window, mayRest: false) != .nothing)
    }
  }

  /// A time that sleeps a second too long, once.
  private final class SlowTime: MachineTime {
    private let time: HurriedTime
    private let at: Double
    private let hasSlept = Mutex(false)

    init(_ time: HurriedTime, at: Double) {
      self.time = time
      self.at = at
    }

    var uptime: TimeSpan { time.uptime }
    var wallClock: Instant { time.wallClock }
    func wait(until uptime: TimeSpan, or arrival: Arrival) { sleep(until: uptime) }

    func sleep(until uptime: TimeSpan) {
      if uptime > time.uptime { time.pass(uptime - time.uptime) }
      let isHeldUp = hasSlept.withLock { hasSlept -> Bool in
        guard !hasSlept, uptime.seconds > at else { return false }
        hasSlept = true
        return true
      }
      if isHeldUp { time.pass(.seconds(1 as Int64)) }
    }
  }
}
