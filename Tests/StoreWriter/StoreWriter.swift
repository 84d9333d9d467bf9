import Foundation
import Geodesy
import PhoneAPI
import RecordStorage
import Timekeeping
import TrackingEngine

/// A child process that writes into a record store until it is ended. As soon as the store has
/// returned, it prints a line on standard output:
///
///     a 17 23     the record stamped with second 23 is stored under the identifier 17
///     t 3 4 5     is about to take these out of the queue
///     r 3 4 5     has taken them out
///     e …         the store has refused; the writer goes on
///
/// Arguments: the path, `powerLoss` or `processDeath`, and the number of records. Optional: the
/// size in bytes beyond which no file may grow, with `dies` or `survives` for the reaction. One
/// that survives gets room again after ten refusals. It ends when its parent process ends.
@main
struct StoreWriter {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 4, let count = Int(arguments[3]) else { exit(64) }
    if arguments.count == 6, let bytes = UInt64(arguments[4]) {
      limitFiles(to: bytes, survives: arguments[5] == "survives")
    }
    let store = try SQLiteRecordStore(
      path: arguments[1], safety: arguments[2] == "powerLoss" ? .powerLoss : .processDeath)
    var writer = Writer(store: store)
    var step = 0
    let parent = getppid()
    while writer.second < count, getppid() == parent {
      step += 1
      writer.step(step)
    }
  }

  static func limitFiles(to bytes: UInt64, survives: Bool) {
    // Imitates a file system that is full at a given byte: the kernel shortens the write that
    // exceeds it, and ends the process at the next write or refuses it.
    var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
    signal(SIGXFSZ, survives ? SIG_IGN : SIG_DFL)
    // The parent may have started this process on a thread that blocks all signals.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t.max)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  }
}

private struct Writer {
  let store: SQLiteRecordStore
  var second = 0
  private var refusals = 0

  init(store: SQLiteRecordStore) { self.store = store }

  mutating func step(_ number: Int) {
    switch number % 7 {
    case 3: appendThree()
    case 5: removeFour()
    default: appendOne()
    }
  }

  private mutating func appendOne() {
    second += 1
    do {
      let identifier = try store.append(record(at: second))
      say("a \(identifier.rawValue) \(second)")
    } catch { refused(error) }
  }

  private mutating func appendThree() {
    var appended: [(UInt64, Int)] = []
    let first = second + 1
    second += 3
    do {
      try store.inOneTransaction {
        for second in first..<first + 3 {
          if let identifier = try? store.append(record(at: second)) {
            appended.append((identifier.rawValue, second))
          }
        }
      }
      for (identifier, second) in appended { say("a \(identifier) \(second)") }
    } catch { refused(error) }
  }

  private mutating func removeFour() {
    do {
      let identifiers = try store.first(4).map(\.identifier)
      let list = identifiers.map { "\($0.rawValue)" }.joined(separator: " ")
      say("t \(list)")
      try store.remove(acknowledged: identifiers)
      say("r \(list)")
    } catch { refused(error) }
  }

  private mutating func refused(_ error: any Error) {
    say("e \(error)")
    refusals += 1
    if refusals == 10 { StoreWriter.limitFiles(to: .max, survives: true) }
  }

  private func record(at second: Int) -> Record {
    let instant = Instant(secondsSince1970: Double(second))
    return Record(
      location: Location(
        coordinate: Coordinate(latitude: 45.5, longitude: -122.6), horizontalAccuracyMeters: 5,
        timestamp: instant),
      recordedAt: instant)
  }

  /// Prints a line at once and in one piece. If the reader has gone, an error is ignored.
  private func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    if write(STDOUT_FILENO, bytes, bytes.count) < 0 { exit(1) }
  }
}
