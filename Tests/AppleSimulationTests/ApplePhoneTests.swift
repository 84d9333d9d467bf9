import AppleProcess
import EventKernel
import Foundation
import PhoneAPI
import PhoneConformance
import RunObservation
import Scenarios
import SimulatedPhone
import TestSupport
import Testing
import Timekeeping
import TrackingEngine

@testable import Simulation

@Suite("PhoneAPI over Apple's frameworks, over the modules under Apple's names")
struct ApplePhoneTests {
  @Test("It keeps PhoneAPI's contracts", arguments: ConformanceCheck.all)
  func conforms(check: ConformanceCheck) {
    defer { AppContext.lastOfThisThread?.leaveThread() }
    let violations = check.violations(of: DetouredPhone())
    #expect(violations.isEmpty, "\(check.name): \(violations)")
  }

  @Test("A preset's day has the same records as without the detour", arguments: presets)
  func sameRecords(preset: String) throws {
    let direct = try Day(preset: preset, isDetoured: false)
    let detoured = try Day(preset: preset, isDetoured: true)
    #expect(detoured.records.count == direct.records.count)
    let first = zip(direct.records, detoured.records).first { $0 != $1 }
    #expect(first == nil, "the first difference: \(String(describing: first))")
    #expect(detoured.launches == direct.launches)
  }

  static let presets = PresetLibrary.names
}

/// The records of one preset's day.
private struct Day {
  private(set) var records: [String]
  private(set) var launches: Int

  init(preset: String, isDetoured: Bool) throws {
    let scenario = try ApplePhoneDay.scenario()
    let day = try SimulatedDay(scenario: scenario, seed: 1)
    var run = TrackerRun(day: day, tracker: try day.provision(TrackerChoice(preset: preset)))
    let sink = RecordList()
    run.sink = sink
    if isDetoured { run.wrapsApp = { phone, make in DetouredApp.make(on: phone, make) } }
    defer { AppContext.lastOfThisThread?.leaveThread() }
    launches = try run.run().lifecycle.launches
    records = sink.records
  }
}

/// The records of a run, with times to the microsecond: a `Date` holds a tenth of one.
private final class RecordList: RunSink {
  private(set) var records: [String] = []

  func record(_ record: Record) {
    var record = record
    record.recordedAt = record.recordedAt.rounded
    record.location.timestamp = record.location.timestamp.rounded
    records.append("\(record)")
  }
  func timeline(_ row: TimelineRow) {}
  func note(_ note: PhoneNote) {}
}

extension Instant {
  fileprivate var rounded: Instant { Instant(nanoseconds: (nanoseconds + 500) / 1000 * 1000) }
}

/// The day of the comparison: a file that `ODOGRAPH_APPLE_DAY` names, or a morning of three hours.
private enum ApplePhoneDay {
  static func scenario() throws -> Scenario {
    let reader = ScenarioReader(vocabulary: .ofOwnApps)
    if let path = ProcessInfo.processInfo.environment["ODOGRAPH_APPLE_DAY"] {
      return try reader.read(path: path)
    }
    return try reader.read(text: short, file: "scenario.yaml")
  }

  private static let short = """
    odograph: 1
    start: 2026-03-02T07:00:00
    timeZone: Europe/Berlin
    duration: 3 h
    phone: { profile: iphone-14, system: ios-18 }
    places:
      home: { at: [52.5310, 13.3850] }
      work: { at: [52.5075, 13.3904] }
      shop: { at: [52.5400, 13.4200] }
    day:
      - { stay: home, for: 15 min }
      - { walk: work }
      - { stay: work, for: 20 min }
      - { drive: shop }
      - { stay: shop }
    person:
      - { at: 07:10, opens: app, for: 1 min }
      - { at: 08:10, crashes: app }
      - { at: 09:30, opens: app, for: 1 min }
    server:
      - { from: 08:00, until: 08:20, outage: true }
    """
}

/// A simulated phone whose app is on an `ApplePhone`.
final class DetouredPhone: PhoneUnderTest {
  private let scenario = """
    odograph: 1
    start: 2026-03-02T07:00:00
    timeZone: Europe/Berlin
    duration: 3 h
    phone: { profile: iphone-14, system: ios-18 }
    places: { home: { at: [52.5310, 13.3850] }, work: { at: [52.5075, 13.3904] } }
    day: [{ stay: home, for: 20 min }, { walk: work }, { stay: work }]
    """
  private var phone: SimulatedPhone?

  func install(_ manifest: AppManifest, makeApp: @escaping (any Phone) -> any App) {
    do {
      let day = try SimulatedDay(
        scenario: try ScenarioReader(vocabulary: .ofOwnApps).read(
          text: scenario, file: "scenario.yaml"), seed: 1)
      phone = SimulatedPhone(
        SimulatedPhone.Configuration(
          world: day.world, segment: day.world.segments[0], model: day.model,
          app: AppInstallation(manifest: manifest) { DetouredApp.make(on: $0, makeApp) },
          chance: day.chance))
    } catch {
      Issue.record("\(error)")
    }
  }

  func openApp() { phone?.perform(.opensApp) }
  func leaveApp() -> Bool {
    phone?.perform(.leavesApp)
    return true
  }
  func killApp() -> Bool {
    phone?.killApp(.memoryPressure)
    // Calls that the suite makes on the ended app go to its phone.
    AppContext.lastOfThisThread?.enterThread()
    return true
  }
  func run(for span: TimeSpan) {
    guard let phone else { return }
    do { try phone.run(until: phone.now + span) } catch { Issue.record("\(error)") }
  }
}
