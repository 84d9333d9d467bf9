import Foundation
import PhoneAPI
import PhoneClient
import PhoneLink
import Timekeeping

/// The phone on which the code of Apple's modules runs: the one that has started this process, or
/// the one of an app that shares this thread's process.
public enum CurrentPhone {
  nonisolated(unsafe) private static var linked: (context: AppContext, link: PhoneConnection)?

  /// The process of the app whose code runs. Without one the real process ends: no service could
  /// answer.
  package static var context: AppContext {
    AppContext.ofThisThread ?? linked?.context ?? AppContext.lastOfThisThread ?? link.context
  }
  package static var phone: any Phone { context.phone }

  /// Returns the app's only object of a class, such as `UIApplication.shared`.
  package static func single<Object: AnyObject>(_ make: () -> Object) -> Object {
    context.single(make)
  }

  /// Posts a notification to the app's observers.
  package static func post(_ name: Notification.Name, _ object: Any?) {
    context.center.post(name: name, object: object)
  }

  private static var link: (context: AppContext, link: PhoneConnection) {
    if let linked { return linked }
    guard let connection = PhoneConnection.shared else {
      let text = "This app runs on a simulated phone: odograph run SCENARIO --app PATH\n"
      FileHandle.standardError.write(Data(text.utf8))
      exit(2)
    }
    let phone = RemotePhone(connection)
    let context = AppContext(linked: phone)
    linked = (context, connection)
    connection.onEvent = { event, message in
      if event == .launch { context.sceneDelegateName = message["sceneDelegate"].text }
      guard !phone.receive(event, message), let event = AppEvent(event, message) else { return }
      context.receive(event)
    }
    return (context, connection)
  }

  /// Passes events to the app until the phone ends the process.
  package static func serve() -> Never { link.link.serve() }

  /// Reports that the app has handled an event that has a completion.
  package static func complete(_ id: LinkValue) {
    link.link.call(.completeEvent, ["id": id])
  }
}

/// An event of the app's life.
package enum AppEvent {
  case launched(Launch)
  case willEnterForeground, didBecomeActive, willResignActive, didEnterBackground, willTerminate
  case remoteNotification([String: String], completion: () -> Void)
  case backgroundTransfers(identifier: String, completion: () -> Void)
  case act(UserAction)

  init?(_ event: LinkEvent, _ message: LinkObject) {
    let complete = { () -> Void in CurrentPhone.complete(message["id"]) }
    switch event {
    case .launch: self = .launched(Launch(message))
    case .foreground: self = .willEnterForeground
    case .active: self = .didBecomeActive
    case .inactive: self = .willResignActive
    case .background: self = .didEnterBackground
    case .terminate: self = .willTerminate
    case .remoteNotification:
      self = .remoteNotification(message["payload"].texts, completion: complete)
    case .transferEvents:
      self = .backgroundTransfers(
        identifier: message["identifier"].text ?? "", completion: complete)
    case .act:
      self = .act(UserAction(message["name"].text ?? "", parameters: message["parameters"].texts))
    default: return nil
    }
  }
}

extension Date {
  package init(_ instant: Instant) {
    // Foundation counts from 2001, and loses less of a nanosecond there.
    self.init(
      timeIntervalSinceReferenceDate: Double(instant.nanoseconds - referenceNanoseconds) * 1e-9)
  }

  package var instant: Instant {
    Instant(nanoseconds: referenceNanoseconds)
      + TimeSpan.seconds(timeIntervalSinceReferenceDate)
  }
}

private let referenceNanoseconds: Int64 = 978_307_200_000_000_000
