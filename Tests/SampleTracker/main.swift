import Foundation
import PhoneAPI
import PhoneClient

/// A tracker in a process of its own, which keeps each position of standard updates. Its name
/// chooses what else it does, so that a link with another name is another app.
final class SampleTracker: App, LocationManagerDelegate {
  private let phone: any Phone
  private let manager: any LocationManager
  private let records: AppProcessRecords
  private let kind = URL(fileURLWithPath: CommandLine.arguments[0]).lastPathComponent
  private var fixCount = 0
  private let output: SampleOutput?
  private lazy var storing = Storing(phone)

  init(_ phone: any Phone, _ records: AppProcessRecords) {
    self.phone = phone
    manager = phone.makeLocationManager()
    self.records = records
    output = SampleOutput(kind, phone)
  }

  func applicationDidFinishLaunching(_ launch: Launch) {
    manager.delegate = self
    manager.desiredAccuracy = .best
    // In place of Examples/OwnTracker: many of its days are run.
    if kind == "OwnTracker" { manager.distanceFilterMeters = 100 }
    manager.pausesLocationUpdatesAutomatically = false
    manager.allowsBackgroundLocationUpdates = true
    manager.startUpdatingLocation()
    manager.startMonitoringSignificantLocationChanges()
    let launches = (phone.container.value(forKey: "launches").flatMap { Int($0) } ?? 0) + 1
    phone.container.set("\(launches)", forKey: "launches")
    phone.note("launch", "\(launches)")
    if kind == "random" { noteChance() }
    if kind == "concurrent" { startTasks() }
    if kind == "storing" {
      if launch.reason == .userOpened { storing.store() }
      storing.look()
    }
    if kind == "talkative" { talk() }
    if let mode = waitingModes[kind] {
      nonisolated(unsafe) let phone = phone
      mode { [kind] in phone.note(kind, $0) }
    }
  }

  func locationManager(_ manager: any LocationManager, didUpdateLocations locations: [Location]) {
    fixCount += locations.count
    if fixCount == 10 { misbehave() }
    if kind == "counting" { count() }
    if kind == "storing" { storing.look() }
    for location in locations { records.keep(location) }
    output?.take(locations)
  }

  /// Prints three megabytes within one event, more than a pipe holds.
  private func talk() {
    for _ in 0..<30_000 { print(String(repeating: "é", count: 50)) }
    FileHandle.standardError.write(Data("the last line \u{1B}[2J\n".utf8))
  }

  /// Notes a counter of the defaults before it grows, for kills at any time.
  private func count() {
    let count = phone.container.value(forKey: "count").flatMap { Int($0) } ?? 0
    phone.note("count", "\(count)")
    phone.container.set("\(count + 1)", forKey: "count")
  }

  private func misbehave() {
    switch kind {
    case "crashing": fatalError("the tenth position")
    case "hanging": while true { fixCount &+= 1 }
    case "garbling": write(3, "not a message\n", 14)
    default: break
    }
  }

  private func noteChance() {
    let order = Set((0..<8).map { "\($0)" }).joined()
    phone.note("chance", "\(UUID()) \(Int.random(in: 0..<1000)) \(order) \(Date())")
  }

  /// Notes the times at which concurrent work goes on: all of it follows virtual time.
  private func startTasks() {
    nonisolated(unsafe) let phone = phone
    let start = Date()
    let span = { @Sendable in "\(Int(Date().timeIntervalSince(start)))" }
    Task { @Sendable in
      try await Task.sleep(for: .seconds(600))
      phone.note("task", span())
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + 300) { phone.note("queue", span()) }
    DispatchQueue.main.asyncAfter(wallDeadline: .now() + 900) { phone.note("wall", span()) }
  }
}

AppProcess.run { SampleTracker($0, $1) }
