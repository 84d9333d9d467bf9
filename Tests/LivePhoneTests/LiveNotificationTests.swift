import Foundation
import Geodesy
import LiveTestSupport
import PhoneAPI
import TestSupport
import Testing
import Timekeeping

@testable import LivePhone

@Suite("Notifications on a live phone")
struct LiveNotificationTests {
  private let folder = TemporaryFolder()
  private let time = HurriedTime()
  private let notifier = WitnessedNotifier()

  private func trial() throws -> LiveLocationTrial {
    try LiveLocationTrial(in: folder, time: time, notifier: notifier)
  }

  private func notification(_ identifier: String, after wait: TimeSpan) -> LocalNotification {
    LocalNotification(
      identifier: identifier, title: "title \(identifier)", body: "text", trigger: .after(wait))
  }

  @Test("A notification is shown when its time has come, unless it was removed or replaced")
  func dueTimes() throws {
    let trial = try trial()
    let center = trial.phone.notifications
    #expect(center.authorization.status == .granted)
    center.add(notification("a", after: .minutes(3)))
    center.add(notification("b", after: .minutes(3)))
    center.add(notification("c", after: .minutes(3)))
    center.removePending(identifiers: ["b"])
    trial.phone.loop.run(for: .minutes(2))
    #expect(center.pending.first?.trigger == .after(.minutes(1)))
    center.add(notification("c", after: .minutes(5)))
    #expect(notifier.shown.isEmpty)
    trial.phone.loop.run(for: .minutes(2))
    #expect(notifier.shown == ["title a: text"])
    trial.phone.loop.run(for: .minutes(4))
    #expect(notifier.shown == ["title a: text", "title c: text"] && center.pending.isEmpty)
  }

  @Test("A notification at a fence is shown once, at the crossing in its direction")
  func fence() throws {
    let trial = try trial()
    var region = CircularRegion(
      identifier: "home", center: ScriptedReceiver.home, radiusMeters: 100)
    region.notifyOnEntry = false
    trial.phone.notifications.add(
      LocalNotification(identifier: "x", title: "left home", trigger: .region(region)))
    // Outside at first; then inside, which is an entry; then outside.
    trial.receive((0..<40).map { ScriptedReceiver.report(Double($0), north: 300) })
    trial.receive((40..<80).map { ScriptedReceiver.report(Double($0)) })
    #expect(notifier.shown.isEmpty && trial.phone.notifications.pending.count == 1)
    trial.receive((80..<99).map { ScriptedReceiver.report(Double($0), north: 300) })
    #expect(notifier.shown.isEmpty)
    trial.receive((99..<120).map { ScriptedReceiver.report(Double($0), north: 300) })
    #expect(notifier.shown == ["left home"] && trial.phone.notifications.pending.isEmpty)
    trial.receive((120..<200).map { ScriptedReceiver.report(Double($0)) })
    trial.receive((200..<280).map { ScriptedReceiver.report(Double($0), north: 300) })
    #expect(notifier.shown == ["left home"])
  }

  @Test("Regions of notifications count toward the app's twenty")
  func regionLimit() throws {
    let trial = try trial()
    func region(_ number: Int) -> CircularRegion {
      CircularRegion(
        identifier: "\(number)", center: ScriptedReceiver.place(north: Double(number) * 1000),
        radiusMeters: 100)
    }
    for number in 0..<19 { trial.manager.startMonitoring(region(number)) }
    for number in 19..<22 {
      trial.phone.notifications.add(
        LocalNotification(identifier: "\(number)", title: "t", trigger: .region(region(number))))
    }
    #expect(trial.phone.notifications.pending.map(\.identifier) == ["19"])
    trial.manager.startMonitoring(region(30))
    trial.settle()
    #expect(trial.manager.monitoredRegions.count == 19)
    #expect(trial.app.received == ["30 regionMonitoringFailure"])
  }

  @Test("Pending notifications outlive the process; one whose time has passed is shown at once")
  func outlives() throws {
    let first = try trial()
    first.phone.notifications.add(notification("a", after: .minutes(10)))
    first.phone.notifications.add(notification("b", after: .hours(10)))
    first.phone.end()
    time.pass(.hours(1))
    let second = try trial()
    second.phone.loop.run(for: .seconds(1 as Int64))
    #expect(notifier.shown == ["title a: text"])
    #expect(second.phone.notifications.pending.map(\.identifier) == ["b"])
  }

  @Test("Without any means, and after failures, that is reported once")
  func obstacles() throws {
    notifier.failure = "gdbus failed"
    let failing = try trial()
    for identifier in ["a", "b"] {
      failing.phone.notifications.add(notification(identifier, after: .zero))
      failing.settle()
      failing.settle()
    }
    #expect(
      failing.notes.lines.filter { $0.hasPrefix("notifications: ") } == [
        "notifications: a notification was not shown: gdbus failed"
      ])
    notifier.obstacle = "no desktop"
    let absent = try trial()
    for identifier in ["a", "b"] {
      absent.phone.notifications.add(notification(identifier, after: .zero))
      absent.settle()
    }
    #expect(
      absent.notes.lines == ["notifications: 'title a' and others are not shown: no desktop"])
    #expect(absent.phone.notifications.authorization.status == .restricted)
    #expect(!absent.phone.notifications.availability.isAvailable)
  }
}

@Suite("Programs that show notifications")
struct NotificationCommandTests {
  private let folder = TemporaryFolder()
  private static let evil = "a \"b\" '$(touch evil)' `c` ; \\n <i>&\n-1"

  private func script(_ text: String, _ name: String = "notify") throws -> String {
    let path = folder.path + "/" + name
    try writeProgram("#!/bin/sh\n" + text + "\n", at: path)
    return path
  }

  @Test("A program gets title and text as its last arguments, whatever they contain")
  func arguments() throws {
    let path = try script("printf '%s|' \"$@\" > '\(folder.path)/shown'")
    let command = try #require(NotificationCommand(typed: "\(path) --urgent  yes"))
    #expect(command.show(title: Self.evil, body: "*") == nil)
    let shown = try String(contentsOfFile: folder.path + "/shown", encoding: .utf8)
    #expect(shown == "--urgent|yes|\(Self.evil)|*|")
    #expect(!FileManager.default.fileExists(atPath: "evil"))
  }

  @Test("A path with a space is a program, and an unknown program is refused")
  func names() throws {
    #expect(NotificationCommand(typed: try script("exit 0", "with space")) != nil)
    #expect(NotificationCommand(typed: folder.path + "/nonesuch") == nil)
    #expect(NotificationCommand(typed: "odograph-no-such-program x") == nil)
    #expect(NotificationCommand(typed: " ") == nil)
    #expect(NotificationCommand(typed: "true") != nil)
  }

  @Test("A program that fails gives the reason that it wrote last")
  func failure() throws {
    let path = try script("echo first >&2; echo no display >&2; exit 3")
    let command = try #require(NotificationCommand(typed: path))
    #expect(command.show(title: "t", body: "") == "notify failed: no display")
  }

  private static let busPrograms = ["dbus-run-session", "dbus-monitor", "gdbus"]
  private static let hasBus = busPrograms.allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0)
  }

  @Test(
    "The desktop's service receives the notification over D-Bus",
    .enabled(
      if: hasBus, "skipped: no dbus-run-session, dbus-monitor and gdbus (dbus, libglib2.0-bin)"))
  func desktop() throws {
    // A monitor shows the calls of a private bus, on which there is no notification service.
    let call = NotificationCommand.gdbus("/usr/bin/gdbus")
    let words = call.arguments(title: Self.evil, body: Self.evil)
    let session = Process()
    // Other tests of this process may ignore SIGTERM, and the bus would inherit that and stay.
    session.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let filter = "type='method_call',interface='org.freedesktop.Notifications'"
    let monitored = """
      dbus-monitor --session "\(filter)" > "$0" &
      until grep -q NameLost "$0"; do sleep 0.05; done
      gdbus "$@" 2> /dev/null
      until grep -q int32 "$0"; do sleep 0.05; done
      kill $!
      """
    session.arguments =
      [
        "--default-signal=TERM", "dbus-run-session", "--", "timeout", "20", "sh", "-c", monitored,
        folder.path + "/calls",
      ] + words
    session.standardError = FileHandle.nullDevice
    session.standardOutput = FileHandle.nullDevice
    try session.run()
    session.waitUntilExit()
    let calls = try String(contentsOfFile: folder.path + "/calls", encoding: .utf8)
    #expect(calls.contains("member=Notify"))
    #expect(calls.contains("string \"odograph\""))
    #expect(calls.contains("string \"\(Self.evil)\""))
    // The text is markup for the desktop.
    let text = Self.evil.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
    #expect(calls.contains("string \"\(text)\""))
    #expect(calls.contains("int32 -1"))
  }
}
