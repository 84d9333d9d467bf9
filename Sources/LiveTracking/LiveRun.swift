import Foundation
import LivePhone
import PhoneAPI
import Terminal
import Text
import Timekeeping
import TrackingEngine

/// A tracker at work on this machine, from its launch to its end by a signal, a key or a word; everything of
/// it happens on the thread that calls `run`.
package final class LiveRun {
  package enum Display {
    case screen
    case lines(each: TimeSpan)
  }

  /// Something that another thread wants done on this one.
  struct Request: Sendable {
    var control: LiveControl
    var reply: @Sendable (LiveAnswer) -> Void = { _ in }
  }

  private static let refreshInterval = TimeSpan.seconds(1 as Int64)
  /// For the answer to a request that is under way when it is to end.
  private static let farewellMax = TimeSpan.seconds(3 as Int64)

  /// An hour of fixes, for a full disk to find room again.
  private static let heldCountMax = 3600

  let plan: LivePlan
  let options: LiveOptions
  let phone: LivePhone
  let store: SelfMendingRecordStore
  let tracker: Tracker
  var socket: ControlSocket
  private lazy var requests = phone.loop.listen { [unowned self] (request: Request) in
    request.reply(perform(request.control))
    show()
  }
  /// What keeps a store that somebody has removed from being written anew.
  var removalTrouble: String?
  private(set) var recording: Recording?
  private(set) var page: LivePage?
  private var display: (any LiveDisplay)?
  private var isOver = false

  package init(_ plan: LivePlan, _ options: LiveOptions, source: any LiveLocationSource)
    throws(InputError)
  {
    self.plan = plan
    self.options = options
    let messages = plan.messages
    do {
      store = try SelfMendingRecordStore(
        path: plan.folder.storePath, heldCountMax: Self.heldCountMax
      ) {
        messages.note("store", "\($0)")
      }
    } catch {
      throw InputError(of: error, at: plan.folder.storePath)
    }
    socket = try ControlSocket(ControlAddress(folder: plan.folder.path))
    phone = LivePhone(
      container: plan.container, calendar: plan.calendar, location: source,
      manifest: plan.preset.manifest, motion: .industrialIO, onNote: messages.hear)
    tracker = Tracker(phone: phone, configuration: plan.configuration, store: store)
    tracker.onAlert = { messages.note("the tracker", $0) }
    phone.onReceiverEvent = { [unowned self] in record($0) }
  }

  private func openRecording() throws {
    guard let path = options.record else { return }
    do { recording = try Recording(path: path) } catch { throw error.shown }
  }

  /// A disk that is full holds up the recording, not the tracker; the status says so.
  private func record(_ event: GPSDEvent) {
    guard let recording else { return }
    if let device = options.device, let own = event.device, own != device { return }
    recording.write(event)
  }

  /// - Returns: whether everything recorded is in the store, or was sent.
  package func run(_ kind: Display) throws -> Bool {
    let requests = requests
    let interruption = InterruptionRequest(
      { requests.putFirst(Request(control: .quit)) },
      armed: { LiveTerminal.endAtOnce(on: [$0]) })
    defer { interruption.end() }
    do {
      try findReceiver()
      try openPage()
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

  /// On a thread of the socket's.
  private static func ask(_ control: LiveControl, _ requests: LiveInbox<Request>) -> LiveAnswer {
    let answer = AwaitedAnswer()
    requests.put(Request(control: control) { answer.give($0) })
    return answer.wait() ?? .refused("it does not answer")
  }

  // MARK: Beginning

  /// Nothing begins before gpsd answers, unless it is to be waited for.
  private func findReceiver() throws {
    guard !options.wait else { return }
    phone.loop.run(for: .seconds(30 as Int64)) { isOver || !isSeeking }
    if case .over(let reason) = phone.receiver.connection { throw NoGPSD(reason: reason) }
    guard isOver else { return }
    Console.remark("odograph: interrupted before gpsd had answered")
    throw AlreadyTold(status: .interrupted)
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

  /// What was typed now wins over what an earlier run was told, and a link over both.
  private func launch() {
    tracker.perform(UserAction("changeSettings", parameters: plan.givenValues))
    if let link = plan.link { tracker.perform(UserAction("openURL", parameters: ["url": link])) }
    tracker.applicationDidFinishLaunching(Launch(reason: .userOpened, isInBackground: false))
    tracker.applicationDidBecomeActive()
  }

  private func makeDisplay(_ kind: Display) -> any LiveDisplay {
    switch kind {
    case .screen:
      if let screen = ScreenDisplay(on: phone.loop, perform: { [unowned self] in perform($0) }) {
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
    page?.show(status, tracker)
    if let display, !display.isSeen { quit() }
  }

  // MARK: Ending

  /// What a request that is under way has brought is acknowledged before the end: it would be sent again.
  private func finish() -> Bool {
    display?.end()
    display = nil
    tracker.applicationWillTerminate()
    phone.loop.run(for: Self.farewellMax) { !tracker.isSending }
    keepStore()
    let (words, lossWords) = (endWords, lossWords)
    close()
    Console.remark(words)
    if let recording { Console.remark(recording.summary) }
    if let lossWords { Console.remark("odograph: " + lossWords) }
    return lossWords == nil
  }

  private func close() {
    phone.end()
    socket.end()
    page?.end()
    guard let recording else { return }
    do { try recording.close() } catch {
      Console.remark("odograph: \(error.ended(recording.path))")
    }
  }

  func quit() { isOver = true }
}
