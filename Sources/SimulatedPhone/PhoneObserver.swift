import PhoneAPI
import Timekeeping

/// An observer of the phone, which changes nothing.
package protocol PhoneObserver: AnyObject {
  /// Receives a changed status. Called only at changes, not for each fix.
  func phone(statusIs status: PhoneStatus, at instant: Instant)
  /// Receives a line for the timeline. Called only if `wantsNotes`.
  func phone(notes note: PhoneNote)
  /// True if the phone has to compose notes.
  var wantsNotes: Bool { get }
  /// Receives an occurrence. Called only if `wantsOccurrences`.
  func phone(saw occurrence: PhoneOccurrence, at instant: Instant)
  var wantsOccurrences: Bool { get }
}

extension PhoneObserver {
  package func phone(saw occurrence: PhoneOccurrence, at instant: Instant) {}
  package var wantsOccurrences: Bool { false }
}

/// The state of the phone and the app, as far as it affects tracking.
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
  /// The permission that the system applies, which can differ from what the app sees.
  package var authorization: AuthorizationStatus
  /// True if the app is open, was left a moment ago, or has a background activity session.
  package var isAppInUse: Bool
  package var hasStandardUpdates: Bool
  package var isPaused: Bool
  /// True if reports of moves do not reach the app until it is opened (LIFE-10).
  package var isStalled: Bool
  package var watchesSignificantChanges: Bool
  package var watchesVisits: Bool
  /// True if the system watches regions or conditions.
  package var watchesRegions: Bool
  package var hasPendingTask: Bool
  package var hasOneShot: Bool
  package var positioning: Positioning
  /// True if the newest fix did not pass the distance filter.
  package var isFixHeld: Bool
  package var batteryPercent: Int
}

/// A line of the timeline: the actor, the text and the reason.
package struct PhoneNote: Sendable, Hashable {
  package enum Actor: String, Sendable, Hashable, CaseIterable {
    case person, hardware, operatingSystem, app, server
  }

  package var instant: Instant
  package var actor: Actor
  /// The ID of a fact for the phone, the name of a behavior for the app.
  package var reason: String
  package var text: String
}
