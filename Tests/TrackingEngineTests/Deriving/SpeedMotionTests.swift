import PhoneAPI
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("Motion from speed")
struct SpeedMotionTests {
  private static let start = Instant(nanoseconds: 1_772_442_000_000_000_000)

  private func fix(_ second: Double, speed: Double, north: Double = 0) -> Location {
    var fix = Location(
      coordinate: Rig.place(north: north), horizontalAccuracyMeters: 5,
      timestamp: Self.start + .seconds(second))
    fix.speedMetersPerSecond = speed
    return fix
  }

  /// Returns the changes from a fix a second with these speeds, as "second: states since second".
  private func changes(_ speeds: [(seconds: Int, speed: Double)]) -> [String] {
    var motion = SpeedMotion()
    var (second, lines) = (0.0, [String]())
    for (seconds, speed) in speeds {
      for _ in 0..<seconds {
        second += 1
        guard let change = motion.take(fix(second, speed: speed)) else { continue }
        let since = (change.since.timestamp - Self.start).seconds
        lines.append("\(Int(second)): \(change.states.rawValue) since \(Int(since))")
      }
    }
    return lines
  }

  @Test("8 m/s begin a drive after 30 s, since their start; a cyclist and a short sprint do not")
  func begins() {
    // 8 is automotive.
    #expect(changes([(10, 0), (60, 8)]) == ["41: 8 since 11"])
    #expect(changes([(10, 0), (600, 7.9)]) == [])
    #expect(changes([(10, 0), (29, 12), (60, 3.9), (29, 12), (60, 0)]) == [])
    // Slower traffic, above 4 m/s, does not break the confirmation.
    #expect(changes([(1, 0), (5, 9), (60, 4)]) == ["32: 8 since 2"])
  }

  @Test("A red light is a stop of the drive; after three minutes the drive is over since it stood")
  func stops() {
    // 24 is automotive and stationary, 16 stationary.
    #expect(
      changes([(1, 0), (60, 12), (120, 0), (30, 12)])
        == ["32: 8 since 2", "62: 24 since 62", "182: 8 since 182"])
    #expect(
      changes([(1, 0), (60, 12), (30, 0), (300, 1.4)])
        == ["32: 8 since 2", "62: 24 since 62", "242: 16 since 62"])
  }

  @Test("Silence of more than three minutes ends a drive at the last fix")
  func silence() throws {
    var motion = SpeedMotion()
    for second in 0...40 { _ = motion.take(fix(Double(second), speed: 12)) }
    let last = fix(40, speed: 12)
    #expect(
      motion.take(fix(40 + 181, speed: 12))
        == SpeedMotion.Change(states: .stationary, since: last))
  }

  @Test("Without a speed the distance between fixes gives it; poor fixes and old ones do not count")
  func distance() {
    var motion = SpeedMotion()
    var first: Int?
    for second in 0...60 {
      var poor = fix(Double(second) + 0.5, speed: 0)
      poor.horizontalAccuracyMeters = 101
      let change = motion.take(fix(Double(second), speed: -1, north: 10 * Double(second)))
      if change?.states == .automotive { first = second }
      #expect(motion.take(poor) == nil)
      #expect(motion.take(fix(-5, speed: 0)) == nil)
    }
    // The speed is known from the second fix on.
    #expect(first == 31)
  }
}
