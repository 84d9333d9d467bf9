import Evaluation
import PhoneAPI
import RunObservation
import SimulatedPhone
import Simulation
import Timekeeping
import TrackingEngine
import World

/// The missed time of one run in seconds, listed by cause.
///
/// Missed time is time in which the person's place was not known. The part in which the person
/// moved is also stored separately.
struct MissedTime: Sendable {
  /// The seconds by `GapCause.rawValue`.
  ///
  /// If a cause affects only the server (`isOfServer`), its seconds come from the result's
  /// `received` list. The seconds of all other causes come from the `recorded` list.
  private var secondsByCause = [Double](repeating: 0, count: GapCause.allCases.count)
  private var movingByCause = [Double](repeating: 0, count: GapCause.allCases.count)
  private(set) var recordedSeconds = 0.0
  private(set) var receivedSeconds = 0.0
  private(set) var movingSeconds = 0.0
  /// The length of the judged part of the run. It is equal for all compared runs.
  private(set) var judgedSeconds = 0.0
  /// The battery that tracking uses per day, in percentage points; nil if the battery could not be
  /// compared.
  private(set) var batteryPercent: Double?
  /// Sentences about what an app has recorded.
  let remarks: [String]

  init(_ result: RunResult, _ gaps: GapGatherer, remarks: [String] = []) {
    self.remarks = remarks
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

  /// Returns the missed seconds of a cause in which the person moved.
  ///
  /// Returns nil if `cause.isOfServer` is true: the time in motion is not measured for such causes.
  func movingSeconds(_ cause: GapCause) -> Double? {
    cause.isOfServer ? nil : movingByCause[cause.rawValue]
  }

  /// Returns the missed seconds of all causes together, at the server or in the app.
  ///
  /// If `cause.isOfServer` is true, the function counts the seconds in which the server had no
  /// record of the place. Otherwise it counts the seconds in which the app had no record.
  func totalSeconds(inViewOf cause: GapCause) -> Double {
    cause.isOfServer ? receivedSeconds : recordedSeconds
  }
}

extension GapCause {
  /// True if the cause affects only the server: the app has recorded the position, but the server
  /// does not have it yet.
  package var isOfServer: Bool { Set<GapCause>.unsent.contains(self) }
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
