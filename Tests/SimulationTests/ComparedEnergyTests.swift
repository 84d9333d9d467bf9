import Evaluation
import RunObservation
import Scenarios
import SimulatedPhone
import TestSupport
import Testing
import Timekeeping
import TrackingEngine
import World

@testable import Simulation

@Suite("The energy up to the first time that a phone shuts off")
struct ComparedEnergyTests {
  private func run(battery: String, preset: String = "overland-high-resolution") throws
    -> TrackerRun
  {
    let file = try TemporaryFile(
      """
      odograph: 1
      start: 2026-03-02T06:00:00Z
      duration: 8 h
      phone: { battery: \(battery) }
      places:
        home: { at: [45.5231, -122.6765] }
        office: { at: [45.5182, -122.6687] }
      day:
        - { stay: home, for: 12 min }
        - { drive: office }
        - { stay: office }
      trackers: [\(preset)]
      """, suffix: ".yaml")
    let scenario = try ScenarioReader(vocabulary: .simulatedPhone).read(path: file.path)
    let day = try SimulatedDay(scenario: scenario, seed: 1)
    return TrackerRun(
      day: day, tracker: try day.provision(try #require(scenario.trackers.first)))
  }

  /// The energy of new phones, with and without the tracker, that are run to the cut alone.
  private func alone(
    _ run: TrackerRun, until cut: Instant
  ) throws -> (whole: Double, marginal: Double, delivered: Int) {
    let segment = try #require(run.day.world.segments.first)
    let phone = run.makePhone(segment: segment)
    try phone.run(until: cut)
    let bare = try BaselineDay.segment(segment, of: run.day, until: cut)
    let whole = phone.account().totalJoules
    return (whole, whole - bare.account.totalJoules, phone.deliveredFixes)
  }

  @Test(
    "It equals that of phones that are run to that instant alone",
    arguments: ["overland-high-resolution", "overland-battery-saving", "adaptive"])
  func shutOff(preset: String) throws {
    let run = try run(battery: "1 %", preset: preset)
    let energy = try run.run().energy
    // One percent lasts less than eight hours; how much less depends on the tracker.
    try #require(energy.firstShutOff != nil && energy.comparedSeconds < energy.simulatedSeconds)
    let cut = run.day.world.start + .seconds(energy.comparedSeconds)
    let alone = try alone(run, until: cut)
    #expect(energy.marginalJoules == alone.marginal)
    #expect(
      energy.marginalJoulesPerDeliveredFix
        == (alone.delivered > 0 ? alone.marginal / Double(alone.delivered) : nil))
    // What the phone used after it had charge again is part of the whole alone.
    #expect(energy.totalJoules >= alone.whole)
  }

  @Test("The app's process is started only on the phone of the run")
  func oneRun() throws {
    var run = try run(battery: "1 %")
    var starts = 0
    run.wrapsApp = { phone, make in
      starts += 1
      return make(phone)
    }
    let result = try run.run()
    try #require(result.energy.firstShutOff != nil)
    // The person opens the app at the start, and the phone has no charge again after that.
    #expect(starts == 1)
  }

  @Test("Where the phone without the tracker shuts off first, it ends there, at any probe")
  func baselineShutOff() throws {
    let run = try run(battery: "90 %")
    let segment = try #require(run.day.world.segments.first)
    let cut = segment.start + .seconds(1230 as Int64)
    func part(probed: Bool) throws -> EnergySum.Part {
      let evaluator = Evaluator(world: run.day.world, options: run.evaluationOptions)
      let recorder = RunRecorder(
        evaluator: evaluator, tracker: run.tracker, sink: nil, explains: false)
      evaluator.beginSegment(segment)
      recorder.beginSegment(at: segment.start)
      let phone = run.makePhone(
        segment: segment, store: InMemoryRecordStore(), recorder: recorder)
      let compared = ComparedEnergy(of: phone, recorder: recorder, unrecorded: .none)
      compared.baselineShutOff = cut
      var probes: [Instant] = []
      try compared.advance(to: segment.end, probe: probed ? { probes.append($0.now) } : nil)
      // The cut between two minutes moves no probe.
      #expect(probes == (probed ? (1...480).map { segment.start + .minutes($0) } : []))
      return try compared.part(
        with: try BaselineDay.segment(segment, of: run.day, until: segment.end), of: run.day)
    }
    let alone = try alone(run, until: cut)
    for probed in [false, true] {
      let part = try part(probed: probed)
      #expect(part.comparedSeconds == 1230)
      #expect(part.compared.totalJoules == alone.whole)
      #expect(part.compared.totalJoules - part.baseline.totalJoules == alone.marginal)
      #expect(part.deliveredFixes == alone.delivered && part.recordedFixes > 0)
      #expect(part.whole.totalJoules > alone.whole)
    }
  }
}
