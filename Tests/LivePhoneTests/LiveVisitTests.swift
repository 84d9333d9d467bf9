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

  @Test("VIS-3: five minutes at a place are a visit; VIS-4: 500 m away it ends")
  func arrivalAndDeparture() throws {
    let trial = try trial()
    trial.walk(seconds: 0..<200, metersPerSecond: 2)
    // The walk is at 398 m at 199 s. The first fix of the place is the first one within 100 m of all
    // that follow: at 298 m the walk begins a place, 100 m and 50 s before its end, at 149 s or 150 s.
    rest(trial, 200...440, north: 400)
    #expect(trial.app.received.isEmpty)
    rest(trial, 450...600, north: 400)
    #expect(trial.app.received == ["arrival"])
    let arrival = try #require(seconds(trial.app.visits.first?.arrival))
    #expect((140...200).contains(arrival))
    #expect(trial.app.visits[0].horizontalAccuracyMeters == 8)
    // At 5 m/s the place is left after 20 s, and 500 m are reached after 100 s and a little more,
    // since the visit's place lies up to 100 m behind.
    trial.walk(seconds: 601..<670, from: 400, metersPerSecond: 5)
    #expect(trial.app.received == ["arrival"])
    trial.walk(seconds: 670..<720, from: 745, metersPerSecond: 5)
    #expect(trial.app.received == ["arrival", "departure"])
    let visit = try #require(trial.app.visits.last)
    #expect(seconds(visit.arrival) == arrival)
    #expect((600...622).contains(try #require(seconds(visit.departure))))
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

  @Test("VIS-8: the next process reports the departure of a visit that had begun")
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
