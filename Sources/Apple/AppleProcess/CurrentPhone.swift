import Foundation
import PhoneAPI
import PhoneClient
import PhoneLink
import Timekeeping

/// The phone on which the code of Apple's modules runs: the one that has started this process, or
/// one that a test has set.
public enum CurrentPhone {
  nonisolated(unsafe) private static var chosen: (any Phone)?
  nonisolated(unsafe) private static var linked: (phone: RemotePhone, connection: PhoneConnection)?

  /// The phone. Without one the process ends: no service could answer.
  package static var phone: any Phone {
    if let chosen { return chosen }
    return link.phone
  }

  /// Sets the phone for code that runs in this process, without a link; nil takes it away.
  package static func choose(_ phone: (any Phone)?) { chosen = phone }

  private static var link: (phone: RemotePhone, connection: PhoneConnection) {
    if let linked { return linked }
    guard let connection = PhoneConnection.shared else {
      let text = "This app runs on a simulated phone: odograph run SCENARIO --app PATH\n"
      FileHandle.standardError.write(Data(text.utf8))
      exit(2)
    }
    let new = (RemotePhone(connection), connection)
    linked = new
    connection.onEvent = { event, message in
      if !new.0.receive(event, message) { AppEvents.receive(event, message) }
    }
    return new
  }

  /// Passes events to the app until the phone ends the process.
  package static func serve() -> Never { link.connection.serve() }

  /// Tells the phone that the app has handled an event that has a completion.
  package static func complete(_ id: LinkValue) {
    link.connection.call(.completeEvent, ["id": id])
  }
}

/// The events of the app's life. UIKit sets the handlers.
package enum AppEvents {
  nonisolated(unsafe) package static var onEvent: ((AppEvent) -> Void)?
  /// The launch, for code that starts to listen later.
  nonisolated(unsafe) package private(set) static var launch: Launch?

  static func receive(_ event: LinkEvent, _ message: LinkObject) {
    guard let event = AppEvent(event, message) else { return }
    if case .launched(let launch) = event { Self.launch = launch }
    onEvent?(event)
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
