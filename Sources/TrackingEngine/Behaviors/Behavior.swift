import PhoneAPI
import Timekeeping

/// One thing that a tracker does, short enough to be read as the sentence that describes it.
///
/// A behavior lives as long as the process; it hears only the events that it subscribes to.
protocol Behavior: AnyObject {
  var events: Events { get }

  /// During launch: the time to register task identifiers and to read what was stored.
  func launched(_ launch: Launch)
  /// Tracking is on: at launch if it was left on, after the person's wish, and again after a pause.
  func trackingBegan()
  func trackingEnded()
  /// The app came to the foreground or left it; `Tracker.isInForeground` tells.
  func foregroundChanged()
  func willTerminate()
  func performed(_ action: UserAction)

  /// After a delivery's fixes were recorded or dropped.
  func delivered(_ locations: [Location], at now: Instant)
  func locationFailed(_ error: LocationError)
  func authorizationChanged()
  func updatesPaused()
  func updatesResumed()
  func visited(_ visit: Visit, at now: Instant)
  func entered(_ region: CircularRegion)
  func exited(_ region: CircularRegion)
  /// The phone's word on how the person moves has changed; see `Tracker.listenToMotion()`.
  func moved(_ activity: MotionActivity)
  func driveBegan()
  /// - Parameter isInProgress: A kill left it so, under the quirk of that name.
  func driveEnded(_ drive: Drive, isInProgress: Bool)
  /// The person tapped a notification of the app's.
  func notificationTapped(_ identifier: String)
  func pushed(_ payload: [String: String])
  /// `Tracker.settings` are others than before; what was asked of the phone is asked anew afterwards.
  func settingsChanged()

  func recorded(_ record: Record)
  /// `Tracker.surroundingsDue` is past, and a fix is about to be recorded.
  func surroundingsAreDue(at now: Instant)
}

extension Behavior {
  func launched(_ launch: Launch) {}
  func trackingBegan() {}
  func trackingEnded() {}
  func foregroundChanged() {}
  func willTerminate() {}
  func performed(_ action: UserAction) {}
  func delivered(_ locations: [Location], at now: Instant) {}
  func locationFailed(_ error: LocationError) {}
  func authorizationChanged() {}
  func updatesPaused() {}
  func updatesResumed() {}
  func visited(_ visit: Visit, at now: Instant) {}
  func entered(_ region: CircularRegion) {}
  func exited(_ region: CircularRegion) {}
  func moved(_ activity: MotionActivity) {}
  func driveBegan() {}
  func driveEnded(_ drive: Drive, isInProgress: Bool) {}
  func notificationTapped(_ identifier: String) {}
  func pushed(_ payload: [String: String]) {}
  func settingsChanged() {}
  func recorded(_ record: Record) {}
  func surroundingsAreDue(at now: Instant) {}
}

/// What a behavior can subscribe to; one bit for each list that the tracker keeps.
struct Events: OptionSet {
  let rawValue: UInt32

  static let launch = Events(rawValue: 1 << 0)
  static let tracking = Events(rawValue: 1 << 1)
  static let foreground = Events(rawValue: 1 << 2)
  static let termination = Events(rawValue: 1 << 3)
  static let action = Events(rawValue: 1 << 4)
  static let delivery = Events(rawValue: 1 << 5)
  static let failure = Events(rawValue: 1 << 6)
  static let authorization = Events(rawValue: 1 << 7)
  static let pause = Events(rawValue: 1 << 8)
  static let visit = Events(rawValue: 1 << 9)
  static let region = Events(rawValue: 1 << 10)
  static let record = Events(rawValue: 1 << 11)
  static let surroundings = Events(rawValue: 1 << 12)
  static let motion = Events(rawValue: 1 << 14)
  static let notification = Events(rawValue: 1 << 15)
  static let push = Events(rawValue: 1 << 16)
  static let settings = Events(rawValue: 1 << 17)
  static let drive = Events(rawValue: 1 << 18)
}

/// The behaviors of a tracker at work, listed by event.
struct BehaviorList {
  private var all: [any Behavior] = []
  private var byEvent: [[any Behavior]] = Array(repeating: [], count: UInt32.bitWidth)

  init() {}

  init(_ behaviors: [any Behavior]) {
    all = behaviors
    for bit in byEvent.indices {
      byEvent[bit] = behaviors.filter { $0.events.contains(Events(rawValue: 1 << bit)) }
    }
  }

  mutating func subscribe(_ behavior: any Behavior, to event: Events, isOn: Bool) {
    let bit = event.rawValue.trailingZeroBitCount
    byEvent[bit].removeAll { $0 === behavior }
    if isOn { byEvent[bit].append(behavior) }
  }

  func subscribers(to event: Events) -> [any Behavior] {
    byEvent[event.rawValue.trailingZeroBitCount]
  }

  func first<Kind: Behavior>(_ kind: Kind.Type) -> Kind? {
    all.lazy.compactMap { $0 as? Kind }.first
  }
}
