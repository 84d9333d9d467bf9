import Foundation
import Synchronization
import Timekeeping

/// A session that reads from one gpsd on its own thread. It passes on events until the caller ends
/// it.
///
/// The session reads from its own socket and passes one line at a time to libgps (`gps_unpack`). It
/// avoids libgps's own functions gps_open, gps_read and gps_waiting, for these reasons:
///
/// - The functions connect without a timeout, and another thread cannot end their wait.
/// - If several messages arrive in one read, the functions return only the last message.
/// - If the functions reject a line, they discard all data of the same read.
///
/// Silence is no error: a receiver may be unplugged for a week. After some time without data, the
/// session requests gpsd's version, which gpsd sends at once. If gpsd does not answer, the session
/// closes the connection: the host is down, or gpsd hangs.
package final class GPSDSession: Sendable {
  /// The longest times for which a session waits.
  struct Patience: Sendable {
    var connecting = TimeSpan.seconds(10 as Int64)
    /// The longest wait for an answer from gpsd. The first answer is gpsd's version, which gpsd
    /// sends without a request.
    var answer = TimeSpan.seconds(10 as Int64)
    /// The time without data after which the session requests gpsd's version.
    var silence = TimeSpan.seconds(30 as Int64)
  }

  /// The longest accepted line in bytes.
  ///
  /// gpsd's own limit is 10 KB (GPS_JSON_RESPONSE_MAX). Newer releases may send longer lines.
  static let lineLengthMax = 65536

  package let address: GPSDAddress
  private let retries: RetryPolicy
  private let patience: Patience
  private let wake = WakePipe()
  private let hasEnded = Atomic(false)

  package convenience init(address: GPSDAddress, retries: RetryPolicy = .afterFirstAnswer) {
    self.init(address: address, retries: retries, patience: Patience())
  }

  init(address: GPSDAddress, retries: RetryPolicy, patience: Patience) {
    self.address = address
    self.retries = retries
    self.patience = patience
  }

  /// Starts the session. Call it once.
  ///
  /// The session calls `onEvent` on its own thread, one event at a time.
  package func start(onEvent: @escaping @Sendable (GPSDEvent) -> Void) {
    let thread = Thread { [self] in work { if !hasEnded.load(ordering: .acquiring) { onEvent($0) } }
    }
    thread.name = "gpsd"
    thread.start()
  }

  /// Ends the session. The call returns at once and is allowed on any thread.
  ///
  /// After the call, at most one event still arrives.
  package func end() {
    hasEnded.store(true, ordering: .releasing)
    wake.wake()
  }

  // MARK: On the session's thread

  private func work(_ notify: (GPSDEvent) -> Void) {
    var failures = 0
    var hasAnswered = false
    while !hasEnded.load(ordering: .acquiring) {
      var answered = false
      let reason = receive { event in
        if case .connected = event { answered = true }
        notify(event)
      }
      failures = answered ? 0 : failures + 1
      hasAnswered = hasAnswered || answered
      let subject = answered ? "gpsd at \(address)" : "no gpsd at \(address)"
      let delay = retries.delay(afterFailures: failures, hasAnswered: hasAnswered)
      notify(.disconnected(reason: "\(subject): \(reason)", retriesAfter: delay))
      guard let delay else { return }
      _ = GPSDConnection.wait(for: 0, on: -1, timeout: delay, wake: wake)
    }
  }

  /// Runs one connection from its beginning to its end. Returns the reason why the connection
  /// ended.
  private func receive(_ notify: (GPSDEvent) -> Void) -> String {
    guard let decoder = GPSDDecoder() else { return "this program was built without libgps" }
    do {
      let connection = try GPSDConnection(to: address, timeout: patience.connecting, wake: wake)
      try connection.send("?WATCH={\"enable\":true,\"json\":true};\r\n")
      try receive(connection, decoder, notify)
      return "ended"
    } catch {
      return error.reason
    }
  }

  /// Passes on the events of a connection until the session or the connection ends.
  private func receive(
    _ connection: GPSDConnection, _ decoder: GPSDDecoder, _ notify: (GPSDEvent) -> Void
  ) throws(GPSDConnection.Failure) {
    var greeting = Greeting()
    var lines = LineSplitter(lengthMax: Self.lineLengthMax)
    var hasAnswered = false
    var isAsked = true
    while true {
      switch try connection.read(timeout: isAsked ? patience.answer : patience.silence) {
      case .woken: return
      case .bytes(let bytes):
        guard greeting.goesOn(with: bytes) else {
          throw GPSDConnection.Failure(
            reason: "\(GPSDFailure.stranger); it begins with '\(bytes.firstLine.excerpt)'")
        }
        lines.add(bytes) { piece in
          for event in Self.events(of: piece, decoder) {
            if case .connected = event {
              // The answers to later requests are not passed on.
              if hasAnswered { continue }
              hasAnswered = true
            }
            notify(event)
          }
        }
        isAsked = !hasAnswered
      case .silence where isAsked:
        throw GPSDConnection.Failure(reason: "no answer within \(patience.answer)")
      case .silence:
        try connection.send("?VERSION;\r\n")
        isAsked = true
      }
    }
  }

  private static func events(of piece: LineSplitter.Piece, _ decoder: GPSDDecoder) -> [GPSDEvent] {
    switch piece {
    case .line(let line): decoder.events(of: line)
    case .tooLong: [.rejected("a line of more than \(lineLengthMax) bytes")]
    }
  }
}
