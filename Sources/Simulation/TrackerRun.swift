import Evaluation
import Files
import Foundation
import LinkedApps
import PhoneAPI
import Receiver
import RecordStorage
import RunObservation
import SimulatedPhone
import Timekeeping
import TrackingEngine
import World

/// A run of one tracker through one simulated day, with its evaluation.
package struct TrackerRun {
  package let day: SimulatedDay
  package let tracker: ProvisionedTracker
  /// The receiver of the run's records, timeline and other output; nil if nothing receives them.
  package var sink: (any RunSink)?
  /// The path of the SQLite file for unsent records; nil keeps unsent records in memory.
  package var storePath: String?
  /// True if the run also writes sentences that explain the timeline.
  package var explains = false
  /// Called with the evaluator at the end of the run, for callers that need more than the report
  /// contains.
  package var onJudged: ((Evaluator) -> Void)?
  /// Called with the phone after each minute of simulated time, and at the end of the simulated
  /// time.
  package var probe: ((SimulatedPhone) -> Void)?
  /// The baseline day, without a tracker, if it was computed before; nil computes it.
  package var bare: BaselineDay?
  /// The acceleration windows that earlier runs of the same day analyzed, and the same thread. Nil
  /// analyzes all windows.
  package var rememberedWindows: RememberedWindows?
  /// A function that wraps the app each time that the app's process starts; nil wraps nothing.
  /// Tests use the wrapper to observe calls.
  package var wrapsApp: AppWrapper?
  /// The largest number of events in one segment; nil for no limit. Tests set it so that they
  /// always end.
  package var eventCountMax: Int?
  /// Called at the end of each segment with sentences for the report.
  package var onRemark: ((String) -> Void)?

  /// Makes a wrapper around an app. The phone calls the wrapper instead of the app.
  ///
  /// The arguments are the phone's services and a function that makes the wrapped app.
  package typealias AppWrapper = (any Phone, _ make: @escaping (any Phone) -> any App) -> any App

  package init(day: SimulatedDay, tracker: ProvisionedTracker) {
    self.day = day
    self.tracker = tracker
  }

  /// Runs each segment on a new phone, and compares the phone's energy with the baseline day's.
  package func run() throws -> RunResult {
    defer { tracker.app?.onRunEnd?() }
    let bare = try bare ?? BaselineDay(day)
    let evaluator = Evaluator(world: day.world, options: evaluationOptions)
    let recorder = RunRecorder(
      evaluator: evaluator, tracker: tracker, sink: sink, explains: explains)
    var energy = EnergySum()
    for (index, segment) in day.world.segments.enumerated() {
      let store = try makeStore(segment: index)
      evaluator.beginSegment(segment)
      recorder.beginSegment(at: segment.start)
      let launcher = try makeLauncher()
      defer { launcher?.end() }
      let server = makeServer(recorder, launcher?.keeper)
      let phone = makePhone(
        segment: segment, store: store, recorder: recorder, launcher: launcher, server: server)
      let compared = ComparedEnergy(
        of: phone, recorder: recorder,
        unrecorded: UnrecordedTime(in: segment, of: day.world, until: segment.end))
      compared.baselineShutOff = bare.segments[index].account.firstShutOff
      try compared.advance(to: segment.end, probe: probe, eventCountMax: eventCountMax)
      try launcher?.finish(at: segment.end)
      if let failure = launcher?.failure ?? server?.failure { throw failure }
      for remark in launcher?.keeper.remarks ?? [] { onRemark?(remark) }
      if recorder.hasStoreFailed { throw storeFailure }
      recorder.endSegment(at: segment.end, phone: phone, store: store)
      try finish(store)
      evaluator.endSegment(at: segment.end)
      energy.add(try compared.part(with: bare.segments[index], of: day))
    }
    onJudged?(evaluator)
    return recorder.result(day: day, tracker: tracker, energy: energy)
  }

  package var evaluationOptions: EvaluationOptions {
    var options = EvaluationOptions()
    options.tracksDelivery = tracker.isDeliveryJudged
    if tracker.configuration.behaviors.contains(.gateTrigger) {
      options.gate = tracker.configuration.settings.drives.gate
      options.gateRingMeters = tracker.configuration.settings.drives.gateRingMeters
    }
    // The scenario defines the true home; the tracker's setting counts only if the scenario has
    // none.
    let home = day.world.places.firstIndex { $0.name == "home" }
    options.home =
      home.map { .place($0) }
      ?? tracker.configuration.settings.homeCenter.map { .coordinate($0) }
    return options
  }

  private func makeStore(segment index: Int) throws -> any RecordStore {
    if let storePath {
      let path = index == 0 ? storePath : storePath + "-\(index + 1)"
      let store = try SQLiteRecordStore(path: path, safety: .processDeath)
      // A user who requests a store wants the whole day in it, not only unsent records.
      store.keepsAcknowledgedRecords = true
      return store
    }
    return makeMemoryStore()
  }

  /// The error that ends the run when a record could not be stored, most likely because the disk is
  /// full.
  private var storeFailure: FileError {
    FileError(
      path: storePath ?? "memory", reason: "records could not be stored; is the disk full?")
  }

  /// Moves SQLite's write-ahead log into the database file, and throws if this fails.
  ///
  /// Closing the file also moves the log, but reports no error.
  private func finish(_ store: any RecordStore) throws {
    guard let store = store as? SQLiteRecordStore else { return }
    do { try store.bringLogIn() } catch {
      throw FileError(path: storePath ?? "memory", reason: "\(error)")
    }
  }

  func makeMemoryStore() -> InMemoryRecordStore {
    let store = InMemoryRecordStore(keeping: keptKinds)
    if tracker.isOwnApp { store.queuedKinds = [] }
    return store
  }

  /// The kinds of records that the run stores. Positions are left out if the tracker does not send
  /// them: a fix each second would fill the memory.
  private var keptKinds: RecordKinds {
    guard tracker.uploads else { return [] }
    return tracker.configuration.sendsPositions ? .all : tracker.configuration.sentKinds
  }

  func makePhone(
    segment: Segment, store: any RecordStore, recorder: RunRecorder?, launcher: AppLauncher? = nil,
    server: ReceiverServer? = nil
  ) -> SimulatedPhone {
    let configuration = tracker.configuration
    let ownApp = tracker.app
    let makeApp = { (phone: any Phone) -> any App in
      if ownApp != nil || launcher != nil {
        let records = AppRecords(clock: phone.clock, store: store, recorder: recorder)
        return ownApp?.make(phone, records) ?? launcher?.launch(phone, records) ?? EndedApp()
      }
      return Tracker(
        phone: phone, configuration: configuration, store: store, observer: recorder)
    }
    let installation = AppInstallation(
      manifest: configuration.manifest, directoryPath: launcher?.home.path
    ) { [wrapsApp] phone in
      wrapsApp?(phone, makeApp) ?? makeApp(phone)
    }
    let phone = day.phone(
      segment: segment, app: installation, server: server ?? makeServer(recorder, launcher?.keeper),
      tracker: tracker.origin, rememberedWindows: rememberedWindows)
    phone.observer = recorder
    return phone
  }

  /// Makes the phone of a segment with the tracker on it, without anything that observes the run.
  package func makePhone(segment: Segment) -> SimulatedPhone {
    makePhone(segment: segment, store: makeMemoryStore(), recorder: nil)
  }

  /// Makes what starts the processes of a user's own app on one phone; nil for other trackers.
  ///
  private func makeLauncher() throws -> AppLauncher? {
    try tracker.executable.map {
      try $0.refuseUnlessPermitted()
      return try AppLauncher(
        $0, chance: day.chance.stream("app"),
        timeZone: day.world.clocks.calendar(at: day.world.start))
    }
  }

  /// Makes the server that the tracker's requests reach; nil if they reach none.
  private func makeServer(_ recorder: RunRecorder?, _ keeper: AppRecordKeeper?) -> ReceiverServer? {
    let backend: ReceiverServer.Backend
    switch tracker.server {
    case .none: return nil
    case .loopback(let address): backend = .loopback(LoopbackClient(address))
    case .contract(let contract): backend = .receiver(makeReceiver(contract, recorder, keeper))
    case .accepting: backend = .receiver(makeReceiver(.http2xx, recorder, keeper))
    }
    let server = ReceiverServer(backend, script: day.serverScript(for: tracker.origin))
    server.onAnswer = { keeper?.serverAnswered($0, $1, at: $2) }
    return server
  }

  private func makeReceiver(
    _ contract: ReceiverContract, _ recorder: RunRecorder?, _ keeper: AppRecordKeeper?
  ) -> Receiver {
    // An app of the user's own has tokens of its own, or none.
    let receiver = day.receiver(
      for: contract, accessToken: tracker.configuration.settings.accessToken,
      isOpen: tracker.isOwnApp)
    recorder?.observe(receiver)
    if let keeper {
      receiver.onRecord = { [observed = receiver.onRecord] record, isDuplicate in
        if !isDuplicate { keeper.serverStored(record) }
        observed?(record, isDuplicate)
      }
    }
    return receiver
  }
}

/// The error of a run that processed more events than allowed. A likely cause is a timer that fires
/// again and again at the same instant.
package struct EventLimitExceeded: Error, Sendable, CustomStringConvertible {
  package let instant: Instant
  package let eventCount: Int

  package var description: String {
    "the run was ended after \(eventCount) events, at \(instant.iso8601())"
  }
}

extension SimulatedPhone {
  /// Returns the energy drawn from the battery so far, in the type that the evaluation uses.
  public func account() -> EnergyAccount {
    settle()
    return unsettledAccount()
  }

  /// Returns the energy so far with the battery level of the last event.
  ///
  /// To settle the battery between two events would round its later levels otherwise.
  func unsettledAccount() -> EnergyAccount {
    let ledger = ledger
    return EnergyAccount(
      joulesByComponent: EnergyComponent.allCases.map {
        NamedJoules($0.name, joules: ledger.joules($0, at: now))
      },
      joulesByCause: EnergyCause.allCases.map {
        NamedJoules($0.name, joules: ledger.joules($0, at: now))
      },
      totalJoules: ledger.totalJoules(at: now), batteryJoules: battery.capacityJoules,
      firstShutOff: firstShutOff, secondsOff: secondsOffSoFar, finalBatteryLevel: battery.level)
  }
}
