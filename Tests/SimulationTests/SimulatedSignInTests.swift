import Accounts
import PhoneAPI
import RunObservation
import Scenarios
import SimulatedPhone
import TestSupport
import Testing
import Timekeeping
import TrackingEngine

@testable import Experiments
@testable import Simulation

/// Tests a user's account through a whole run.
@Suite("Signing in within a scenario")
struct SimulatedSignInTests {
  private final class Notes: RunSink {
    var lines: [String] = []
    func record(_ record: Record) {}
    func timeline(_ row: TimelineRow) {}
    func note(_ note: PhoneNote) { lines.append(note.text) }
  }

  private static func run(_ acts: String) throws -> (result: RunResult, notes: [String]) {
    let file = try TemporaryFile(
      """
      odograph: 1
      name: Account
      start: 2026-03-02T08:00:00Z
      timeZone: UTC
      duration: 4 h
      permissions: { location: always, motion: granted }
      places:
        home: { at: [45.5231, -122.6765], radius: 60 m, wifi: HomeNet }
        office: { at: [45.5122, -122.6587], radius: 80 m, wifi: Work }
      day:
        - stay: home
          for: 10 min
        - walk: office
      person:
        - { at: 08:01, opens: app, for: 3 h 50 min }
        - { at: 09:00, acts: signOut }
      \(acts)
      trackers: [{ preset: ehe-pilot-2, set: { openTokenRefreshInterval: 30 min } }]
      """, suffix: ".yaml")
    let scenario = try ScenarioReader(vocabulary: .simulatedPhone).read(path: file.path)
    let day = try SimulatedDay(scenario: scenario, seed: 1)
    var run = TrackerRun(day: day, tracker: try day.provision(scenario.trackers[0]))
    let notes = Notes()
    run.sink = notes
    run.explains = true
    return (try run.run(), notes.lines)
  }

  @Test("Signed out, nothing is sent; signed in again by the invitation, everything is, and once")
  func invited() throws {
    let out = try Self.run("")
    #expect(out.result.lifecycle.queuedAtEnd > 10)
    #expect(!out.notes.contains("renewed the token"))
    let back = try Self.run("  - { at: 10:00, acts: signIn, with: { invitation: invited } }")
    #expect(back.notes.contains("signed in"))
    // The open app renews its token every half hour. Each refresh token works once.
    #expect(back.notes.count { $0 == "renewed the token" } >= 3)
    #expect(!back.notes.contains { $0.hasPrefix("could not renew") })
    #expect(back.result.lifecycle.queuedAtEnd <= 1)
    #expect(back.result.delivery?.lost == 0)
  }

  @Test("Another invitation is refused, and the tokens are the same whenever it is run")
  func refused() throws {
    let wrong = try Self.run("  - { at: 10:00, acts: signIn, with: { invitation: guessed } }")
    #expect(wrong.notes.contains { $0.contains("there is no such invitation") })
    #expect(wrong.result.lifecycle.queuedAtEnd > 10)
    let act = "  - { at: 10:00, acts: signIn, with: { invitation: invited } }"
    let (first, second) = (try Self.run(act), try Self.run(act))
    #expect(first.notes == second.notes)
  }
}
