import PhoneAPI
import Timekeeping

/// A part of a tracker that asks the phone for something or does something with records.
///
/// A behavior exists as long as the process. It receives only the events that it subscribes to.
protocol Behavior: AnyObject {
  var events: Events { get }

  /// Called while the app is being launched, to register task identifiers and to read stored state.
  func launched(_ launch: Launch)
  /// Called when the user turns tracking on, and at a launch while tracking is on. Also called
  /// again while tracking is on, for example after a pause of location updates.
  func trackingBegan()
  func trackingEnded()
  /// Called when the app has entered or left the foreground; see `Tracker.isInForeground`.
  func foregroundChanged()
  func willTerminate()
  func performed(_ action: UserAction)

  /// Called after the tracker has recorded or dropped the fixes of a delivery.
  func delivered(_ locations: [Location], at now: Instant)
  func locationFailed(_ error: LocationError)
  func authorizationChanged()
  func updatesPaused()
  func updatesResumed()
  func visited(_ visit: Visit, at now: Instant)
  func entered(_ region: CircularRegion)
  func exited(_ region: CircularRegion)
  /// Called when the phone reports a change in how the user moves; see `Tracker.listenToMotion()`.
  func moved(_ activity: MotionActivity)
  func driveBegan()
  /// Called when a drive has ended.
  ///
  /// - Parameter isInProgress: true if the drive has to be recorded as still in progress. This
  ///   happens if the system killed the app during the drive and the quirk `neverClearsInProgress`
  ///   is on.
  func driveEnded(_ drive: Drive, isInProgress: Bool)
  /// Called when the user has tapped a notification of the app.
  func notificationTapped(_ identifier: String)
  func pushed(_ payload: [String: String])
  /// Called when `Tracker.settings` have changed. The tracker then repeats its requests to the
  /// phone.
  func settingsChanged()

  func recorded(_ record: Record)
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
}

/// A set of events that a behavior can subscribe to, with one bit for each event.
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
  static let motion = Events(rawValue: 1 << 14)
  static let notification = Events(rawValue: 1 << 15)
  static let push = Events(rawValue: 1 << 16)
  static let settings = Events(rawValue: 1 << 17)
  static let drive = Events(rawValue: 1 << 18)
}

/// The behaviors of a running tracker, with a list of the subscribers to each event.
struct BehaviorList {
  private var all: [any Behavior] = []
  private var byEvent: [[any Behavior]] = Array(repeating: [], count: UInt32.bitWidth)

  init() {}

  init(_ behaviors: [any Behavior]) {
    all = behaviors
    for behavior in behaviors {
      var events = behavior.events.rawValue
      while events != 0 {
        byEvent[events.trailingZeroBitCount].append(behavior)
        events &= events - 1
      }
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
