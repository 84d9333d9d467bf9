import Foundation
import LiveTestSupport
import PhoneAPI
import Testing
import Timekeeping

@testable import LivePhone

@Suite("Background tasks on a live phone")
struct LiveTaskTests {
  private let folder = TemporaryFolder()
  private let time = HurriedTime()
  private let tree = MachineTree(MachineTree.battery(["capacity": "50", "status": "Discharging"]))

  private final class Runs {
    var lines: [String] = []
    var tasks: [any BackgroundTask] = []
  }

  private func phone(_ runs: Runs, registers: Bool = true) throws -> LivePhone {
    let phone = try LivePhone(
      folder: folder.path, calendar: .utc, machine: Machine(root: tree.root, time: time)
    ) { runs.lines.append("\($0): \($1)") }
    if registers {
      for identifier in ["work", "refresh"] {
        phone.backgroundTasks.register(identifier: identifier) { task in
          runs.lines.append("runs \(identifier)")
          runs.tasks.append(task)
        }
      }
    }
    return phone
  }

  private func request(
    _ phone: LivePhone, after wait: TimeSpan? = nil, kind: BackgroundTaskRequest.Kind = .processing,
    network: Bool = false, power: Bool = false
  ) throws {
    try phone.backgroundTasks.submit(
      BackgroundTaskRequest(
        identifier: kind == .refresh ? "refresh" : "work", kind: kind,
        earliestBegin: wait.map { phone.clock.now + $0 }, requiresNetworkConnectivity: network,
        requiresExternalPower: power))
  }

  @Test("A task runs once when its earliest time has come, and not before")
  func due() throws {
    let runs = Runs()
    let phone = try phone(runs)
    try request(phone, after: .hours(4))
    try request(phone, after: .minutes(15), kind: .refresh)
    phone.loop.run(for: .minutes(14))
    #expect(runs.lines.isEmpty && phone.backgroundTasks.pendingRequests.count == 2)
    phone.loop.run(for: .minutes(2))
    #expect(runs.lines == ["BGT-1: runs refresh for up to 30 s", "runs refresh"])
    phone.loop.run(for: .hours(9))
    #expect(runs.lines.suffix(2) == ["BGT-7: runs work for up to 10 min", "runs work"])
    #expect(runs.lines.count == 4 && phone.backgroundTasks.pendingRequests.isEmpty)
  }

  @Test("A task waits for the power and the network that it requires")
  func conditions() throws {
    let runs = Runs()
    let phone = try phone(runs)
    try request(phone, network: true, power: true)
    phone.loop.run(for: .minutes(10))
    tree.put("Charging", at: "sys/class/power_supply/BAT0/status")
    phone.loop.run(for: .minutes(10))
    #expect(runs.tasks.isEmpty)
    tree.put(
      "Iface Destination Gateway Flags RefCnt Use Metric Mask\n"
        + "eth0 00000000 0102A8C0 0003 0 0 100 00000000", at: "proc/net/route")
    tree.put("up", at: "sys/class/net/eth0/operstate")
    phone.loop.run(for: .minutes(2))
    #expect(runs.tasks.count == 1)
  }

  @Test("A request outlives the process, and runs after the next launch has registered it")
  func outlives() throws {
    let first = try phone(Runs())
    try request(first, after: .hours(1))
    first.end()
    time.pass(.hours(2))
    let runs = Runs()
    let second = try phone(runs, registers: false)
    // As while the program waits for gpsd, before it launches the app.
    second.loop.run(for: .minutes(5))
    #expect(runs.lines.isEmpty)
    second.backgroundTasks.register(identifier: "work") { _ in runs.lines.append("runs work") }
    second.loop.run(for: .seconds(1 as Int64))
    #expect(runs.lines.last == "runs work")
  }

  @Test("A task that is not completed in time expires once; a completed one never does")
  func expires() throws {
    let runs = Runs()
    let phone = try phone(runs)
    for isCompleted in [false, true] {
      try request(phone, kind: .refresh)
      phone.loop.run(for: .minutes(1) + .seconds(1 as Int64))
      let last = runs.tasks.popLast()
      let task = try #require(last)
      task.expirationHandler = { runs.lines.append("expired") }
      if isCompleted { task.setTaskCompleted(success: true) }
      phone.loop.run(for: .minutes(5))
    }
    // The first expired before the test could set its handler, unless the handler is set at once.
    #expect(runs.lines.count { $0 == "expired" } == 0)
    phone.backgroundTasks.register(identifier: "late") { task in
      task.expirationHandler = { runs.lines.append("expired") }
    }
    try phone.backgroundTasks.submit(
      BackgroundTaskRequest(identifier: "late", kind: .processing))
    phone.loop.run(for: .minutes(9))
    #expect(runs.lines.count { $0 == "expired" } == 0)
    phone.loop.run(for: .minutes(5))
    #expect(runs.lines.count { $0 == "expired" } == 1)
  }

  @Test("A task that requests itself again at once runs at most once a minute")
  func resubmits() throws {
    let runs = Runs()
    let phone = try phone(runs, registers: false)
    phone.backgroundTasks.register(identifier: "work") { [unowned phone] task in
      runs.lines.append("again")
      try? phone.backgroundTasks.submit(
        BackgroundTaskRequest(identifier: "work", kind: .processing))
      task.setTaskCompleted(success: true)
    }
    try request(phone)
    phone.loop.run(for: .minutes(10))
    #expect((9...11).contains(runs.lines.count { $0 == "again" }))
  }
}
