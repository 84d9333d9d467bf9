import Experiments
import Foundation
import LiveTestSupport
import MotionSensing
import PhoneAPI
import Recordings
import Scenarios
import Simulation
import Synchronization
import Testing
import Text
import Timekeeping

@testable import LivePhone

private let dataFolder = URL(
  filePath: ProcessInfo.processInfo.environment["ODOGRAPH_DATA"] ?? "../shared/data")
private let pocket = dataFolder.appending(path: "accel-pocket50/exp02_user02.csv.gz")
private let windscreen = dataFolder.appending(
  path: "accel-drive/comma2k19-example-accel.csv.gz")

@Suite("The live phone's motion")
struct LiveMotionTests {
  private let time = HurriedTime()
  private let folder = TemporaryFolder()

  private func phone(
    _ motion: LiveMotionSource, _ tree: MachineTree = MachineTree(),
    notes: ((String) -> Void)? = nil
  ) throws -> LivePhone {
    try LivePhone(
      folder: folder.path, calendar: .utc, motion: motion,
      machine: Machine(root: tree.root, time: time), onNote: { notes?($1) })
  }

  /// Returns the signal of a person who walks at two steps a second, or stands.
  private static func gait(_ seconds: Double, _ isWalking: (Double) -> Bool = { _ in true })
    -> RecordedSignal
  {
    RecordedSignal(
      samples: stride(from: 0, through: seconds, by: 0.02).map { at in
        let swing = isWalking(at) ? 1.0 : 0
        let step = 2 * Double.pi * 2 * at
        return RecordedSignal.Sample(
          seconds: at,
          acceleration: SIMD3(
            swing * 1.2 * sin(step / 2), swing * 0.8 * cos(step),
            9.81 + swing * (2.5 * sin(step) + 1.0 * sin(2 * step + 1))))
      })
  }

  // MARK: As on the simulated phone

  /// A reported activity, with its start in windows since the beginning of the recording.
  private struct Told: Hashable {
    var window: Int
    var activity: MotionActivity

    init(_ activity: MotionActivity, since start: Instant) {
      window = Int(((activity.start - start).seconds / 2.5).rounded())
      self.activity = activity
      self.activity.start = Instant(nanoseconds: 0)
    }
  }

  private static func simulated(
    _ file: String, carried: String, minutes: Int64
  ) throws -> (reported: [Told], steps: Int) {
    let noon = Instant(nanoseconds: 1_772_452_800_000_000_000)
    let day = """
      odograph: 1
      start: 2026-03-02T12:00:00
      timeZone: UTC
      duration: \(minutes + 5) min
      phone:
        accelerometer: \(file)
        carried: \(carried)
        readings: { cyclingWithoutSatellites: recognized }
        model:
          motion.walkingSeconds: 6 s
          motion.runningSeconds: 4 s
          motion.stillNoticedSeconds: 5 s
          motion.automotiveFixedSeconds: 20 s
          motion.automotiveCarriedSeconds: 180 s
          motion.cyclingSeconds: 120 s
          motion.automotiveHoldSeconds: 200 s
          motion.historyLagSeconds: 60 s
      permissions: { location: always, motion: granted }
      places: { home: { at: [52.5310, 13.3850] } }
      day: [{ stay: home }]
      person: [{ at: 12:01, opens: app, for: \(minutes + 4) min }]
      """
    let sink = Mutex<(reported: [MotionActivity], steps: Int)>(([], 0))
    let end = noon + .minutes(minutes)
    _ = try Simulation(text: day).run(
      OwnApp(AppManifest(name: "own", usageDescriptions: [.motion])) { phone, _ in
        AskingApp(phone, at: end + .minutes(4)) { phone in
          phone.motionActivity.queryActivity(from: noon, to: end) { result in
            sink.withLock { $0.reported = (try? result.get()) ?? [] }
          }
          phone.pedometer.queryPedometerData(from: noon, to: end) { result in
            sink.withLock { $0.steps = (try? result.get().steps) ?? -1 }
          }
        }
      })
    // The first window begins at the next whole one.
    return sink.withLock {
      ($0.reported.map { Told($0, since: noon + .milliseconds(2500)) }, $0.steps)
    }
  }

  private func live(
    _ file: String, _ power: [String: String], minutes: Int64
  ) throws -> (reported: [Told], steps: Int) {
    let tree = MachineTree(power)
    let phone = try phone(.recorded(try AccelerometerRecording.read(path: file).signal), tree)
    defer { phone.end() }
    let start = phone.clock.now
    let end = start + .minutes(minutes) - .milliseconds(2500)
    phone.motionActivity.startActivityUpdates { _ in }
    time.awaitSleeper()
    phone.loop.run(for: .minutes(minutes) + .seconds(10 as Int64))
    var reported: [Told] = []
    var steps = 0
    phone.motionActivity.queryActivity(from: start, to: end) { result in
      reported = ((try? result.get()) ?? []).map { Told($0, since: start) }
    }
    phone.pedometer.queryPedometerData(from: start, to: end) { result in
      steps = (try? result.get().steps) ?? -1
    }
    phone.loop.run(for: .seconds(1 as Int64))
    return (reported, steps)
  }

  @Test(
    "A walk and a rest in a pocket tell the same activities and steps as on the simulated phone",
    .enabled(
      if: FileManager.default.fileExists(atPath: pocket.path),
      "skipped: no recordings in ODOGRAPH_DATA"))
  func pocketAsSimulated() throws {
    let file = folder.path + "/pocket.csv"
    try Self.unpack(pocket.path, to: file)
    let simulated = try Self.simulated(file, carried: "pocket", minutes: 11)
    let live = try live(
      file, MachineTree.battery(["capacity": "50", "status": "Discharging"]), minutes: 11)
    #expect(live.reported == simulated.reported)
    #expect(live.steps == simulated.steps)
    #expect(live.reported.contains { $0.activity.walking })
    #expect(live.reported.contains { $0.activity.stationary })
    #expect(live.steps > 100)
  }

  @Test(
    "A drive in a mount tells the same activities as on the simulated phone",
    .enabled(
      if: FileManager.default.fileExists(atPath: windscreen.path),
      "skipped: no recordings in ODOGRAPH_DATA"))
  func driveAsSimulated() throws {
    let simulated = try Self.simulated(windscreen.path, carried: "mount", minutes: 3)
    // A device on mains power counts as fixed.
    let live = try live(
      windscreen.path, MachineTree.power("AC", ["type": "Mains", "online": "1"]), minutes: 3)
    #expect(live.reported == simulated.reported)
    #expect(live.reported.contains { $0.activity.automotive })
  }

  /// Unpacks a recording whose samples have numbers, fifty a second, instead of times.
  private static func unpack(_ path: String, to file: String) throws {
    let unzip = Process()
    unzip.executableURL = URL(filePath: "/usr/bin/env")
    unzip.arguments = ["gzip", "-dc", path]
    let pipe = Pipe()
    unzip.standardOutput = pipe
    try unzip.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    unzip.waitUntilExit()
    let rows = text.split(separator: "\n").dropFirst().compactMap { line -> String? in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard fields.count > 5, let number = Int(fields[2]) else { return nil }
      return "\(Double(number) / 50),\(fields[3]),\(fields[4]),\(fields[5])"
    }
    try (["t_s,x,y,z"] + rows).joined(separator: "\n").write(
      toFile: file, atomically: false, encoding: .utf8)
  }

  // MARK: Listening

  @Test("A walk is reported within ten seconds, with its steps, while an app listens")
  func walk() throws {
    let phone = try phone(.recorded(Self.gait(600)))
    #expect(phone.motionActivity.availability.isAvailable)
    #expect(phone.motionActivity.authorization == .granted)
    var reported: [(at: TimeSpan, activity: MotionActivity)] = []
    var steps: [PedometerData] = []
    let (start, wall) = (phone.clock.uptime, phone.clock.now)
    phone.motionActivity.startActivityUpdates { [clock = phone.clock] in
      reported.append((clock.uptime - start, $0))
    }
    phone.pedometer.startUpdates(from: wall) { steps.append($0) }
    #expect(reported.isEmpty)
    time.awaitSleeper()
    phone.loop.run(for: .minutes(2))
    let walking = try #require(reported.first { $0.activity.walking })
    #expect(walking.at <= .seconds(10 as Int64))
    // Two steps a second, less those of the last window.
    let count = try #require(steps.last?.steps)
    #expect((225...240).contains(count))
    #expect(steps.map(\.steps) == steps.map(\.steps).sorted())
    #expect(steps.allSatisfy { $0.start == wall })
    phone.motionActivity.stopActivityUpdates()
    phone.pedometer.stopUpdates()
    let received = (reported.count, steps.count)
    phone.loop.run(for: .minutes(2))
    #expect(received == (reported.count, steps.count))
  }

  @Test("History tells of what was listened to, of the rest that it is unknown")
  func history() throws {
    let phone = try phone(.recorded(Self.gait(600)))
    let start = phone.clock.now
    var steps: [Result<PedometerData, MotionError>] = []
    var activities: [MotionActivity] = []
    func ask(_ from: Instant, _ to: Instant) {
      phone.pedometer.queryPedometerData(from: from, to: to) { steps.append($0) }
      phone.motionActivity.queryActivity(from: from, to: to) { activities = (try? $0.get()) ?? [] }
      #expect(steps.isEmpty)
      phone.loop.run(for: .milliseconds(10))
    }
    ask(start - .minutes(5), start + .milliseconds(1))
    #expect(steps == [.failure(.unavailable)] && activities.isEmpty)
    phone.motionActivity.startActivityUpdates { _ in }
    time.awaitSleeper()
    phone.loop.run(for: .minutes(1))
    phone.motionActivity.stopActivityUpdates()
    phone.loop.run(for: .minutes(5))
    steps = []
    ask(start, phone.clock.now)
    let counted = try steps.map { try $0.get().steps }
    #expect(counted.count == 1 && (110...120).contains(counted[0]))
    #expect(activities.contains { $0.walking })
    #expect(activities.last?.unknown == true)
    #expect(activities.map(\.start) == activities.map(\.start).sorted())
    steps = []
    ask(start + .minutes(3), phone.clock.now)
    #expect(steps == [.failure(.unavailable)])
    #expect(activities.count == 1 && activities.first?.unknown == true)
    ask2(phone, .distantPast, .distantFuture)
  }

  /// Queries up to the limits of time are answered.
  private func ask2(_ phone: LivePhone, _ from: Instant, _ to: Instant) {
    var answers = 0
    phone.pedometer.queryPedometerData(from: from, to: to) { _ in answers += 1 }
    phone.motionActivity.queryActivity(from: from, to: to) { _ in answers += 1 }
    phone.loop.run(for: .milliseconds(10))
    #expect(answers == 2)
  }

  @Test("A clock that is set moves the past along")
  func clockSet() throws {
    let phone = try phone(.recorded(Self.gait(600)))
    phone.motionActivity.startActivityUpdates { _ in }
    time.awaitSleeper()
    phone.loop.run(for: .minutes(1))
    time.setWallClock(by: -.days(365))
    phone.loop.run(for: .minutes(1))
    time.setWallClock(by: .days(3650))
    phone.loop.run(for: .minutes(1))
    var steps = 0
    var activities: [MotionActivity] = []
    let now = phone.clock.now
    phone.pedometer.queryPedometerData(from: now - .minutes(3), to: now) {
      steps = (try? $0.get().steps) ?? 0
    }
    phone.motionActivity.queryActivity(from: now - .minutes(3), to: now) {
      activities = (try? $0.get()) ?? []
    }
    phone.loop.run(for: .milliseconds(10))
    #expect((345...360).contains(steps))
    #expect(activities.map(\.start) == activities.map(\.start).sorted())
    #expect(activities.contains { $0.walking })
  }

  @Test("Without an accelerometer motion says so, and calling it is harmless")
  func absent() throws {
    for (source, reason) in [
      (LiveMotionSource.none, "no accelerometer was chosen"),
      (.industrialIO, "this machine has no accelerometer (industrial I/O)"),
    ] {
      let phone = try phone(source)
      #expect(phone.motionActivity.availability == .unavailable(reason))
      #expect(phone.pedometer.availability == .unavailable(reason))
      #expect(phone.motionActivity.authorization == .restricted)
      phone.motionActivity.startActivityUpdates { _ in Issue.record("it was told") }
      phone.pedometer.startUpdates(from: .distantPast) { _ in Issue.record("it was told") }
      phone.pedometer.queryPedometerData(from: .distantPast, to: .distantFuture) { _ in
        Issue.record("it was answered")
      }
      phone.loop.run(for: .minutes(1))
    }
  }

  @Test("A sensor that goes away is said once, unknown until it is back, and then told again")
  func lost() throws {
    let tree = MachineTree(MachineTree.accelerometer())
    var notes: [String] = []
    let phone = try phone(.industrialIO, tree) { notes.append($0) }
    var reported: [MotionActivity] = []
    phone.motionActivity.startActivityUpdates { reported.append($0) }
    time.awaitSleeper()
    phone.loop.run(for: .seconds(20 as Int64))
    #expect(reported.last?.stationary == true)
    // The truncated file reads as empty, like that of a device that is gone.
    tree.put("", at: "sys/bus/iio/devices/iio:device0/in_accel_x_raw")
    phone.loop.run(for: .minutes(1))
    #expect(reported.last?.unknown == true)
    #expect(notes == ["the accelerometer does not answer"])
    tree.put("0", at: "sys/bus/iio/devices/iio:device0/in_accel_x_raw")
    phone.loop.run(for: .minutes(1))
    #expect(reported.last?.stationary == true)
    phone.end()
  }
}

/// An app that asks once, at a given time.
private final class AskingApp: App {
  private let phone: any Phone
  private let instant: Instant
  private let ask: (any Phone) -> Void

  init(_ phone: any Phone, at instant: Instant, ask: @escaping (any Phone) -> Void) {
    self.phone = phone
    self.instant = instant
    self.ask = ask
  }

  func applicationDidFinishLaunching(_ launch: Launch) {
    phone.motionActivity.startActivityUpdates { _ in }
    _ = phone.clock.schedule(after: instant - phone.clock.now, repeats: false) { [self] in
      ask(phone)
    }
  }
}
