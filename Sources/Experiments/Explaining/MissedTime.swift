import Evaluation
import PhoneAPI
import SimulatedPhone
import Simulation
import Timekeeping
import TrackingEngine
import World

/// The seconds in which one run did not know the person's place, by cause, and the seconds among
/// them in which the person moved.
struct MissedTime: Sendable {
  /// The seconds by `GapCause.rawValue`. If `isOfServer` is true for a cause, its seconds come from
  /// the report's `received` list, otherwise from the `recorded` list.
  private var secondsByCause = [Double](repeating: 0, count: GapCause.allCases.count)
  private var movingByCause = [Double](repeating: 0, count: GapCause.allCases.count)
  private(set) var recordedSeconds = 0.0
  private(set) var receivedSeconds = 0.0
  private(set) var movingSeconds = 0.0
  /// The length of the time that was judged in the run. It is equal for all runs that are compared.
  private(set) var judgedSeconds = 0.0
  /// The battery that tracking uses per day, in percentage points; nil if the battery could not be
  /// compared.
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

  /// Returns the missed seconds in which the person moved. Returns nil if `cause.isOfServer` is
  /// true, since time in motion is not measured for such causes.
  func movingSeconds(_ cause: GapCause) -> Double? {
    cause.isOfServer ? nil : movingByCause[cause.rawValue]
  }

  /// Returns the missed seconds of all causes: at the server if `cause.isOfServer` is true,
  /// otherwise in the app.
  func totalSeconds(inViewOf cause: GapCause) -> Double {
    cause.isOfServer ? receivedSeconds : recordedSeconds
  }
}

extension GapCause {
  /// True if the cause affects only the server: the app has the position, and the server does not.
  var isOfServer: Bool { Set<GapCause>.unsent.contains(self) }
}

/// Adds up the time that was missed while the person moved, by cause.
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
