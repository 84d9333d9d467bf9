import Geodesy
import LiveTestSupport
import PhoneAPI
import Testing
import Timekeeping

@testable import LivePhone

@Suite("Visits on a live phone")
struct LiveVisitTests {
  private let folder = TemporaryFolder()
  private typealias Receiver = ScriptedReceiver

  private func trial() throws -> LiveLocationTrial {
    let trial = try LiveLocationTrial(in: folder)
    trial.manager.startMonitoringVisits()
    return trial
  }

  /// Delivers a rest, with a fix each ten seconds.
  private func rest(_ trial: LiveLocationTrial, _ seconds: ClosedRange<Int>, north: Double) {
    trial.receive(
      stride(from: seconds.lowerBound, through: seconds.upperBound, by: 10).map {
        Receiver.report(Double($0), north: north)
      })
  }

  private func seconds(_ instant: Instant?) -> Double? {
    instant.map { ($0 - Receiver.noon).seconds.rounded() }
  }

  @Test("Five minutes at a place are a visit, which ends 500 m away")
  func arrivalAndDeparture() throws {
    let trial = try trial()
    trial.walk(seconds: 0..<200, metersPerSecond: 3)
    // A place begins at the first fix more than 100 m from the place before: at each 102 m, at
    // last at 510 m, which is at 170 s. The rest at 600 m belongs to that place.
    rest(trial, 200...460, north: 600)
    #expect(trial.app.received.isEmpty)
    rest(trial, 470...600, north: 600)
    #expect(trial.app.received == ["arrival"])
    #expect(seconds(trial.app.visits[0].arrival) == 170)
    #expect(trial.app.visits[0].horizontalAccuracyMeters == 8)
    // At 5 m/s the walk is more than 100 m away at 611 m, at 603 s, and 500 m away at 1010 m.
    trial.walk(seconds: 601..<683, from: 601, metersPerSecond: 5)
    #expect(trial.app.received == ["arrival"])
    trial.walk(seconds: 683..<684, from: 1011, metersPerSecond: 5)
    #expect(trial.app.received == ["arrival", "departure"])
    let visit = try #require(trial.app.visits.last)
    #expect(seconds(visit.arrival) == 170 && seconds(visit.departure) == 603)
  }

  @Test("A phone that rests when monitoring begins has an arrival of unknown time")
  func atStart() throws {
    let trial = try trial()
    rest(trial, 0...310, north: 0)
    #expect(trial.app.visits.map(\.arrival) == [.distantPast])
  }

  @Test("A stop of four minutes is no visit, and 300 m to lunch and back end none")
  func shortMoves() throws {
    let trial = try trial()
    rest(trial, 0...240, north: 0)
    rest(trial, 250...260, north: 2000)
    rest(trial, 270...500, north: 4000)
    #expect(trial.app.received.isEmpty)
    rest(trial, 510...600, north: 4000)
    #expect(trial.app.received == ["arrival"])
    rest(trial, 610...800, north: 4300)
    rest(trial, 810...1400, north: 4000)
    #expect(trial.app.received == ["arrival"])
  }

  @Test("A visit also ends when the phone settles nearby, and the next one begins")
  func settlesNearby() throws {
    let trial = try trial()
    rest(trial, 0...310, north: 0)
    rest(trial, 320...640, north: 300)
    #expect(trial.app.received == ["arrival", "departure", "arrival"])
    #expect(trial.app.visits.map { seconds($0.departure) }[1] == 320)
    #expect(seconds(trial.app.visits[2].arrival) == 320)
  }

  @Test("A stay in a building without fixes counts, if the next fix is at the same place")
  func withoutFixes() throws {
    let trial = try trial()
    rest(trial, 0...20, north: -1000)
    rest(trial, 30...40, north: 0)
    rest(trial, 3600...3600, north: 60)
    #expect(trial.app.received == ["arrival"])
    #expect(seconds(trial.app.visits[0].arrival) == 30)
  }

  @Test("The next process reports the departure of a visit that had begun")
  func acrossProcesses() throws {
    let first = try trial()
    rest(first, 0...310, north: 0)
    first.phone.end()
    let second = try trial()
    rest(second, 5000...5000, north: 3000)
    #expect(second.app.received == ["departure"])
    #expect(seconds(second.app.visits[0].departure) == 5000)
  }

  @Test("After monitoring has stopped, nothing is reported, and the stored visit is deleted")
  func stopped() throws {
    let trial = try trial()
    rest(trial, 0...310, north: 0)
    trial.manager.stopMonitoringVisits()
    trial.app.received = []
    rest(trial, 320...330, north: 3000)
    trial.manager.startMonitoringVisits()
    rest(trial, 340...350, north: 6000)
    #expect(trial.app.received.isEmpty)
  }
}
