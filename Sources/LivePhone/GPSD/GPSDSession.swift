import Foundation
import Synchronization
import Timekeeping

/// Hears one gpsd, on a thread of its own, and hands on what it says until it is ended.
///
/// The socket is ours, and libgps gets one line at a time (`gps_unpack`). Its own way, gps_open, gps_read and
/// gps_waiting, connects without a limit of time, cannot be woken, swallows what it rejects together with
/// whatever came in the same read, and shows several messages of one read as the last of them. Line by line, a
/// connection can be given up, no report hides another, and each rejected line is told.
///
/// Silence is no fault: a receiver may be unplugged for a week. A gpsd that has said nothing for a while is
/// asked for its version, which it answers at once; when it does not, the host is gone or the program hangs,
/// and the connection is given up.
package final class GPSDSession: Sendable {
  /// How long each thing is waited for.
  struct Patience: Sendable {
    var connecting = TimeSpan.seconds(10 as Int64)
    /// For the version, with which gpsd begins, and for any answer to a question.
    var answer = TimeSpan.seconds(10 as Int64)
    /// Without a word, before it is asked whether it is still there.
    var silence = TimeSpan.seconds(30 as Int64)
  }

  /// gpsd's own limit is 10 KB (GPS_JSON_RESPONSE_MAX); newer ones may say more.
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

  /// Call it once. `onEvent` is called on the session's thread, one event at a time.
  package func start(onEvent: @escaping @Sendable (GPSDEvent) -> Void) {
    let thread = Thread { [self] in work { if !hasEnded.load(ordering: .acquiring) { onEvent($0) } }
    }
    thread.name = "gpsd"
    thread.start()
  }

  /// Returns at once, from any thread; but for an event that is being handed over, none comes afterwards.
  package func end() {
    hasEnded.store(true, ordering: .releasing)
    wake.wake()
  }

  // MARK: On the session's thread

  private func work(_ tell: (GPSDEvent) -> Void) {
    var failures = 0
    var hasAnswered = false
    while !hasEnded.load(ordering: .acquiring) {
      var answered = false
      let reason = hear { event in
        if case .connected = event { answered = true }
        tell(event)
      }
      failures = answered ? 0 : failures + 1
      hasAnswered = hasAnswered || answered
      let subject = answered ? "gpsd at \(address)" : "no gpsd at \(address)"
      let delay = retries.delay(afterFailures: failures, hasAnswered: hasAnswered)
      tell(.disconnected(reason: "\(subject): \(reason)", retriesAfter: delay))
      guard let delay else { return }
      _ = GPSDConnection.wait(for: 0, on: -1, timeout: delay, wake: wake)
    }
  }

  /// One connection from beginning to end; returns why it ended.
  private func hear(_ tell: (GPSDEvent) -> Void) -> String {
    guard let decoder = GPSDDecoder() else { return "this program was built without libgps" }
    do {
      let connection = try GPSDConnection(to: address, timeout: patience.connecting, wake: wake)
      try connection.send("?WATCH={\"enable\":true,\"json\":true};\r\n")
      try hear(connection, decoder, tell)
      return "ended"
    } catch {
      return error.reason
    }
  }

  /// Returns when the session is ended.
  private func hear(
    _ connection: GPSDConnection, _ decoder: GPSDDecoder, _ tell: (GPSDEvent) -> Void
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
              // The answers to later questions are no news.
              if hasAnswered { continue }
              hasAnswered = true
            }
            tell(event)
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
