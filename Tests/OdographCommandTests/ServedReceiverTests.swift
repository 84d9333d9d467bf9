import Foundation
import LiveTestSupport
import PhoneAPI
import Testing
import Timekeeping

@testable import LivePhone

/// The real engine against the served receiver, over loopback. Whichever process is killed, each
/// record is there once in the end.
@Suite("Engine and receiver over a real network")
struct ServedReceiverTests {
  private func open(
    _ folder: TemporaryFolder, _ receiver: ServedReceiver,
    preset: String = "overland-high-resolution"
  ) throws -> LiveTracker {
    try LiveTracker(
      in: folder.path + "/app", endpoint: receiver.endpoint, token: ServedReceiver.deviceToken,
      preset: preset)
  }

  @Test(
    "Every record arrives once",
    arguments: [
      "overland-high-resolution", "overland-battery-saving", "overland-significant-only",
      "overland-battery-saving-both",
    ])
  func once(_ preset: String) async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let receiver = try ServedReceiver(in: folder.path)
      let app = try open(folder, receiver, preset: preset)
      app.deliver(0..<333)
      app.run { app.store.queueLength == 0 }
      #expect(try receiver.receivedSeconds(app.phone) == Array(0..<333))
      #expect(receiver.end(SIGTERM) == 0)
    }
  }

  @Test("A signal that comes with the server's first line ends it in order")
  func earlySignal() async throws {
    try await onOwnThread {
      for _ in 0..<5 {
        let folder = TemporaryFolder()
        let receiver = try ServedReceiver(in: folder.path)
        #expect(receiver.end(SIGTERM) == 0)
      }
    }
  }

  @Test("A server killed on the way and started again has everything, and nothing twice")
  func serverKilled() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let first = try ServedReceiver(in: folder.path, port: freePort())
      let app = try open(folder, first)
      app.deliver(0..<600)
      app.run { app.store.queueLength <= 450 }
      first.end(SIGKILL)
      app.deliver(600..<700)
      // Its last answer may still be on the way.
      app.run(for: .milliseconds(300))
      let waiting = app.store.queueLength
      app.run(for: .milliseconds(300))
      #expect(app.store.queueLength == waiting)
      let second = try ServedReceiver(in: folder.path, port: first.port)
      app.run { app.store.queueLength == 0 }
      #expect(try second.receivedSeconds(app.phone) == Array(0..<700))
    }
  }

  @Test(
    "An app killed on the way, again and again, loses nothing and sends nothing that is kept twice")
  func appKilled() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let receiver = try ServedReceiver(in: folder.path)
      for process in 0..<6 {
        let app = try open(folder, receiver)
        app.deliver(process * 100..<(process + 1) * 100)
        // Each process is killed at another moment of a request: before it, during it, or with its
        // answer unread.
        app.run(for: .milliseconds(Int64(process * 7)))
        app.kill()
      }
      let last = try open(folder, receiver)
      last.run { last.store.queueLength == 0 }
      #expect(try receiver.receivedSeconds(last.phone) == Array(0..<600))
    }
  }

  @Test("With the wrong token nothing is taken and nothing is lost")
  func wrongToken() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let receiver = try ServedReceiver(in: folder.path)
      let app = try LiveTracker(
        in: folder.path + "/app", endpoint: receiver.endpoint, token: "guess")
      app.deliver(0..<20)
      app.run(for: .milliseconds(300))
      #expect(app.store.queueLength == 20)
      #expect(try receiver.receivedSeconds(app.phone) == [])
    }
  }
}
