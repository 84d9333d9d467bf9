import Evaluation
import PhoneAPI
import SimulatedPhone
import Simulation
import Timekeeping
import TrackingEngine
import World

/// The seconds that one run missed, by cause, and how many of them while the person moved.
struct MissedTime: Sendable {
  /// Seconds by `GapCause.rawValue`. Causes of the server are of `received`, all others of
  /// `recorded`.
  private var secondsByCause = [Double](repeating: 0, count: GapCause.allCases.count)
  private var movingByCause = [Double](repeating: 0, count: GapCause.allCases.count)
  private(set) var recordedSeconds = 0.0
  private(set) var receivedSeconds = 0.0
  private(set) var movingSeconds = 0.0
  /// The judged time. It is the same in all runs that are compared.
  private(set) var judgedSeconds = 0.0
  /// Points of battery a day; nil if nothing was compared.
  private(set) var batteryPercent: Double?

  init(_ result: RunResult, _ gaps: GapGatherer) {
    for part in result.gapCauses.recorded {
      secondsByCause[part.cause.rawValue] = part.seconds
      recordedSeconds += part.seconds
    }
    for part in result.gapCauses.received ?? [] {
      receivedSeconds += part.seconds
      if Set<GapCause>.unsent.contains(part.cause) {
        secondsByCause[part.cause.rawValue] = part.seconds
      }
    }
    movingByCause = gaps.movingByCause
    movingSeconds = movingByCause.reduce(0, +)
    judgedSeconds = result.coverage.judgedSeconds
    batteryPercent = result.energy.marginalBatteryPercentPerDay
  }

  func seconds(_ cause: GapCause) -> Double { secondsByCause[cause.rawValue] }

  /// Returns nil for causes of the server: for these, time in motion is not counted.
  func movingSeconds(_ cause: GapCause) -> Double? {
    cause.isOfServer ? nil : movingByCause[cause.rawValue]
  }

  /// Returns all that is missed in the view to which the cause belongs.
  func totalSeconds(inViewOf cause: GapCause) -> Double {
    cause.isOfServer ? receivedSeconds : recordedSeconds
  }
}

extension GapCause {
  /// True if only the view of the server has this cause.
  var isOfServer: Bool { Set<GapCause>.unsent.contains(self) }
}

/// Collects the uncovered time of a run while the person moved.
final class GapGatherer: RunSink {
  private(set) var movingByCause = [Double](repeating: 0, count: GapCause.allCases.count)
  private let person: Trajectory
  private var cursor = TrajectoryCursor()

  init(_ world: World) { person = world.person }

  func uncovered(from start: Instant, to end: Instant, because cause: GapCause) {
    // A piece never reaches beyond the end of a span.
    guard cursor.span(at: start, on: person).mode.isMoving else { return }
    movingByCause[cause.rawValue] += (end - start).seconds
  }

  func record(_ record: Record) {}
  func timeline(_ row: TimelineRow) {}
  func note(_ note: PhoneNote) {}
}
