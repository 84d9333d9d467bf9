import Foundation
import PhoneAPI
import PhoneLink
import Timekeeping

/// A process of an app that uses `PhoneAPI`.
///
///     AppProcess.run { phone, records in MyTracker(phone, keep: records.keep) }
public enum AppProcess {
  /// Makes the app, and passes it the phone's events until the phone ends the process.
  ///
  /// A process that no phone has started prints what to type, and ends with status 2.
  public static func run(
    _ make: (any Phone, AppProcessRecords) -> any App
  ) -> Never {
    guard let connection = PhoneConnection.shared else {
      let text = "This app runs on a simulated phone: odograph run SCENARIO --app PATH\n"
      FileHandle.standardError.write(Data(text.utf8))
      exit(2)
    }
    let phone = RemotePhone(connection)
    connection.call(.recordsByCall)
    let app = make(phone, AppProcessRecords(phone))
    connection.onEvent = { event, message in
      if !phone.receive(event, message) { app.receive(event, message, connection) }
    }
    connection.serve()
  }
}

/// The object to which an app in a process of its own reports the positions that it recorded.
public final class AppProcessRecords {
  private let phone: RemotePhone
  init(_ phone: RemotePhone) { self.phone = phone }

  /// Reports that the app recorded the position now.
  public func keep(_ location: Location) { phone.report(.keep, location) }
  /// Reports that the app received the position and discarded it.
  public func drop(_ location: Location) { phone.report(.drop, location) }
}

extension App {
  /// Passes an event of the app's life to the app.
  fileprivate func receive(
    _ event: LinkEvent, _ message: LinkObject, _ connection: PhoneConnection
  ) {
    let id = message["id"]
    let complete = { () -> Void in connection.call(.completeEvent, ["id": id]) }
    switch event {
    case .launch: applicationDidFinishLaunching(Launch(message))
    case .foreground: applicationWillEnterForeground()
    case .active: applicationDidBecomeActive()
    case .inactive: applicationWillResignActive()
    case .background: applicationDidEnterBackground()
    case .terminate: applicationWillTerminate()
    case .remoteNotification:
      applicationDidReceiveRemoteNotification(message["payload"].texts, completion: complete)
    case .transferEvents:
      applicationHandleEventsForBackgroundTransfers(
        identifier: message["identifier"].text ?? "", completion: complete)
    case .act:
      perform(
        UserAction(message["name"].text ?? "", parameters: message["parameters"].texts))
    default: break
    }
  }
}

extension Launch {
  package init(_ message: LinkObject) {
    self.init(
      reason: message["reason"].word() ?? .unknown,
      isInBackground: message["background"].flag ?? false)
  }
}
