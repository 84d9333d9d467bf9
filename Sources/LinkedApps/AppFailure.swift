import PhoneLink
import Text
import Timekeeping

/// The end of an app's process that the phone did not cause.
public struct AppFailure: Error, Sendable, CustomStringConvertible {
  public enum Cause: Sendable, Hashable {
    /// The app ended by itself: on the phone it crashed.
    case crashed(String)
    /// The app did not answer in real time, or broke the protocol: the run ends.
    case unusable(String)
  }

  public var path: String
  public var cause: Cause
  public var lastEvent: String
  public var instant: Instant

  init(_ error: any Error, process: ChildProcess, lastEvent: String, at instant: Instant) {
    path = process.path
    self.lastEvent = lastEvent
    self.instant = instant
    if let refusal = error as? AppRefusal {
      cause = .unusable("it cannot be simulated: \(refusal.reason)")
      return
    }
    switch error as? LinkFailure {
    case .closed: cause = .crashed(process.ending)
    case .silent(let seconds):
      cause = .unusable("it did not return from the event within \(Int(seconds)) s of real time")
    case .tooLong: cause = .unusable("it sent a line that does not end")
    case .malformed(let reason): cause = .unusable("it broke the protocol: \(reason)")
    case nil: cause = .unusable("\(error)")
    }
  }

  public var description: String {
    let reason =
      switch cause {
      case .crashed(let reason), .unusable(let reason): reason
      }
    return "the app \(path): \(reason), at \(instant.iso8601()) after the event '\(lastEvent)'"
  }
}

/// The reason for which the app's own end of the link has ended the run.
struct AppRefusal: Error, Sendable {
  var reason: String

  init(reason: String) { self.reason = reason }

  /// Describes a process that ended without a line to the phone; nil if a signal ended it, as in a
  /// crash.
  init?(silent process: ChildProcess) {
    guard process.hasExited else { return nil }
    reason =
      "\(process.ending) before it used the phone; is it linked with OdographApp, or does its "
      + "script call run of odograph.app?"
  }
}

extension LinkValue {
  private static var excerptLength: Int { 300 }

  /// The beginning of an app's text as one printable line, for a message to a person.
  var excerpt: String {
    let scalars = (text ?? "").unicodeScalars
    let start = String(String.UnicodeScalarView(scalars.prefix(Self.excerptLength))).printable
    return scalars.count > Self.excerptLength ? start + "…" : start
  }
}
