import Geodesy
import LiveTestSupport
import PhoneAPI
import Testing
import Timekeeping

@testable import LivePhone

@Suite("Circles that a live phone watches")
struct LiveRegionTests {
  private let folder = TemporaryFolder()
  private typealias Receiver = ScriptedReceiver
  private let home = CircularRegion(
    identifier: "home", center: ScriptedReceiver.home, radiusMeters: 100)

  @Test("Leaving is told 20 s past the edge, coming back 20 s within; being inside is no event")
  func crossings() throws {
    let trial = try LiveLocationTrial(in: folder)
    trial.manager.startMonitoring(home)
    // At 2 m/s the border and the fixes' 5 m are passed at 53 s.
    trial.walk(seconds: 0..<73, metersPerSecond: 2)
    #expect(trial.app.received.isEmpty)
    trial.walk(seconds: 73..<74, from: 146)
    #expect(trial.app.received == ["leaves home"])
    trial.walk(seconds: 100..<200, from: 150, metersPerSecond: -2)
    #expect(trial.app.received == ["leaves home", "enters home"])
  }

  @Test("One fix astray, or one too rough to tell, is no crossing")
  func astray() throws {
    let trial = try LiveLocationTrial(in: folder)
    trial.manager.startMonitoring(home)
    trial.receive(
      (0..<300).map { (second: Int) in
        if second % 15 == 7 { return Receiver.report(Double(second), north: 5000) }
        return Receiver.report(Double(second), north: 120, accuracy: 30)
      })
    #expect(trial.app.received.isEmpty)
  }

  @Test("A region that is not to tell of entries tells of exits alone")
  func exitsAlone() throws {
    let trial = try LiveLocationTrial(in: folder)
    var fence = home
    fence.notifyOnEntry = false
    trial.manager.startMonitoring(fence)
    trial.receive((0..<60).map { Receiver.report(Double($0), north: $0 < 30 ? 0 : 300) })
    trial.receive((60..<120).map { Receiver.report(Double($0)) })
    #expect(trial.app.received == ["leaves home"])
  }

  @Test("What was crossed while no process ran is told to the next")
  func acrossProcesses() throws {
    let first = try LiveLocationTrial(in: folder)
    first.walk(seconds: 0..<2)
    first.manager.startMonitoring(home)
    first.phone.end()
    let second = try LiveLocationTrial(in: folder)
    #expect(second.manager.monitoredRegions == [home])
    second.walk(seconds: 3600..<3630, from: 2000)
    #expect(second.app.received == ["leaves home"])
    second.manager.stopMonitoring(home)
    second.phone.end()
    let third = try LiveLocationTrial(in: folder)
    #expect(third.manager.monitoredRegions.isEmpty)
  }

  @Test("The state is told when it is asked for, unknown before there is a fix")
  func state() throws {
    let trial = try LiveLocationTrial(in: folder)
    trial.manager.startMonitoring(home)
    trial.app.call { trial.manager.requestState(for: home) }
    trial.settle()
    trial.walk(seconds: 0..<1)
    trial.app.call { trial.manager.requestState(for: home) }
    trial.settle()
    #expect(trial.app.received == ["home is unknown", "home is inside"])
  }

  @Test("The twenty-first region fails, and so does one that is no circle")
  func limit() throws {
    let trial = try LiveLocationTrial(in: folder)
    trial.app.call {
      for number in 1...21 {
        trial.manager.startMonitoring(
          CircularRegion(
            identifier: "\(number)", center: Coordinate(latitude: 45, longitude: Double(number)),
            radiusMeters: 100))
      }
      trial.manager.startMonitoring(
        CircularRegion(
          identifier: "1", center: Coordinate(latitude: .nan, longitude: 0), radiusMeters: 1))
    }
    trial.settle()
    #expect(
      trial.app.received == ["21 regionMonitoringFailure", "1 regionMonitoringFailure"])
    #expect(trial.manager.monitoredRegions.count == 20)
  }

  @Test("A condition's wrong assumption is corrected, and its events wait for the monitor")
  func conditions() throws {
    let circle = CircularGeographicCondition(center: Receiver.home, radiusMeters: 100)
    let first = try LiveLocationTrial(in: folder)
    let monitor = first.phone.makeLocationMonitor(named: "places")
    monitor.add(circle, identifier: "home", assuming: .unsatisfied)
    monitor.add(circle, identifier: "unknown", assuming: .unknown)
    first.walk(seconds: 0..<30, metersPerSecond: 0)
    var events: [String] = []
    monitor.onEvent = { events.append("\($0.identifier) \($0.state)") }
    #expect(events.isEmpty)
    first.settle()
    #expect(events == ["home satisfied", "unknown satisfied"])
    first.phone.end()
    let second = try LiveLocationTrial(in: folder)
    let again = second.phone.makeLocationMonitor(named: "places")
    #expect(again.identifiers == ["home", "unknown"])
    #expect(again.record(for: "home")?.lastEvent.state == .satisfied)
    again.onEvent = { events.append("\($0.identifier) \($0.state)") }
    again.remove("unknown")
    second.walk(seconds: 100..<130, from: 500)
    #expect(events.last == "home unsatisfied" && events.count == 3)
  }

  @Test("The twenty-first condition is not watched, and says so")
  func conditionLimit() throws {
    let trial = try LiveLocationTrial(in: folder)
    let monitor = trial.phone.makeLocationMonitor(named: "places")
    var events: [String] = []
    monitor.onEvent = { events.append("\($0.identifier) \($0.state)") }
    for number in 1...21 {
      monitor.add(
        CircularGeographicCondition(center: Receiver.home, radiusMeters: 100),
        identifier: "\(number)", assuming: .satisfied)
    }
    trial.settle()
    #expect(events == ["21 unmonitored"] && monitor.identifiers.count == 20)
  }
}
