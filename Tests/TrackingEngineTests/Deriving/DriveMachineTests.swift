import Geodesy
import PhoneAPI
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("The machine that tells drives")
struct DriveMachineTests {
  private static let start = Instant(nanoseconds: 1_772_442_000_000_000_000)

  private func fix(
    _ north: Double, at seconds: Double = 0, accuracy: Double = 5, vertical: Double = 8
  ) -> Location {
    Location(
      coordinate: Rig.place(north: north), horizontalAccuracyMeters: accuracy,
      verticalAccuracyMeters: vertical, timestamp: Self.start + .seconds(seconds))
  }

  private func driving(_ settings: DriveSettings = DriveSettings()) -> DriveMachine {
    var machine = DriveMachine(settings)
    _ = machine.handle(.moved(.automotive, cached: fix(0)), at: Self.start)
    return machine
  }

  private func keeps(_ machine: inout DriveMachine, _ location: Location) -> Bool {
    !machine.handle(.fix(location), at: location.timestamp).isEmpty
  }

  @Test("Driving begins a drive at the cached fix; standing, walking and running end it")
  func beginsAndEnds() {
    for end in [MotionStates.stationary, .walking, .running] {
      var machine = DriveMachine(DriveSettings())
      #expect(machine.handle(.moved(end, cached: fix(0)), at: Self.start) == [])
      let cached = fix(0, at: -300)
      #expect(
        machine.handle(.moved(.automotive, cached: cached), at: Self.start)
          == [.began, .keep(cached)])
      #expect(machine.handle(.moved(.automotive, cached: cached), at: Self.start) == [])
      guard case .ended(let drive)? = machine.handle(.moved(end, cached: nil), at: Self.start).first
      else {
        Issue.record("\(end) ends nothing")
        continue
      }
      #expect(drive.start == Self.start && drive.points == 1)
      #expect(machine.state == .idle)
    }
  }

  @Test("Cycling and an unknown activity change nothing")
  func unclear() {
    var machine = driving()
    let before = machine.state
    #expect(machine.handle(.moved(.cycling, cached: nil), at: Self.start) == [])
    #expect(machine.handle(.moved([], cached: nil), at: Self.start) == [])
    #expect(machine.state == before)
    var idle = DriveMachine(DriveSettings())
    #expect(idle.handle(.moved(.cycling, cached: fix(0)), at: Self.start) == [])
    #expect(idle.state == .idle)
  }

  @Test("At a traffic light the drive goes on without points")
  func trafficLight() {
    var machine = driving()
    let light: MotionStates = [.automotive, .stationary]
    #expect(machine.handle(.moved(light, cached: nil), at: Self.start) == [])
    #expect(!keeps(&machine, fix(100, at: 10)))
    #expect(machine.handle(.moved(.automotive, cached: nil), at: Self.start) == [])
    #expect(keeps(&machine, fix(100, at: 10)))
    var idle = DriveMachine(DriveSettings())
    #expect(idle.handle(.moved(light, cached: fix(0)), at: Self.start) == [])
  }

  @Test("A point lies more than 8 m from the last one and from the one before")
  func distances() {
    var machine = driving()
    #expect(!keeps(&machine, fix(7.9, at: 1)))
    #expect(keeps(&machine, fix(8.2, at: 2)))
    #expect(!keeps(&machine, fix(0.1, at: 3)), "near the one before the last")
    #expect(keeps(&machine, fix(16.5, at: 4)))
    #expect(keeps(&machine, fix(0, at: 5)), "the third before does not count")
    #expect(machine.drive?.points == 4)
    // 8.2 + 8.3 + 16.5 m.
    #expect(abs((machine.drive?.distanceMeters ?? 0) - 33) < 0.2)
  }

  @Test(
    "A point is exact to 180 m, level and upright; unknown height passes, unknown place does not")
  func accuracies() {
    var machine = driving()
    #expect(!keeps(&machine, fix(100, accuracy: 181)))
    #expect(!keeps(&machine, fix(100, accuracy: -1)))
    #expect(!keeps(&machine, fix(100, vertical: 181)))
    #expect(keeps(&machine, fix(100, accuracy: 180, vertical: 180)))
    #expect(keeps(&machine, fix(200, vertical: -1)))
  }

  @Test("Outside of drives nothing is a point")
  func idle() {
    var machine = DriveMachine(DriveSettings())
    #expect(!keeps(&machine, fix(100)))
  }

  @Test("The time between the points is the drive's; a stale first point does not lengthen it")
  func duration() {
    var machine = DriveMachine(DriveSettings())
    _ = machine.handle(.moved(.automotive, cached: fix(0, at: -3000)), at: Self.start)
    _ = keeps(&machine, fix(100, at: 50))
    #expect(machine.drive?.duration == .seconds(50 as Int64))
    #expect(machine.drive?.first?.time == Self.start - .seconds(3000 as Int64))
  }

  @Test("wallClockPoints: a point has the time of its storing")
  func wallClock() {
    var settings = DriveSettings()
    settings.wallClockPoints = true
    var machine = driving(settings)
    let late = Self.start + .seconds(100 as Int64)
    var expected = fix(100, at: 10)
    expected.timestamp = late
    #expect(machine.handle(.fix(fix(100, at: 10)), at: late) == [.keep(expected)])
  }

  @Test("Running is a drive of its own only where runs are tracked")
  func runs() {
    var settings = DriveSettings()
    settings.tracksRuns = true
    var machine = driving(settings)
    let actions = machine.handle(.moved(.running, cached: fix(5)), at: Self.start)
    #expect(actions.count == 3 && actions[1...] == [.began, .keep(fix(5))])
    #expect(machine.drive?.isRun == true)
    #expect(machine.handle(.moved(.running, cached: nil), at: Self.start) == [])
    #expect(machine.handle(.moved(.walking, cached: nil), at: Self.start).count == 1)
  }

  @Test(
    "A drive that a kill broke off goes on with more driving within ten minutes, else it is over")
  func interrupted() throws {
    var before = driving()
    _ = keeps(&before, fix(100, at: 60))
    let drive = try #require(before.drive)
    let restored = try #require(Drive(text: drive.text))
    #expect(restored == drive)
    let soon = Self.start + .seconds(660 as Int64)

    var machine = DriveMachine(DriveSettings(), interrupted: drive)
    #expect(machine.handle(.moved([], cached: nil), at: soon) == [])
    #expect(machine.handle(.moved(.automotive, cached: nil), at: soon) == [.began])
    #expect(machine.drive == drive)

    machine = DriveMachine(DriveSettings(), interrupted: drive)
    #expect(
      machine.handle(.moved(.automotive, cached: nil), at: soon + .seconds(1 as Int64))
        == [.ended(drive), .began])

    machine = DriveMachine(DriveSettings(), interrupted: drive)
    #expect(machine.handle(.moved(.stationary, cached: nil), at: soon) == [.ended(drive)])
    #expect(machine.state == .idle)
  }

  @Test("What is kept of a drive over kills is read back whole, and nothing else is")
  func text() {
    let machine = driving()
    var drive = Drive(isRun: true, start: Self.start)
    for text in ["", "1 2", "x y z w", "0 1 2 3 4", (machine.drive?.text ?? "") + " 7"] {
      #expect(Drive(text: text) == nil, "\(text)")
    }
    #expect(Drive(text: drive.text) == drive)
    for north in [0.0, 100, 250, 300] {
      drive.add(fix(north, at: north))
      #expect(Drive(text: drive.text) == drive)
    }
  }
}
