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
  /// The seconds by `GapCause.rawValue`. Causes of the server come from the report's `received`
  /// list, all others from the `recorded` list.
  private var secondsByCause = [Double](repeating: 0, count: GapCause.allCases.count)
  private var movingByCause = [Double](repeating: 0, count: GapCause.allCases.count)
  private(set) var recordedSeconds = 0.0
  private(set) var receivedSeconds = 0.0
  private(set) var movingSeconds = 0.0
  /// The judged time of the run. All runs that are compared have equal judged times.
  private(set) var judgedSeconds = 0.0
  /// The points of battery that tracking uses a day; nil if the battery could not be compared.
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

  /// Returns the missed seconds in which the person moved. Returns nil for causes of the server,
  /// for which time in motion is not measured.
  func movingSeconds(_ cause: GapCause) -> Double? {
    cause.isOfServer ? nil : movingByCause[cause.rawValue]
  }

  /// Returns all missed seconds as seen by the server if the cause is the server's, otherwise as
  /// seen by the app.
  func totalSeconds(inViewOf cause: GapCause) -> Double {
    cause.isOfServer ? receivedSeconds : recordedSeconds
  }
}

extension GapCause {
  /// True if the cause affects only the server: the app has the position, and the server does not.
  var isOfServer: Bool { Set<GapCause>.unsent.contains(self) }
}

/// Collects a run's uncovered time while the person moved, by cause.
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
