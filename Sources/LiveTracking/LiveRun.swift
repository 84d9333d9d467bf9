import Foundation
import LivePhone
import PhoneAPI
import RecordStorage
import Terminal
import Text
import Timekeeping
import TrackingEngine

/// A tracker that runs on this machine, from its launch until a signal, a key or a command ends it.
///
/// All its work happens on the thread that calls `run`.
package final class LiveRun {
  package enum Display {
    case screen
    case lines(each: TimeSpan)
  }

  /// A command from another thread. It is performed on the thread that called `run`.
  struct Request: Sendable {
    var control: LiveControl
    var reply: @Sendable (LiveAnswer) -> Void = { _ in }
  }

  private static let refreshInterval = TimeSpan.seconds(1 as Int64)
  /// The longest time for which the program waits, at its end, for the server's answer to an
  /// upload.
  private static let farewellMax = TimeSpan.seconds(3 as Int64)

  /// The largest number of fixes that are held in memory until a full disk has room again; one hour
  /// of fixes.
  private static let heldCountMax = 3600

  let plan: LivePlan
  let options: LiveOptions
  let phone: LivePhone
  let store: SelfRepairingRecordStore
  let tracker: Tracker
  /// The simulated phone in the receiver's loop; nil if there is none.
  let looped: LoopedPhone?
  let counter = RecordCounter()
  private let notifier: any Notifier
  var socket: ControlSocket
  private lazy var requests = phone.loop.listen { [unowned self] (request: Request) in
    perform(request.control) { [unowned self] answer in
      request.reply(answer)
      show()
    }
  }
  /// The reason why a removed store cannot be written again; nil if there is none.
  var removalTrouble: String?
  /// The readings of another device; nil without `--sensors`.
  let sensors: SensorFeed?
  private var sensorTransport: (any SensorTransport)?
  private(set) var recording: Recording?
  private(set) var page: LivePage?
  private var display: (any LiveDisplay)?
  private var isOver = false

  /// - Parameter source: The source of positions; nil for the positions of the sensor feed.
  package init(_ plan: LivePlan, _ options: LiveOptions, source: (any LiveLocationSource)?)
    throws(InputError)
  {
    self.plan = plan
    self.options = options
    let sensors = options.sensors.map { SensorFeed(address: "\($0.address)") }
    self.sensors = sensors
    let messages = plan.messages
    looped = try options.loop.map { (loop) throws(InputError) in
      try LoopedPhone(try LoopedWalk(loop, plan, options))
    }
    do {
      store = try SelfRepairingRecordStore(
        path: plan.folder.storePath, heldCountMax: Self.heldCountMax
      ) {
        messages.note("store", "\($0)")
      }
    } catch {
      throw InputError(of: error, at: plan.folder.storePath)
    }
    socket = try ControlSocket(ControlAddress(folder: plan.folder.path))
    let keeper = NotificationKeeper()
    notifier =
      plan.notifications.map {
        CommandNotifier($0) { keeper.start(plan.folder, options) }
      } ?? AbsentNotifier(NotificationCommand.obstacle)
    phone = LivePhone(
      container: plan.container, calendar: plan.calendar,
      location: source ?? sensors.map { FedLocationSource($0, device: options.device) },
      manifest: plan.preset.manifest, motion: sensors.map { .fed($0) } ?? .industrialIO,
      notifier: notifier, machine: Machine(sensors: sensors), onNote: messages.receive)
    tracker = Tracker(
      phone: phone, configuration: plan.configuration, store: store, observer: counter)
    tracker.onAlert = { messages.note("the tracker", $0) }
    phone.onReceiverEvent = { [unowned self] event in
      record(event)
      feedLoop(event)
    }
  }

  private func openRecording() throws {
    guard let path = options.record else { return }
    do { recording = try Recording(path: path) } catch { throw error.shown }
  }

  /// Writes an event to the recording. If the disk is full, the recording pauses and the tracker
  /// continues; the status reports the problem.
  private func record(_ event: GPSDEvent) {
    guard let recording else { return }
    if let device = options.device, let own = event.device, own != device { return }
    recording.write(event)
  }

  /// Runs the tracker until it ends.
  ///
  /// - Returns: True if all records are stored or were sent.
  package func run(_ kind: Display) throws -> Bool {
    let requests = requests
    let interruption = InterruptionRequest(
      { requests.putFirst(Request(control: .quit)) },
      armed: { LiveTerminal.endAtOnce(on: [$0]) })
    defer { interruption.end() }
    do {
      try findReceiver()
      try openPage()
      try openSensors()
      try openRecording()
    } catch {
      close()
      throw error
    }
    launch()
    serveSocket()
    display = makeDisplay(kind)
    _ = phone.clock.schedule(after: Self.refreshInterval, repeats: true) { [unowned self] in
      keepStore()
      show()
    }
    show()
    phone.loop.run(for: .days(36_500)) { isOver }
    return finish()
  }

  func serveSocket() {
    let requests = requests
    socket.serve { control in Self.ask(control, requests) }
  }

  /// Passes a command to the tracker's thread and waits for the answer. It runs on a thread of the
  /// socket.
  private static func ask(_ control: LiveControl, _ requests: LiveInbox<Request>) -> LiveAnswer {
    let answer = AwaitedAnswer()
    requests.put(Request(control: control) { answer.give($0) })
    return answer.wait() ?? .refused("the running odograph live does not answer")
  }

  // MARK: Beginning

  /// Waits until gpsd answers. It does not wait if the options let the tracker start without gpsd.
  private func findReceiver() throws {
    guard !options.wait else { return }
    phone.loop.run(for: .seconds(30 as Int64)) { isOver || !isSeeking }
    if case .over(let reason) = phone.receiver.connection { throw NoGPSD(reason: reason) }
    guard isOver else { return }
    Console.remark("odograph: interrupted before gpsd had answered")
    throw AlreadyReported(status: .interrupted)
  }

  private var isSeeking: Bool {
    switch phone.receiver.connection {
    case .absent, .waiting: true
    case .connected, .lost, .over: false
    }
  }

  private func openPage() throws(InputError) {
    guard options.map || options.mapPort != nil else { return }
    page = try LivePage(port: options.mapPort ?? 0)
  }

  private func openSensors() throws(InputError) {
    guard let sensors, let options = options.sensors else { return }
    sensorTransport = try options.open(sensors)
  }

  /// Launches the app. The settings of the command line override the settings of earlier runs, and
  /// a set-up link overrides both.
  private func launch() {
    tracker.perform(UserAction("changeSettings", parameters: plan.givenValues))
    if let link = plan.link { tracker.perform(UserAction("openURL", parameters: ["url": link])) }
    tracker.applicationDidFinishLaunching(Launch(reason: .userOpened, isInBackground: false))
    tracker.applicationDidBecomeActive()
  }

  private func makeDisplay(_ kind: Display) -> any LiveDisplay {
    switch kind {
    case .screen:
      if let screen = ScreenDisplay(
        on: phone.loop, perform: { [unowned self] in perform($0, reply: $1) })
      {
        return screen
      }
      return LineDisplay(interval: .seconds(10 as Int64))
    case .lines(let interval):
      if let page { Console.remark("The map is at \(page.address)") }
      return LineDisplay(interval: interval)
    }
  }

  // MARK: Showing

  private func show() {
    let status = status
    display?.show(status, at: phone.clock.uptime)
    page?.show(status, tracker, simulated: looped?.takeRecords() ?? [])
    if let display, !display.isSeen { quit() }
  }

  // MARK: Ending

  /// Ends the tracker. If the server has not answered an upload yet, first waits for the answer.
  ///
  /// Without the answer, the records stay in the queue, and the next run sends them again.
  ///
  /// - Returns: True if no records were lost.
  private func finish() -> Bool {
    display?.end()
    display = nil
    tracker.applicationWillTerminate()
    phone.loop.run(for: Self.farewellMax) { !tracker.isSending }
    keepStore()
    let (words, lossWords, laterWords) = (endWords, lossWords, laterWords)
    close()
    Console.remark(words)
    if let walkWords = looped?.finish() { Console.remark(walkWords) }
    for words in laterWords { Console.remark(words) }
    if let recording { Console.remark(recording.summary) }
    if let lossWords { Console.remark("odograph: " + lossWords) }
    return lossWords == nil
  }

  private func close() {
    sensorTransport?.end()
    phone.end()
    notifier.finish()
    socket.end()
    page?.end()
    guard let recording else { return }
    do { try recording.close() } catch {
      Console.remark("odograph: \(error.ended(recording.path))")
    }
  }

  func quit() { isOver = true }
}
