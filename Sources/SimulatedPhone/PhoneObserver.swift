import PhoneAPI
import Timekeeping

/// Watches the phone from outside. Changes nothing.
public protocol PhoneObserver: AnyObject {
  /// Something of the status is another now; called at changes only, never per fix.
  func phone(statusIs status: PhoneStatus, at instant: Instant)
  /// A line for the timeline. Only called when `wantsNotes`.
  func phone(notes note: PhoneNote)
  /// Whether notes are worth composing.
  var wantsNotes: Bool { get }
  /// Something happens. Only called when `wantsOccurrences`.
  func phone(saw occurrence: PhoneOccurrence, at instant: Instant)
  var wantsOccurrences: Bool { get }
}

extension PhoneObserver {
  public func phone(saw occurrence: PhoneOccurrence, at instant: Instant) {}
  public var wantsOccurrences: Bool { false }
}

/// What the phone and the app on it are doing, as far as it bears on tracking.
public struct PhoneStatus: Sendable, Hashable {
  public enum AppLife: Sendable, Hashable {
    case notInstalled, notRunningYet, suspended, background, foreground
    case dead(AppDeath, mayBeWoken: Bool)
  }

  public enum Positioning: String, Sendable, Hashable {
    case off, acquiring, tracking, network, resting, noSignal
  }

  public var isOn: Bool
  public var app: AppLife
  /// What holds in fact, whatever the app believes.
  public var authorization: AuthorizationStatus
  /// Open, left a moment ago, or under a background activity session.
  public var isAppInUse: Bool
  public var hasStandardUpdates: Bool
  public var isPaused: Bool
  /// Reports of moves do not reach the app until it is opened (LIFE-10).
  public var isStalled: Bool
  public var watchesSignificantChanges: Bool
  public var watchesVisits: Bool
  /// Regions or conditions.
  public var watchesRegions: Bool
  public var hasPendingTask: Bool
  public var hasOneShot: Bool
  public var positioning: Positioning
  /// The newest fix did not pass the distance filter.
  public var isFixHeld: Bool
  public var batteryPercent: Int
}

/// Who did what and why, for people who read the timeline.
public struct PhoneNote: Sendable, Hashable {
  public enum Actor: String, Sendable, Hashable, CaseIterable {
    case person, hardware, operatingSystem, app, server
  }

  public var instant: Instant
  public var actor: Actor
  /// Fact id for the phone, behavior for the app.
  public var reason: String
  public var text: String
}
