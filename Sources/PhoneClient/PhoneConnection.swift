import CVirtualTime
import Foundation
import PhoneAPI
import PhoneLink
import Timekeeping

/// The app's end of the link to the phone: it makes the app's calls, moves virtual time as the
/// phone says, and passes events on.
///
/// All of it happens on the main thread, which is the only one of the process.
package final class PhoneConnection {
  private let stream: LinkStream
  private var events: [LinkObject] = []
  /// Called with each event, when the app is not in the middle of other work.
  package var onEvent: ((LinkEvent, LinkObject) -> Void)?
  private var isWaiting = false
  private var answers: [Int64: (LinkObject) -> Void] = [:]
  private var answerCount: Int64 = 0
  private var hasWork = false
  /// The number of events that wait for the main thread, because its code waits for something.
  private var heldEventCount = 0

  init(descriptor: Int32) {
    stream = LinkStream(descriptor: descriptor)
    stream.write(.hello)
  }

  // MARK: Calls

  /// Makes a call, and returns its result; null for a call without one.
  ///
  /// The call is sent at once, as on an iPhone, where other processes serve it. So a value that the
  /// app has set outlives a crash in the same event.
  @discardableResult
  package func call(
    _ call: LinkCall, _ members: KeyValuePairs<String, LinkValue> = [:]
  ) -> LinkValue {
    var message = LinkObject(["call": .text(call.rawValue)])
    for member in members { message.add(member.key, member.value) }
    stream.write(message)
    do throws(LinkFailure) {
      try stream.flush()
      guard call.hasResult else { return .null }
      while true {
        let line = try stream.read()
        // An event cannot come before the result: the phone waits for the app.
        if line["event"] == .null { return line["result"] }
        events.append(line)
      }
    } catch {
      leave()
    }
  }

  /// Makes a call whose answer comes later, as an event with the call's `id`.
  package func request(
    _ call: LinkCall, _ members: KeyValuePairs<String, LinkValue>,
    _ answer: @escaping (LinkObject) -> Void
  ) {
    answerCount += 1
    answers[answerCount] = answer
    var message = LinkObject(["call": .text(call.rawValue), "id": .whole(answerCount)])
    for member in members { message.add(member.key, member.value) }
    stream.write(message)
    do throws(LinkFailure) { try stream.flush() } catch { leave() }
  }

  // MARK: Time

  /// Handles the phone's next event: moves time, runs the work that is due, and the event.
  ///
  /// - Parameter next: the uptime at which the app needs time to have passed; the largest value if
  ///   the app waits for events alone.
  func step(next: Int64) {
    if hasWork {
      var done = LinkObject(["call": "done", "next": next == .max ? .null : .whole(next)])
      if heldEventCount > 0 { done.add("held", .flag(true)) }
      stream.write(done)
    }
    hasWork = true
    do throws(LinkFailure) {
      try stream.flush()
      handle(events.isEmpty ? try stream.read() : events.removeFirst())
    } catch {
      leave()
    }
  }

  private func handle(_ message: LinkObject) {
    if let wall = message["wall"].whole, let uptime = message["uptime"].whole {
      virtual_time_move(wall, uptime)
    }
    if let event = message["event"].word(LinkEvent.self) { schedule(event, message) }
    virtual_time_run_due()
  }

  /// Adds the event to the app's work: an answer comes on a queue of the system's, any other event
  /// on the main queue, which may be waiting for something.
  private func schedule(_ event: LinkEvent, _ message: LinkObject) {
    let answer = message["id"].whole.flatMap { answers.removeValue(forKey: $0) }
    if answer == nil { heldEventCount += 1 }
    let work = Work { [self] in
      if let answer { return answer(message) }
      heldEventCount -= 1
      onEvent?(event, message)
    }
    virtual_time_call_soon(answer == nil, Unmanaged.passRetained(work).toOpaque()) { context in
      context.map { Unmanaged<Work>.fromOpaque($0).takeRetainedValue().run() }
    }
  }

  private final class Work {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }

  /// Ends the process for a reason that the person has to read.
  fileprivate func refuse(_ reason: String) -> Never {
    call(.refuse, ["reason": .text(reason)])
    try? stream.flush()
    _exit(70)
  }

  /// Ends the process: the phone has gone, as it does when it kills the app.
  private func leave() -> Never { _exit(0) }
}

extension PhoneConnection {
  /// The connection of this process; nil if no phone has started it.
  nonisolated(unsafe) package private(set) static var shared: PhoneConnection? = connect()

  /// Connects to the phone that has started the process, and switches virtual time on.
  private static func connect() -> PhoneConnection? {
    let environment = ProcessInfo.processInfo.environment
    guard let text = environment["ODOGRAPH_LINK"], let descriptor = Int32(text) else { return nil }
    let connection = PhoneConnection(descriptor: descriptor)
    virtual_time_set_wait { PhoneConnection.shared?.step(next: $0) }
    virtual_time_set_refuse { reason in
      PhoneConnection.shared?.refuse(reason.map { String(cString: $0) } ?? "")
    }
    return connection
  }

  /// Passes events to the app until the phone ends the process.
  package func serve() -> Never { virtual_time_serve() }
}

/// Connects before the app waits or is refused, if it has not used the phone yet.
@_cdecl("odograph_connect")
func connect() { _ = PhoneConnection.shared }
