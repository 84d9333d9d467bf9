import AppleProcess
import Foundation
import PhoneAPI
import Scenarios
import Simulation
import Text
import UIKit

/// An app over the modules under Apple's names that runs in the process of a test.
///
///     let app = InProcessApp(plist: "Sources/MyTracker/Info.plist") { MyTracker() }
///     let days = try Simulation(file: "commute.yaml", seeds: 1...10).run(app: app)
///
/// Each launch makes a new object, and a kill releases it. Clocks, timers, queues, tasks, defaults,
/// notifications and random numbers follow the simulated phone. All the rest of the process is
/// shared: an app whose state is in a static property, such as a singleton, or in files, has to run
/// in a process of its own (`AppFile`). A wait or a thread ends the test with a message. The time
/// zone is the machine's; set the environment variable `TZ` where the app reads it.
public struct InProcessApp: Sendable {
  let ownApp: OwnApp

  private init(_ app: OwnApp) {
    var app = app
    app.onRunEnd = { AppContext.lastOfThisThread?.leaveThread() }
    ownApp = app
  }

  /// - Parameters:
  ///   - manifest: the app's declarations.
  ///   - server: the server that the app's requests reach.
  ///   - make: makes the object that an app keeps while its process lives. If it is a
  ///     `UIApplicationDelegate`, it receives the events of the app's life. Each position that the
  ///     phone delivers counts as recorded.
  public init(
    _ manifest: AppManifest, server: AppServer = .none,
    make: @escaping @MainActor @Sendable () -> AnyObject
  ) {
    self.init(
      OwnApp(manifest, server: server) { phone, records in
        InProcessLaunch(phone, onDelivery: { $0.forEach(records.keep) }, make: make)
      })
  }

  /// Creates an app whose positions count as recorded only when the test says so.
  ///
  /// - Parameter make: makes the object that the app keeps. It gets the object to which the test
  ///   reports the positions that the app has recorded.
  public init(
    recordingBy manifest: AppManifest, server: AppServer = .none,
    make: @escaping @MainActor @Sendable (AppRecords) -> AnyObject
  ) {
    self.init(
      OwnApp(manifest, server: server) { phone, records in
        nonisolated(unsafe) let records = records
        return InProcessLaunch(phone, onDelivery: nil) { make(records) }
      })
  }

  /// - Parameter plist: the path of the app's Info.plist.
  /// - Throws: `InputError` if the file cannot be read.
  public init(
    plist: String, server: AppServer = .none, make: @escaping @MainActor @Sendable () -> AnyObject
  ) throws(InputError) {
    let folder = URL(fileURLWithPath: plist).standardizedFileURL.deletingLastPathComponent()
    let file = AppFile(path: folder.path, plistPath: plist)
    self.init(try file.manifest(), server: server, make: make)
  }
}

extension Simulation {
  /// Runs an app of this process on each seed's day, and returns the results in the order of seeds.
  public func run(app: InProcessApp) throws -> [RunResult] { try run(app.ownApp) }
}

/// One launch of an app that shares its process. The phone releases it when it kills the app.
package final class InProcessLaunch: App {
  private let context: AppContext
  private let make: @MainActor () -> AnyObject
  /// The object that the app keeps.
  private var object: AnyObject?

  package init(
    _ phone: any Phone, onDelivery: (([Location]) -> Void)?,
    make: @escaping @MainActor () -> AnyObject
  ) {
    context = AppContext(onThisThreadWith: phone)
    context.onDelivery = onDelivery
    self.make = make
  }

  deinit {
    object = nil
    context.leaveThread()
  }

  package func applicationDidFinishLaunching(_ launch: Launch) {
    nonisolated(unsafe) let launched = self
    MainActor.assumeIsolated {
      AppleApp.listen()
      let object = launched.make()
      launched.object = object
      if let delegate = object as? any UIApplicationDelegate {
        UIApplication.shared.delegate = delegate
      }
    }
    context.receive(.launched(launch))
  }

  package func applicationWillEnterForeground() { context.receive(.willEnterForeground) }
  package func applicationDidBecomeActive() { context.receive(.didBecomeActive) }
  package func applicationWillResignActive() { context.receive(.willResignActive) }
  package func applicationDidEnterBackground() { context.receive(.didEnterBackground) }
  package func applicationWillTerminate() { context.receive(.willTerminate) }
  package func applicationDidReceiveRemoteNotification(
    _ payload: [String: String], completion: @escaping () -> Void
  ) { context.receive(.remoteNotification(payload, completion: completion)) }
  package func applicationHandleEventsForBackgroundTransfers(
    identifier: String, completion: @escaping () -> Void
  ) { context.receive(.backgroundTransfers(identifier: identifier, completion: completion)) }
  package func perform(_ action: UserAction) { context.receive(.act(action)) }
}
