import Foundation
import LiveTestSupport
import PhoneAPI
import Synchronization
import Testing
import Timekeeping

@testable import LivePhone

/// The real engine against servers that misbehave: it loses no record and waits between requests,
/// and all records are sent once the server works again.
@Suite("Engine against misbehaving servers")
struct HostileServerTests {
  struct Trouble: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var answer: ScriptedServer.Answer
    /// The shortest time that the engine waits after this trouble before the next request.
    var patience = TimeSpan.milliseconds(100)

    static func bytes(_ name: String, _ text: String, patience: TimeSpan = .milliseconds(100))
      -> Trouble
    { Trouble(testDescription: name, answer: .bytes(text), patience: patience) }
  }

  private static let fine = String.http(200, #"{"result":"ok"}"#)

  static let troubles: [Trouble] = [
    .bytes("garbage in place of HTTP", "\u{1}\u{2}garbage\r\n\r\n"),
    .bytes("garbage in place of JSON", .http(200, "<html>ok</html>")),
    .bytes("an error with status 200", .http(200, #"{"error":"invalid token"}"#)),
    .bytes("an empty answer with status 200", .http(200)),
    .bytes("a redirect", .http(302, headers: "Location: /elsewhere")),
    .bytes("401", .http(401, #"{"error":"invalid token"}"#)),
    .bytes("403", .http(403)),
    .bytes("413", .http(413)),
    .bytes(
      "429 with Retry-After", .http(429, headers: "Retry-After: 1"),
      patience: .seconds(1 as Int64)),
    .bytes("500", .http(500, #"{"result":"ok"}"#)),
    .bytes("an answer cut off half-way", String(fine.dropLast(3))),
    .bytes("a connection closed without a word", ""),
  ]

  @Test("Nothing is lost, and the server is left alone for a while", arguments: troubles)
  func trouble(_ trouble: Trouble) async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let isWell = Mutex(false)
      let seen = Mutex<[Int]>([])
      let server = try ScriptedServer { _, request in
        guard isWell.withLock({ $0 }) else { return trouble.answer }
        seen.withLock { $0 += request.seconds }
        return .bytes(Self.fine)
      }
      defer { server.stop() }
      let app = try LiveTracker(in: folder.path, endpoint: server.url, token: "t") {
        $0.sendInterval = .milliseconds(100)
      }
      app.deliver(0..<120)
      let start = app.phone.clock.uptime
      app.run { server.requests.count >= 3 }
      // The first try comes at once; the engine waits before each of the others.
      let waited = app.phone.clock.uptime - start
      #expect(waited >= TimeSpan(nanoseconds: 2 * trouble.patience.nanoseconds))
      #expect(app.store.queueLength == 120)
      isWell.withLock { $0 = true }
      app.run { app.store.queueLength == 0 }
      #expect(seen.withLock { $0 } == Array(0..<120))
      app.kill()
    }
  }

  @Test("A server that takes the batch and never answers gets it again, whole")
  func silence() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let server = try ScriptedServer { ordinal, _ in ordinal == 0 ? .silence : .bytes(Self.fine) }
      defer { server.stop() }
      do {
        let app = try LiveTracker(in: folder.path, endpoint: server.url, token: "t")
        app.deliver(0..<30)
        app.run { server.requests.count == 1 }
        app.run(for: .milliseconds(200))
        // One request at a time: the engine sends no other while it awaits the answer.
        #expect(server.requests.count == 1)
        #expect(app.store.queueLength == 30)
        app.kill()
      }
      let app = try LiveTracker(in: folder.path, endpoint: server.url, token: "t")
      app.run { app.store.queueLength == 0 }
      #expect(server.requests.count == 2)
      #expect(server.requests.last?.seconds == Array(0..<30))
      app.kill()
    }
  }

  @Test("A server that is not there is tried again, and found when it comes")
  func absent() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let server = try ScriptedServer { _, _ in .silence }
      server.stop()
      let app = try LiveTracker(in: folder.path, endpoint: server.url, token: "t") {
        $0.sendInterval = .milliseconds(20)
      }
      app.deliver(0..<30)
      app.run(for: .milliseconds(200))
      #expect(app.store.queueLength == 30)
      app.kill()
    }
  }

  @Test("How long a silent server has been waited for is known while it is, and no longer")
  func awaited() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let server = try ScriptedServer { _, _ in .silence }
      let app = try LiveTracker(in: folder.path, endpoint: server.url, token: "t")
      #expect(app.answerAwaited == nil)
      app.deliver(0..<3)
      app.run { app.answerAwaited ?? .zero >= .milliseconds(100) }
      server.stop()
      app.run { app.answerAwaited == nil }
      app.kill()
    }
  }
}

extension ScriptedServer.Request {
  /// The times of the records in an Overland batch, in seconds after noon.
  fileprivate var seconds: [Int] {
    let body = try? JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
    let locations = body?["locations"] as? [[String: Any]] ?? []
    return locations.compactMap { location in
      let properties = location["properties"] as? [String: Any]
      return (properties?["timestamp"] as? String).flatMap { Instant(iso8601: $0) }
        .map { Int(($0 - LiveTracker.noon).seconds.rounded()) }
    }
  }
}
