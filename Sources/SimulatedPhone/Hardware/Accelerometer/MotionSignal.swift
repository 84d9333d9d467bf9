import EventKernel
import MotionSensing
import World

/// A synthetic signal of a phone's accelerometer, made window by window.
///
/// A window depends only on the random stream, the window's index and the movement of the phone.
/// Other windows have no effect on it. The person's gait is drawn once. The orientation of a phone
/// on a person is drawn for each minute.
///
/// A window is a sum of parts: the harmonics of a stride, a resonance, white noise, a slow change,
/// and gravity. Noise drives the resonance, which stands for a car's body on its springs or for a
/// walker's loose clothes. The sum is rotated from the world's axes to the phone's axes.
///
/// Each kind of movement has its own file, such as `Gait.swift`. The values for standing, sitting,
/// walking and running come from recordings, all others from the literature.
public struct MotionSignal: Sendable {
  private let person: SeededRandom
  private let windows: SeededRandom
  private let poses: SeededRandom

  /// Makes the signal of one person and phone.
  ///
  /// - Parameter chance: the random stream of the person and phone. The same stream gives the same
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

  /// Fills the window with number `index`. A window lasts two and a half seconds. Window 0 begins
  /// with the year 1970 (UTC).
  public func fill(_ window: inout AccelerometerWindow, index: Int64, _ movement: Movement) {
    var drawn: DrawnPose?
    fill(&window, index: index, movement, &drawn)
  }

  /// - Parameter drawn: the pose that was drawn last, which successive windows share.
  package func fill(
    _ window: inout AccelerometerWindow, index: Int64, _ movement: Movement,
    _ drawn: inout DrawnPose?
  ) {
    var draws = Draws(windows.stream(Int(index)))
    var shape = SignalShape()
    set(&shape, to: movement, &draws)
    shape.render(into: &window, pose: pose(index, movement.carried, &drawn), &draws)
  }

  private func set(_ shape: inout SignalShape, to movement: Movement, _ draws: inout Draws) {
    let given = Float(movement.speedMetersPerSecond)
    let speed = given.isFinite ? max(0, min(100, given)) : 0
    switch movement.mode {
    case _ where movement.carried == .left: shape.setAtRest(.table, &draws)
    case .still: shape.setAtRest(movement.carried, &draws)
    // A person who waits at a curb stands still; a car that waits has its engine on.
    case .walking where speed < 0.3, .running where speed < 0.3, .cycling where speed < 0.3:
      shape.setAtRest(movement.carried, &draws)
    case .walking:
      shape.setWalking(speed: speed, carried: movement.carried, person: person, &draws)
    case .running:
      shape.setRunning(speed: speed, carried: movement.carried, person: person, &draws)
    case .cycling:
      shape.setCycling(speed: speed, carried: movement.carried, person: person, &draws)
    case .automotive: shape.setDriving(speed: speed, carried: movement.carried, &draws)
    case .train: shape.setOnRails(speed: speed, carried: movement.carried, &draws)
    case .flying: shape.setFlying(carried: movement.carried, &draws)
    }
  }

  /// Returns the orientation of the phone. On a person, the orientation changes each minute, since
  /// people change their posture. In a mount or on a table, the orientation is constant.
  private func pose(
    _ index: Int64, _ carried: Carrying, _ drawn: inout DrawnPose?
  ) -> Pose {
    let number = carried.isOnBody ? Int(index / 24) : -1
    if let drawn, drawn.number == number, drawn.carried == carried { return drawn.pose }
    let pose = Pose(carried: carried, Draws(poses.stream(number)))
    drawn = DrawnPose(number: number, carried: carried, pose: pose)
    return pose
  }

  /// A pose with its number in the random stream.
  package struct DrawnPose: Sendable {
    let number: Int
    let carried: Carrying
    let pose: Pose
  }
}
