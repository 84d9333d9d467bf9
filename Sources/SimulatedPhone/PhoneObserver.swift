import PhoneAPI
import Timekeeping

/// An observer of the phone, which cannot change the simulation.
package protocol PhoneObserver: AnyObject {
  /// Receives the new status after each change of the status, but not after each fix.
  func phone(statusIs status: PhoneStatus, at instant: Instant)
  /// Receives a line for the timeline. The phone calls this method only if `wantsNotes` is true.
  func phone(notes note: PhoneNote)
  /// True if the phone has to write notes for the observer.
  var wantsNotes: Bool { get }
  /// Receives a momentary event of the app or its screen. The phone calls this method only if
  /// `wantsOccurrences` is true.
  func phone(saw occurrence: PhoneOccurrence, at instant: Instant)
  var wantsOccurrences: Bool { get }
}

extension PhoneObserver {
  package func phone(saw occurrence: PhoneOccurrence, at instant: Instant) {}
  package var wantsOccurrences: Bool { false }
}

/// The state of the phone and the app, as far as it affects tracking.
package struct PhoneStatus: Sendable, Equatable {
  package enum AppLife: Sendable, Equatable {
    case notInstalled, notRunningYet, suspended, background, foreground
    case dead(AppDeath, mayBeWoken: Bool)
  }

  package enum Positioning: String, Sendable, Hashable {
    case off, acquiring, tracking, network, resting, noSignal
  }

  package var isOn: Bool
  package var app: AppLife
  /// The location permission that the system applies, which can differ from the one that the app
  /// sees.
  package var authorization: AuthorizationStatus
  /// True if the app is open, was left a moment ago, or has a background activity session.
  package var isAppInUse: Bool
  package var hasStandardUpdates: Bool
  package var isPaused: Bool
  /// True if the system reports no moves to the app until the person opens the app (LIFE-10).
  package var isStalled: Bool
  package var watchesSignificantChanges: Bool
  package var watchesVisits: Bool
  /// True if the system watches regions or conditions for the app.
  package var watchesRegions: Bool
  package var hasPendingTask: Bool
  package var hasOneShot: Bool
  package var positioning: Positioning
  /// True if the app did not get the newest fix, because of the app's distance filter or because
  /// the system delivers no positions in the background at present.
  package var isFixHeld: Bool
  package var batteryPercent: Int
}

/// A line of the timeline: the phone or the app as the actor, the text, and the reason.
package struct PhoneNote: Sendable, Equatable {
  package enum Actor: String, Sendable, Hashable, CaseIterable {
    case person, hardware, operatingSystem, app, server
  }

  package var instant: Instant
  package var actor: Actor
  /// The reason for the line. For the phone it is the ID of a rule in FACTS.md; for the app it is
  /// the name of a behavior.
  package var reason: String
  package var text: String
}
