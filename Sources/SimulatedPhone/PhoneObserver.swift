import PhoneAPI
import Timekeeping

/// Watches the phone from outside. Changes nothing.
package protocol PhoneObserver: AnyObject {
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
  package func phone(saw occurrence: PhoneOccurrence, at instant: Instant) {}
  package var wantsOccurrences: Bool { false }
}

/// What the phone and the app on it are doing, as far as it bears on tracking.
package struct PhoneStatus: Sendable, Hashable {
  package enum AppLife: Sendable, Hashable {
    case notInstalled, notRunningYet, suspended, background, foreground
    case dead(AppDeath, mayBeWoken: Bool)
  }

  package enum Positioning: String, Sendable, Hashable {
    case off, acquiring, tracking, network, resting, noSignal
  }

  package var isOn: Bool
  package var app: AppLife
  /// What holds in fact, whatever the app believes.
  package var authorization: AuthorizationStatus
  /// Open, left a moment ago, or under a background activity session.
  package var isAppInUse: Bool
  package var hasStandardUpdates: Bool
  package var isPaused: Bool
  /// Reports of moves do not reach the app until it is opened (LIFE-10).
  package var isStalled: Bool
  package var watchesSignificantChanges: Bool
  package var watchesVisits: Bool
  /// Regions or conditions.
  package var watchesRegions: Bool
  package var hasPendingTask: Bool
  package var hasOneShot: Bool
  package var positioning: Positioning
  /// The newest fix did not pass the distance filter.
  package var isFixHeld: Bool
  package var batteryPercent: Int
}

/// Who did what and why, for people who read the timeline.
package struct PhoneNote: Sendable, Hashable {
  package enum Actor: String, Sendable, Hashable, CaseIterable {
    case person, hardware, operatingSystem, app, server
  }

  package var instant: Instant
  package var actor: Actor
  /// Fact id for the phone, behavior for the app.
  package var reason: String
  package var text: String
}
