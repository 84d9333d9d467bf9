import PhoneAPI
import Timekeeping

/// The tracking engine: an app that keeps records of where the phone is, composed of behaviours.
///
/// One object a process. It keeps nothing for itself that has to outlive a kill: records go to the
/// store, and whether tracking is on, when was sent last and the like go to the phone's container.
///
/// A fix a second is the common case, so the way of a fix is short: the filter and what is known of
/// the surroundings are values held here, and behaviours are called only for what they subscribed
/// to, or once their time has come (`surroundingsDue`); so are upload queues.
public final class Tracker {
  public let configuration: TrackerConfiguration
  public let store: any RecordStore
  public private(set) var isTracking = false
  public private(set) var isInForeground = false
  /// The newest fix delivered to this process, kept or not.
  @exclusivity(unchecked) public private(set) var lastFix: Location?

  /// Shows the person a message in the app's own interface.
  public var onAlert: ((String) -> Void)?

  let phone: any Phone
  let clock: any Clock
  /// In force: as chosen, or during a trip the trip's.
  @exclusivity(unchecked) private(set) var settings: TrackerSettings
  private(set) var chosenSettings: TrackerSettings
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
  @exclusivity(unchecked) private var sendDue = Instant.distantFuture
  /// Each joins at its making.
  var uploadQueues: [UploadQueue] = []
  var homeZone: HomeZone?
  /// How closely the open app follows now, if motion has a say in it.
  var pace: Pace?
  /// While set, deliveries become no records.
  var mutesDeliveries = false {
    didSet { streamSource = sourceOfStream() }
  }
  /// Who the person is to a server of health data.
  public private(set) lazy var account = Account(phone: phone, server: settings.healthServer)

  private let observer: (any TrackerObserver)?
  private var behaviours = BehaviourList()
  /// The timer records in its own way, and so do drives; then a delivery of standard updates is not a
  /// record.
  private let recordsStandardUpdates: Bool
  private let detectsDrives: Bool
  private var listensToMotion = false
  private var hearsDeliveries = false
  private var hearsRecords = false
  @exclusivity(unchecked) private var filter: FixFilter
  @exclusivity(unchecked) private var wifiZone: WiFiZone?
  /// `LocationDetails` of what is being recorded.
  @exclusivity(unchecked) private var locationDetails: String?
  @exclusivity(unchecked) private var streamSource: Record.Source?
  /// Records of a delivery that is being stored.
  @exclusivity(unchecked) private var unsafeRecords: [Record]?
  /// The last location record, as long as a later one of the same second would take its place.
  private var replaceable: (identifier: Record.Identifier, second: Int64)?

  public init(
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
    let kinds = configuration.behaviours
    detectsDrives = kinds.contains(.driveDetection)
    recordsStandardUpdates = !kinds.contains(.foregroundTimer) && !detectsDrives
    store.queuedKinds = configuration.sentKinds
    if kinds.contains(.timeOutdoors) { store.keepsAcknowledgedRecords = true }
    behaviours = BehaviourList(kinds.map { $0.make(for: self) })
    listenersChanged()
  }

  /// Whose days are days.
  public var calendar: LocalCalendar { clock.calendar }

  /// Time away today; nil for a tracker without `dailyStatistics`.
  public var today: DayStatistics? { behaviours.first(DailyStatistics.self)?.today() }

  func note(_ behaviour: BehaviourKind, _ message: @autoclosure () -> String) {
    phone.note(behaviour.rawValue, message())
  }

  func tell(_ event: Events, _ message: (any Behaviour) -> Void) {
    for behaviour in behaviours.subscribers(to: event) { message(behaviour) }
  }

  /// Subscribes a behaviour to what it wants to hear for a while only, or no longer.
  func hear(_ event: Events, _ behaviour: any Behaviour, isOn: Bool) {
    behaviours.subscribe(behaviour, to: event, isOn: isOn)
    listenersChanged()
  }

  private func listenersChanged() {
    hearsDeliveries = !behaviours.subscribers(to: .delivery).isEmpty
    hearsRecords = !behaviours.subscribers(to: .record).isEmpty
  }

  func first<Kind: Behaviour>(_ kind: Kind.Type) -> Kind? { behaviours.first(kind) }

  /// Why a fix is dropped that no service has the tracker record.
  private var ruleOfNobody: StaticString {
    if isTracking, settings.checkIn.recordsNothing { return "recordsNothing" }
    return isTracking && !recordsStandardUpdates ? "foregroundTimer" : "notTracking"
  }

  private func sourceOfStream() -> Record.Source? {
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

// MARK: - On and off

extension Tracker {
  private static let trackingKey = "tracking"

  func restoreTracking(_ launch: Launch) {
    isInForeground = !launch.isInBackground
    isTracking = phone.container.value(forKey: Self.trackingKey) != "off"
    manager.delegate = self
    // Not weak: a weak reference makes every counting of this object slow, at each fix. The phone lets
    // go of what a dead process listened with.
    phone.notifications.onResponse = { [unowned self] identifier, _ in
      tell(.notification) { $0.notificationTapped(identifier) }
    }
    tell(.launch) { $0.launched(launch) }
    if isTracking { beginTracking() }
  }

  func setTracking(_ isOn: Bool) {
    guard isOn != isTracking else { return }
    isTracking = isOn
    phone.container.set(isOn ? "on" : "off", forKey: Self.trackingKey)
    phone.note("tracker", isOn ? "tracking is switched on" : "tracking is switched off")
    if isOn {
      beginTracking()
    } else {
      tell(.tracking) { $0.trackingEnded() }
      surroundingsDue = .distantFuture
      phone.motionActivity.stopActivityUpdates()
      listensToMotion = false
    }
  }

  /// Of what moves the person the phone will say nothing.
  var motionIsRefused: Bool {
    switch phone.motionActivity.authorization {
    case .denied, .restricted: true
    case .granted, .notDetermined: false
    }
  }

  /// Has the phone tell how the person moves: every record then carries it, and behaviours that
  /// subscribed to `motion` hear of changes. Asked for while tracking begins.
  func listenToMotion() {
    let motion = phone.motionActivity
    guard !listensToMotion, motion.availability.isAvailable else { return }
    listensToMotion = true
    motion.startActivityUpdates { [unowned self] activity in
      surroundings.motion = MotionStates(activity)
      tell(.motion) { $0.moved(activity) }
    }
  }

  /// Asks the phone for everything the settings want; harmless when it runs already.
  func beginTracking() {
    manager.desiredAccuracy = settings.desiredAccuracy
    manager.distanceFilterMeters = settings.distanceFilterMeters
    manager.activityType = settings.activityType
    manager.pausesLocationUpdatesAutomatically = settings.pausesAutomatically
    manager.showsBackgroundLocationIndicator = settings.showsBackgroundIndicator
    manager.allowsBackgroundLocationUpdates = settings.updatesInBackground
    filter.seed(manager.location)
    tell(.tracking) { $0.trackingBegan() }
  }

  func setForeground(_ isForeground: Bool) {
    guard isForeground != isInForeground else { return }
    isInForeground = isForeground
    tell(.foreground) { $0.foregroundChanged() }
    sendIfDue(at: clock.now)
  }

  /// Other settings from now on, over all launches: by the person's hand, or the server's.
  func change(_ change: (inout TrackerSettings) -> Void) {
    var changed = chosenSettings
    change(&changed)
    guard changed != chosenSettings else { return }
    chosenSettings = changed
    ChangedSettings(from: configuration.settings, to: changed).keep(in: phone.container)
    settingsMayDiffer()
  }

  private func settingsMayDiffer() {
    let inForce = tripID == nil ? chosenSettings : chosenSettings.duringTrip
    guard inForce != settings else { return }
    settings = inForce
    filter.follow(inForce)
    wifiZone = WiFiZone(inForce)
    streamSource = sourceOfStream()
    tell(.settings) { $0.settingsChanged() }
    if isTracking { beginTracking() }
  }

  /// With tracking mode off the app of 2024 drops what comes even if a trip has it come.
  var dropsEverything: Bool {
    chosenSettings.overland.offDropsTrips && chosenSettings.trackingMode == .off
  }

  /// - Parameter values: by the names in `TrackerSettings.definitions`; those that make no sense are
  ///   noted and left out.
  func changeSettings(_ values: [String: String]) {
    change { settings in
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        if TrackerSettings.definition(named: name)?.assign(value, to: &settings) != true {
          phone.note("tracker", "the setting \(name) cannot be \(value)")
        }
      }
    }
  }

  func sendIfDue(at now: Instant) {
    if now >= sendDue { for queue in uploadQueues { queue.sendIfDue(at: now) } }
  }

  /// Every queue sends, unless its source has reasons not to.
  func sendNow() { for queue in uploadQueues { queue.sendNow() } }

  /// A queue's time has changed.
  func sendsAreDue() {
    sendDue = uploadQueues.reduce(.distantFuture) { min($0, $1.nextDue) }
  }
}

// MARK: - Recording

extension Tracker {
  /// The way of a delivery: each fix is kept or dropped, then whoever waits for a fix hears of it.
  func take(_ locations: [Location], at now: Instant) {
    guard let wifiZone, wifiZone.isHere(phone.wifi) else {
      return takeDelivered(locations, at: now)
    }
    takeDelivered([wifiZone.fix(at: now)], at: now)
  }

  @inline(__always)
  private func takeDelivered(_ locations: [Location], at now: Instant) {
    if let source = requestedSource ?? streamSource {
      if locations.count == 1 {
        take(locations[0], from: source, at: now)
      } else if !settings.loggingMode.keepsAll {
        takeNewest(of: locations, from: source, at: now)
      } else {
        takeTogether(locations, from: source, at: now)
      }
      filter.deliveryEnded()
      reportQueueLength(at: now)
    } else if let observer, !(isTracking && detectsDrives) {
      let rule = ruleOfNobody
      for location in locations {
        observer.tracker(self, didDiscard: location, by: rule, at: now)
      }
    }
    if let last = locations.last { lastFix = last }
    if hearsDeliveries { tell(.delivery) { $0.delivered(locations, at: now) } }
    sendIfDue(at: now)
  }

  private func takeNewest(of locations: [Location], from source: Record.Source, at now: Instant) {
    for location in locations.dropLast() {
      observer?.tracker(self, didDiscard: location, by: "loggingMode", at: now)
    }
    if let newest = locations.last { take(newest, from: source, at: now) }
  }

  /// A delivery is stored as one; nobody hears of a record before all of it is safe.
  private func takeTogether(
    _ locations: [Location], from source: Record.Source, at now: Instant
  ) {
    let details = locationDetails
    defer { locationDetails = details }
    if settings.overland.oldStats, settings.includesTrackingStatistics {
      locationDetails = LocationDetails(tripID: tripID, delivered: locations.count).json
    }
    unsafeRecords = []
    var unsaved = locations
    do {
      try store.inOneTransaction {
        for location in locations { take(location, from: source, at: now) }
        unsaved = unsafeRecords?.map(\.location) ?? []
      }
      let records = unsafeRecords ?? []
      unsafeRecords = nil
      for record in records { tellOf(record, at: now) }
    } catch {
      unsafeRecords = nil
      replaceable = nil
      phone.note("store", "\(error)")
      for location in unsaved { couldNotStore(location, at: now) }
    }
  }

  private func take(_ location: Location, from source: Record.Source, at now: Instant) {
    if let refusal = refusal(of: location) {
      observer?.tracker(self, didDiscard: location, by: refusal.rule, at: now)
    } else {
      keep(location, kind: .location, source: source, at: now)
    }
  }

  /// What was asked for is wanted even if nothing has moved.
  private func refusal(of location: Location) -> FixFilter.Refusal? {
    if requestedSource == nil { return filter.refusal(of: location) }
    return FixFilter.hasPosition(location) ? nil : .withoutPosition
  }

  /// Records something outside a delivery.
  ///
  /// - Parameter details: what the kind has to tell beside the position, in JSON.
  /// - Returns: Whether it is in the store.
  @discardableResult
  func record(
    _ location: Location, kind: Record.Kind = .location, source: Record.Source, at now: Instant,
    details: String? = nil
  ) -> Bool {
    let isKept = keep(location, kind: kind, source: source, at: now, details: details)
    reportQueueLength(at: now)
    return isKept
  }

  func reportQueueLength(at now: Instant) {
    if let observer, !store.queuedKinds.isEmpty {
      observer.tracker(self, queueLengthIs: store.queueLength, at: now)
    }
  }

  @discardableResult
  private func keep(
    _ location: Location, kind: Record.Kind, source: Record.Source, at now: Instant,
    details: String? = nil
  ) -> Bool {
    if now >= surroundingsDue { tell(.surroundings) { $0.surroundingsAreDue(at: now) } }
    var record = Record(
      kind: kind, source: source, location: location, recordedAt: now, surroundings: surroundings,
      home: homeZone?.relation(to: location.coordinate))
    do {
      record.identifier =
        try record.isLocation
        ? storePosition(record, details ?? locationDetails)
        : store.append(record, details: details)
    } catch {
      phone.note("store", "\(error)")
      couldNotStore(location, at: now)
      return false
    }
    if unsafeRecords == nil { tellOf(record, at: now) } else { unsafeRecords?.append(record) }
    return true
  }

  @inline(__always)
  private func storePosition(
    _ record: Record, _ details: String?
  ) throws(RecordStoreError) -> Record.Identifier {
    guard settings.loggingMode.keepsAll else {
      let doomed: RecordKinds = settings.overland.latestPurges ? .all : .location
      return try store.append(record, details: details, insteadOfWaiting: doomed)
    }
    return try settings.wholeSecondKeys
      ? storeBySecond(record, details) : store.append(record, details: details)
  }

  private func tellOf(_ record: Record, at now: Instant) {
    observer?.tracker(self, didRecord: record, at: now)
    if hearsRecords { tell(.record) { $0.recorded(record) } }
  }

  /// The next fix is wanted all the more.
  private func couldNotStore(_ location: Location, at now: Instant) {
    observer?.tracker(self, didDiscard: location, by: "store", at: now)
    filter.forget()
  }

  /// The historical key of a record is its time in whole seconds: the later of two takes the place
  /// of the earlier, even of one that is being sent, and is then removed with it.
  private func storeBySecond(
    _ record: Record, _ details: String?
  ) throws(RecordStoreError) -> Record.Identifier {
    let second = record.location.timestamp.wholeSeconds
    if let replaceable, replaceable.second == second {
      var replacement = record
      replacement.identifier = replaceable.identifier
      if try store.replace(replacement) { return replaceable.identifier }
    }
    let identifier = try store.append(record, details: details)
    replaceable = (identifier, second)
    return identifier
  }

  /// Sends what waits, unless sending is off.
  func sendUnlessOff() { for queue in uploadQueues { queue.sendUnlessOff() } }

  /// By a behaviour that records for itself.
  func discard(_ location: Location, by rule: StaticString) {
    observer?.tracker(self, didDiscard: location, by: rule, at: clock.now)
  }

  func tellOfDrive(_ drive: DriveSummary) { observer?.tracker(self, didDetect: drive) }

  func tellOfFence(_ fence: CircularRegion?) {
    observer?.tracker(self, fenceIs: fence, at: clock.now)
  }

  func acknowledged(_ records: [Record.Identifier], at now: Instant) {
    observer?.tracker(self, didAcknowledge: records, at: now)
    reportQueueLength(at: now)
  }
}
