import PhoneAPI
import Timekeeping

/// The tracking engine: an app that keeps records of where the phone is, composed of behaviors.
///
/// One object a process. It keeps nothing for itself that has to outlive a kill: records go to the
/// store, and whether tracking is on, when was sent last and the like go to the phone's container.
///
/// A fix a second is the common case, so the way of a fix is short: the filter and what is known of
/// the surroundings are values held here, and behaviors are called only for what they subscribed
/// to, or once their time has come (`surroundingsDue`); so are upload queues.
package final class Tracker {
  package let configuration: TrackerConfiguration
  package let store: any RecordStore
  package internal(set) var isTracking = false
  package internal(set) var isInForeground = false
  /// The newest fix delivered to this process, kept or not.
  @exclusivity(unchecked) package internal(set) var lastFix: Location?

  /// Shows the person a message in the app's own interface.
  package var onAlert: ((String) -> Void)?

  let phone: any Phone
  let clock: any Clock
  /// In force: as chosen, or during a trip the trip's.
  @exclusivity(unchecked) var settings: TrackerSettings
  var chosenSettings: TrackerSettings
  /// Made at first use, which is launch: a manager made then hears what woke the app.
  private(set) lazy var manager: any LocationManager = phone.makeLocationManager()

  /// The location services that run by this tracker's wish; decides what a delivery is recorded as.
  var services: LocationServices = [] {
    didSet { streamSource = sourceOfStream() }
  }
  /// While set, deliveries are recorded as the answer to a request, whatever else is going on.
  @exclusivity(unchecked) var requestedSource: Record.Source?
  @exclusivity(unchecked) var surroundings = Surroundings()
  @exclusivity(unchecked) var surroundingsDue = Instant.distantFuture
  /// The trip that location records name and whose settings are in force.
  var tripID: String? {
    didSet {
      locationDetails = LocationDetails(tripID: tripID).json
      settingsMayDiffer()
    }
  }
  /// When the first of the upload queues wants to be called for.
  @exclusivity(unchecked) var sendDue = Instant.distantFuture
  /// Each joins at its making.
  var uploadQueues: [UploadQueue] = []
  var homeZone: HomeZone?
  /// How closely the open app follows now, if motion has a say in it.
  var pace: Pace?
  /// The behaviors that keep standard updates off for now.
  var holds: Set<BehaviorKind> = [] {
    didSet { if oldValue != holds { first(StandardUpdates.self)?.reconsider() } }
  }
  /// While set, deliveries become no records.
  var mutesDeliveries = false {
    didSet { streamSource = sourceOfStream() }
  }
  /// Who the person is to a server of health data.
  package private(set) lazy var account = Account(phone: phone, server: settings.healthServer)

  let observer: (any TrackerObserver)?
  private var behaviors = BehaviorList()
  /// The timer records in its own way, and so do drives; then a delivery of standard updates is not a
  /// record.
  private let recordsStandardUpdates: Bool
  let detectsDrives: Bool
  var listensToMotion = false
  var hearsDeliveries = false
  var hearsRecords = false
  @exclusivity(unchecked) var filter: FixFilter
  @exclusivity(unchecked) var wifiZone: WiFiZone?
  /// `LocationDetails` of what is being recorded.
  @exclusivity(unchecked) var locationDetails: String?
  @exclusivity(unchecked) var streamSource: Record.Source?
  /// Records of a delivery that is being stored.
  @exclusivity(unchecked) var unsafeRecords: [Record]?
  /// The last location record, as long as a later one of the same second would take its place.
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
    filter = FixFilter(settings)
    wifiZone = WiFiZone(settings)
    let kinds = configuration.behaviors
    detectsDrives = kinds.contains(.driveDetection)
    recordsStandardUpdates = !kinds.contains(.foregroundTimer) && !detectsDrives
    store.queuedKinds = configuration.sentKinds
    if kinds.contains(.timeOutdoors) { store.keepsAcknowledgedRecords = true }
    behaviors = BehaviorList(kinds.map { $0.make(for: self) })
    listenersChanged()
  }

  /// Whose days are days.
  package var calendar: LocalCalendar { clock.calendar }

  /// Time away today; nil for a tracker without `dailyStatistics`.
  package var today: DayStatistics? { behaviors.first(DailyStatistics.self)?.today() }

  func note(_ behavior: BehaviorKind, _ message: @autoclosure () -> String) {
    phone.note(behavior.rawValue, message())
  }

  func tell(_ event: Events, _ message: (any Behavior) -> Void) {
    for behavior in behaviors.subscribers(to: event) { message(behavior) }
  }

  /// Subscribes a behavior to what it wants to hear for a while only, or no longer.
  func hear(_ event: Events, _ behavior: any Behavior, isOn: Bool) {
    behaviors.subscribe(behavior, to: event, isOn: isOn)
    listenersChanged()
  }

  private func listenersChanged() {
    hearsDeliveries = !behaviors.subscribers(to: .delivery).isEmpty
    hearsRecords = !behaviors.subscribers(to: .record).isEmpty
  }

  func first<Kind: Behavior>(_ kind: Kind.Type) -> Kind? { behaviors.first(kind) }

  /// Why a fix is dropped that no service has the tracker record.
  var ruleOfNobody: StaticString {
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

/// Location services that deliver a stream of fixes.
struct LocationServices: OptionSet {
  let rawValue: UInt8

  static let standardUpdates = LocationServices(rawValue: 1)
  static let significantChanges = LocationServices(rawValue: 2)
}
