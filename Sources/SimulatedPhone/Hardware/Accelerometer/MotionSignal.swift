import EventKernel
import MotionSensing
import World

/// A synthetic signal of a phone's accelerometer, made window by window.
///
/// A window is a pure function of the random stream, its index and the movement of the phone, so it
/// does not depend on which other windows are made. The person's gait is drawn once, and the way in
/// which the phone lies in the pocket is drawn for each minute.
///
/// Each window is the sum of the harmonics of a stride (`Gait`), of a resonance driven by noise (a
/// car's body on its springs, a walker's loose clothes) and of plain noise, with gravity, turned
/// into the phone's axes. Each kind of movement has its own file. The values for standing, sitting,
/// walking and running come from recordings, all others from the literature.
public struct MotionSignal: Sendable {
  private let person: SeededRandom
  private let windows: SeededRandom
  private let poses: SeededRandom

  /// - Parameter chance: the random stream of this person and phone. The same stream gives the same
  ///   gait.
  public init(chance: SeededRandom) {
    let chance = chance.stream("accelerometer")
    person = chance.stream("person")
    windows = chance.stream("window")
    poses = chance.stream("pose")
  }

  /// The movement of a phone during a window.
  public struct Movement: Sendable, Hashable {
    public var mode: MotionMode
    public var speedMetersPerSecond: Double
    public var carried: Carrying

    public init(mode: MotionMode, speedMetersPerSecond: Double, carried: Carrying) {
      self.mode = mode
      self.speedMetersPerSecond = speedMetersPerSecond
      self.carried = carried
    }
  }

  /// Fills the window with number `index`. A window lasts two and a half seconds, and the numbers
  /// count from 1970.
  public func fill(_ window: inout AccelerometerWindow, index: Int64, _ movement: Movement) {
    var draws = Draws(windows.stream(Int(index)))
    let shape = shape(of: movement, &draws)
    shape.render(into: &window, pose: pose(index, movement.carried), &draws)
  }

  private func shape(of movement: Movement, _ draws: inout Draws) -> SignalShape {
    let given = Float(movement.speedMetersPerSecond)
    let speed = given.isFinite ? max(0, min(100, given)) : 0
    switch movement.mode {
    case _ where movement.carried == .left: return .atRest(.table, &draws)
    case .still: return .atRest(movement.carried, &draws)
    // A person who waits at a curb stands still; a car that waits has its engine on.
    case .walking where speed < 0.3, .running where speed < 0.3, .cycling where speed < 0.3:
      return .atRest(movement.carried, &draws)
    case .walking:
      return .walking(speed: speed, carried: movement.carried, person: person, &draws)
    case .running:
      return .running(speed: speed, carried: movement.carried, person: person, &draws)
    case .cycling:
      return .cycling(speed: speed, carried: movement.carried, person: person, &draws)
    case .automotive: return .driving(speed: speed, carried: movement.carried, &draws)
    case .train: return .onRails(speed: speed, carried: movement.carried, &draws)
    case .flying: return .flying(carried: movement.carried, &draws)
    }
  }

  /// Returns the orientation of the phone. On a person it changes each minute, because people
  /// shift. In a mount or on a table it is constant.
  private func pose(_ index: Int64, _ carried: Carrying) -> Pose {
    Pose(carried: carried, Draws(poses.stream(carried.isOnBody ? Int(index / 24) : -1)))
  }
}
