import CProcess
import EventKernel
import Files
import Foundation
import PhoneAPI
import RunObservation
import Scenarios
import SimulatedPhone
import Timekeeping

/// The installation of a user's own app on one simulated phone: its data, and the start of its
/// processes.
package final class AppLauncher {
  private let app: AppFile
  private let chance: SeededRandom
  private let calendar: LocalCalendar
  package let home: AppHome
  private let output: AppOutput
  /// The newest process; nil if the phone has released it.
  private weak var newest: LinkedApp?
  private var launchCount = 0
  /// The reason for which the run cannot go on.
  package var failure: (any Error)? { ownFailure ?? keeper.failure }
  private var ownFailure: (any Error)?
  /// The positions that count as recorded.
  package let keeper: AppRecordKeeper
  /// The crashes of the app, in the order of time.
  package private(set) var crashes: [AppFailure] = []

  package init(_ app: AppFile, chance: SeededRandom, timeZone calendar: LocalCalendar) throws {
    self.app = app
    self.chance = chance
    self.calendar = calendar
    home = try AppHome()
    output = AppOutput(of: app.name) { AppOutput.writeToStandardError($0) }
    keeper = AppRecordKeeper(app, home: home.path)
  }

  /// Takes the positions that the app has written at last.
  package func finish(at end: Instant) throws {
    try home.set(protected: false)
    keeper.appHandledEvent(at: end, isLast: true)
  }

  /// Ends the app's process, and removes its data. The run is over.
  package func end() {
    defer { leave_processor() }
    newest?.process.end()
    output.end()
    home.remove()
  }

  /// Starts a process of the app.
  package func launch(_ phone: any Phone, _ records: AppRecords) -> any App {
    launchCount += 1
    keeper.records = records
    guard failure == nil else { return EndedApp() }
    keep_on_one_processor()
    let seed = chance.bits(at: Int64(launchCount))
    let clocks = [phone.clock.now.nanoseconds, LinkedApp.uptime(of: phone).nanoseconds]
    let environment = [
      "HOME": home.path, "CFFIXED_USER_HOME": home.path, "TMPDIR": home.path,
      "PATH": "/usr/bin:/bin",
      "LANG": "C.UTF-8", "TZ": calendar.identifier, "ODOGRAPH_LINK": "3",
      // Python's hashes follow the seed, it writes no files beside the app's source, and what the
      // app prints is there before a crash.
      "PYTHONHASHSEED": "\(seed & 0xFFFF_FFFF)", "PYTHONDONTWRITEBYTECODE": "1",
      "PYTHONUNBUFFERED": "1",
      "ODOGRAPH_CLOCKS": "\(clocks[0]),\(clocks[1]),\(seed)",
      // The first crash prints its backtrace, without questions and colors; a crash at each launch
      // would print many.
      "SWIFT_BACKTRACE": crashes.isEmpty ? "enable=yes,color=no,interactive=no" : "enable=no",
    ]
    do {
      try home.set(protected: !phone.application.isProtectedDataAvailable)
      let process = try home.withWorkingFolder { folder throws(AppStartFailure) in
        try ChildProcess(
          path: app.path, arguments: app.launchArguments, environment: environment,
          folder: folder, output: output)
      }
      let started = LinkedApp(
        process, phone: phone, records: records, keeper: keeper, home: home, of: app
      ) { [weak self] in self?.ended($0, phone) }
      newest = started
      return started
    } catch {
      ownFailure = error
      return EndedApp()
    }
  }

  /// Passes a crash on to the phone, and ends the run for any other failure.
  private func ended(_ end: AppFailure, _ phone: any Phone) {
    switch end.cause {
    case .crashed:
      crashes.append(end)
      phone.note("app", end.description)
      output.endProcess()
      for line in output.crashReport { phone.note("backtrace", line) }
      (phone.application as? any CrashableApplication)?.crash()
    case .unusable: ownFailure = end
    }
  }
}

/// An app that does nothing, in place of one that could not be started.
package final class EndedApp: App {
  package init() {}

  package func applicationDidFinishLaunching(_ launch: Launch) {}
}
