import Accounts
import PhoneAPI
import Timekeeping

/// The tracking engine: an app that records the phone's location, composed of behaviors.
///
/// There is one tracker per process. All data that must survive a kill is stored outside the
/// tracker. Records are in the store. The phone's container has small values, such as the tracking
/// switch and the time of the last send.
///
/// The phone may deliver one fix per second, so the code for a fix has to be fast. Two rules avoid
/// calls at each fix. The tracker calls a behavior only for events to which the behavior
/// subscribed. For work that is due at a time, the tracker first compares the time with
/// `CurrentSurroundings.due` or `sendDue`.
package final class Tracker {
  package let configuration: TrackerConfiguration
  package let store: any RecordStore
  package internal(set) var isTracking = false
  package internal(set) var isInForeground = false
  /// The newest fix delivered to this process, whether recorded or dropped.
  @exclusivity(unchecked) package internal(set) var lastFix: Location?

  /// Called with a message for the user, which the app's own interface shows.
  package var onAlert: ((String) -> Void)?

  let phone: any Phone
  let clock: any Clock
  /// The settings that apply now: `chosenSettings`, or the trip's settings during a trip.
  @exclusivity(unchecked) var settings: TrackerSettings
  /// The settings outside trips: the preset's, with the changes by user and server.
  var chosenSettings: TrackerSettings
  /// The location manager.
  ///
  /// It is made at first use, which is during launch, so that it receives the event that launched
  /// the app.
  private(set) lazy var manager: any LocationManager = phone.makeLocationManager()

  /// The location services that the tracker has started. They determine the source of recorded
  /// fixes.
  var services: LocationServices = [] {
    didSet { streamSource = sourceOfStream() }
  }
  /// The source to record for fixes that answer a request; nil if no request is open.
  ///
  /// While a request is open, all delivered fixes get this source.
  @exclusivity(unchecked) var requestedSource: Record.Source?
  let currentSurroundings: CurrentSurroundings
  /// The identifier of the trip in progress, which each location record contains; nil without a
  /// trip.
  var tripID: String? {
    didSet {
      locationDetails = LocationDetails(tripID: tripID).json
      settingsMayDiffer()
    }
  }
  /// The earliest time at which an upload queue has to be called.
  @exclusivity(unchecked) var sendDue = Instant.distantFuture
  /// The upload queues of all behaviors. Each queue adds itself when it is made.
  var uploadQueues: [UploadQueue] = []
  var homeZone: HomeZone?
  /// The accuracy, distance and interval chosen for the user's motion; nil if the usual settings
  /// apply.
  var pace: Pace?
  /// The behaviors that keep standard updates turned off at the moment.
  var holds: Set<BehaviorKind> = [] {
    didSet { if oldValue != holds { first(StandardUpdates.self)?.reconsider() } }
  }
  /// The behaviors for which the tracker does not record delivered fixes at the moment.
  var mutes: Set<BehaviorKind> = [] {
    didSet {
      mutesDeliveries = !mutes.isEmpty
      streamSource = sourceOfStream()
    }
  }
  private(set) var mutesDeliveries = false
  /// The user's account at a server of health data.
  package private(set) lazy var account = Account(phone: phone, server: settings.healthServer)

  let observer: (any TrackerObserver)?
  /// True if the tracker sends records, which wait in a queue, and the observer wants to know how
  /// many wait.
  let reportsQueue: Bool
  private var behaviors = BehaviorList()
  /// False if the foreground timer or the detection of drives records fixes. The tracker then does
  /// not record the fixes of standard updates.
  private let recordsStandardUpdates: Bool
  let detectsDrives: Bool
  var listensToMotion = false
  var receivesDeliveries = false
  var receivesRecords = false
  @exclusivity(unchecked) var filter: FixFilter
  @exclusivity(unchecked) var wifiZone: WiFiZone?
  /// The details to store with each location record, in the JSON form of `LocationDetails`.
  @exclusivity(unchecked) var locationDetails: String? {
    didSet { hasLocationDetails = locationDetails != nil }
  }
  /// A use of `locationDetails` would count references at each fix.
  @exclusivity(unchecked) private(set) var hasLocationDetails = false
  /// The source to record for delivered fixes that answer no request; nil to drop such fixes.
  @exclusivity(unchecked) var streamSource: Record.Source?
  /// The records of a delivery that is being stored; nil outside a transaction.
  @exclusivity(unchecked) var unsafeRecords: [Record]?
  /// The last location record; under `wholeSecondKeys`, a later record of the same second replaces
  /// it.
  var replaceable: (identifier: Record.Identifier, second: Int64)?

  package init(
    phone: any Phone, configuration: TrackerConfiguration, store: any RecordStore,
    observer: (any TrackerObserver)? = nil
  ) {
    self.phone = phone
    self.clock = phone.clock
    self.configuration = configuration
    let settings = configuration.settings.changed(by: ChangedSettings(in: phone.container))
    self.settings = settings
    chosenSettings = settings
    self.store = store
    self.observer = observer
    currentSurroundings = CurrentSurroundings(phone)
    filter = FixFilter(settings)
    wifiZone = WiFiZone(settings)
    let kinds = configuration.behaviors
    detectsDrives = kinds.contains(.driveDetection)
    recordsStandardUpdates = !kinds.contains(.foregroundTimer) && !detectsDrives
    store.queuedKinds = configuration.sentKinds
    reportsQueue = !configuration.sentKinds.isEmpty && observer?.wantsQueueLength == true
    if kinds.contains(.timeOutdoors) { store.keepsAcknowledgedRecords = true }
    behaviors = BehaviorList(kinds.map { $0.make(for: self) })
    listenersChanged()
  }

  /// The calendar that divides the tracker's records into local days.
  package var calendar: LocalCalendar { clock.calendar }

  /// The statistics of the current day; nil for a tracker without `dailyStatistics`.
  package var today: DayStatistics? { behaviors.first(DailyStatistics.self)?.today() }

  func note(_ behavior: BehaviorKind, _ message: @autoclosure () -> String) {
    phone.note(behavior.rawValue, message())
  }

  func notify(_ event: Events, _ message: (any Behavior) -> Void) {
    for behavior in behaviors.subscribers(to: event) { message(behavior) }
  }

  /// Subscribes a behavior to an event, or ends its subscription.
  func receive(_ event: Events, _ behavior: any Behavior, isOn: Bool) {
    behaviors.subscribe(behavior, to: event, isOn: isOn)
    listenersChanged()
  }

  private func listenersChanged() {
    receivesDeliveries = !behaviors.subscribers(to: .delivery).isEmpty
    receivesRecords = !behaviors.subscribers(to: .record).isEmpty
  }

  func first<Kind: Behavior>(_ kind: Kind.Type) -> Kind? { behaviors.first(kind) }

  /// The name of the rule that drops delivered fixes while `streamSource` is nil. The observer
  /// receives this name.
  var ruleWithoutStreamSource: StaticString {
    if isTracking, settings.checkIn.recordsNothing { return "recordsNothing" }
    return isTracking && !recordsStandardUpdates ? "foregroundTimer" : "notTracking"
  }

  func sourceOfStream() -> Record.Source? {
    if dropsEverything || mutesDeliveries { return nil }
    if services.contains(.standardUpdates) {
      return recordsStandardUpdates && !settings.checkIn.recordsNothing ? .standard : nil
    }
    return services.contains(.significantChanges) ? .significantChange : nil
  }
}

/// The location services that deliver a stream of fixes.
struct LocationServices: OptionSet {
  let rawValue: UInt8

  static let standardUpdates = LocationServices(rawValue: 1)
  static let significantChanges = LocationServices(rawValue: 2)
}
