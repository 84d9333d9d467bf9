import Files
import Foundation
import Testing
import Text

@testable import Campaigns
@testable import Experiments
@testable import Simulation

/// A folder with a plan over two scenarios of an hour, and its results.
private final class SweepFixture {
  let folder: String

  init(seeds: Int = 4, extra: String = "") throws {
    folder =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("odograph-sweep-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    for (name, drive) in [("first", "office"), ("second", "shop")] {
      try write(
        """
        odograph: 1
        name: \(name)
        start: 2026-03-02T08:00:00Z
        duration: 1 h
        places:
          home: { at: [45.5231, -122.6765], radius: 60 m, wifi: HomeNet }
          office: { at: [45.5122, -122.6587], radius: 80 m, wifi: Work }
          shop: { at: [45.5422, -122.6587], radius: 80 m }
        day: [{ stay: home, for: 10 min }, { drive: \(drive) }]
        """, to: name + ".yaml")
    }
    try write(
      """
      odograph: 1
      name: Small
      scenarios: [first.yaml, second.yaml]
      trackers:
        - overland-significant-only
        - { preset: overland-battery-saving, set: { desiredAccuracy: [best, hundredMeters] } }
      seeds: \(seeds)
      \(extra)
      """, to: "plan.yaml")
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func write(_ text: String, to name: String) throws {
    try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
  }

  func edit(_ name: String, _ change: (String) -> String) throws {
    try write(change(String(contentsOfFile: folder + "/" + name, encoding: .utf8)), to: name)
  }

  func plan() throws -> SweepPlan { try SweepPlan.read(path: folder + "/plan.yaml") }

  func shards(_ out: String) -> ShardFolder { ShardFolder(out: folder + "/" + out) }

  /// Runs shards in the given order.
  func live(_ shards: [Shard], to out: String, jobs: Int = 1) throws {
    try self.shards(out).make()
    var run = ShardWork(try plan(), in: self.shards(out))
    run.jobs = jobs
    #expect(try run.run(shards) == shards.count)
  }

  func merged(_ shards: [Shard], from out: String) throws -> Merged {
    var merged = Merged()
    merged.comparison = try ShardWork(try plan(), in: self.shards(out))
      .merge(shards, scratch: folder) { merged.days.append(Merged.Day($0, $1)) }
    return merged
  }
}

private struct Merged: Equatable {
  struct Day: Equatable {
    var number: Int
    var bits: [UInt64]

    init(_ number: Int, _ figures: ArraySlice<Double>) {
      self.number = number
      bits = figures.map { $0.isNaN ? .max : $0.bitPattern }
    }
  }

  var days: [Day] = []
  var comparison: Comparison?
}

private func shards(_ count: Int) -> [Shard] { Shard.all(count) }

@Suite("Sweeps in shards")
struct SweepTests {
  @Test(
    "Shards share all days out, none twice, and differ by at most one day",
    arguments: [1, 2, 7, 100, 1009], [1, 2, 3, 10, 97])
  func division(days: Int, count: Int) {
    let ranges = shards(count).map { $0.units(of: days) }
    #expect(ranges.flatMap { Array($0) } == Array(0..<days))
    let lengths = ranges.map(\.count)
    #expect((lengths.max() ?? 0) - (lengths.min() ?? 0) <= 1)
  }

  @Test("A division of as many days as there are numbers does not overflow")
  func largeDivision() {
    #expect(Shard(index: 1_000_000, count: 1_000_000).units(of: .max).upperBound == .max)
  }

  @Test("A shard's name tells it, and nothing else's does")
  func names() {
    for shard in shards(12) { #expect(Shard(fileName: shard.fileName) == shard) }
    #expect(Shard(index: 17, count: 1000).fileName == "0017-of-1000.shard")
    for name in ["13-of-12.shard", "1-of-12.shard", "00-of-12.shard", "a", ".01-of-12.shard", ""] {
      #expect(Shard(fileName: name) == nil, "\(name)")
    }
  }

  @Test(
    "However it is divided, in whichever order and on how many cores: the same runs, the same comparison"
  )
  func anyDivision() throws {
    let fixture = try SweepFixture()
    try fixture.live(shards(1), to: "one")
    let one = try fixture.merged(shards(1), from: "one")
    #expect(one.days.count == 8)
    for count in [2, 3, 8] {
      try fixture.live(shards(count).reversed(), to: "\(count)", jobs: 3)
      #expect(try fixture.merged(shards(count), from: "\(count)") == one, "\(count)")
    }
  }

  @Test("The comparison is that of the same plan lived without shards")
  func comparison() throws {
    let fixture = try SweepFixture()
    try fixture.live(shards(3), to: "out")
    let plan = try fixture.plan()
    let merged = try fixture.merged(shards(3), from: "out").comparison
    #expect(try plan.comparison.run(options: plan.options) == merged)
  }

  @Test("Two workers on one shard leave the same bytes")
  func sameBytes() throws {
    let fixture = try SweepFixture()
    let shard = Shard(index: 2, count: 3)
    for out in ["a", "b"] { try fixture.live([shard], to: out, jobs: out == "a" ? 1 : 4) }
    let files = ["a", "b"].map {
      FileManager.default.contents(atPath: fixture.shards($0).file(of: shard))
    }
    #expect(files[0] != nil && files[0] == files[1])
  }

  @Test("Cut short or altered at any byte, a shard is told to be damaged, and never merged")
  func damage() throws {
    let fixture = try SweepFixture(seeds: 1)
    try fixture.live(shards(2), to: "out")
    let (plan, folder) = (try fixture.plan(), fixture.shards("out"))
    let file = folder.file(of: shards(2)[0])
    let whole = try #require(FileManager.default.contents(atPath: file))
    func isCorrupt(_ data: Data) throws -> Bool {
      try data.write(to: URL(fileURLWithPath: file))
      if case .corrupt = folder.state(of: shards(2)[0], in: plan) { return true }
      return false
    }
    for length in 0..<whole.count where length % 7 == 0 || length > whole.count - 40 {
      #expect(try isCorrupt(whole.prefix(length)), "cut at \(length)")
    }
    for place in whole.indices {
      var altered = whole
      altered[place] ^= UInt8(1 << (place % 8))
      #expect(try isCorrupt(altered), "altered at \(place)")
    }
    #expect(try isCorrupt(whole + Data([0])))
    #expect(throws: ShardChanged.self) { try fixture.merged(shards(2), from: "out") }
    #expect(!(try isCorrupt(whole)))
    #expect(try fixture.merged(shards(2), from: "out").days.count == 2)
  }

  @Test(
    "What was edited between two shards is told by its name",
    arguments: [
      ("first.yaml", "08:00:00Z", "08:00:01Z", "first.yaml differs"),
      ("plan.yaml", "seeds: 1", "seeds: 2", "seeds differ: 2, not 1"),
      ("plan.yaml", "seeds: 1", "seeds: 1\nseed: 7", "the first seed is 7, not 1"),
      ("plan.yaml", "[best, hundredMeters]", "[best]", "trackers differ"),
      ("plan.yaml", "[best, hundredMeters]", "[hundredMeters, best]", "trackers differ"),
      (
        "plan.yaml", "seeds: 1", "seeds: 1\nmeasures: [gapP95Seconds]",
        "measures differ: it has no figures of gapP95Seconds"
      ),
      (
        "plan.yaml", "seeds: 1", "seeds: 1\nrequire: gapP95Seconds < 10000",
        "measures differ: it has no figures of gapP95Seconds"
      ),
    ])
  func edited(file: String, old: String, new: String, words: String) throws {
    let fixture = try SweepFixture(seeds: 1)
    try fixture.live(shards(2), to: "out")
    try fixture.edit(file) { $0.replacing(old, with: new) }
    let state = fixture.shards("out").state(of: shards(2)[1], in: try fixture.plan())
    guard case .foreign(let differences) = state else {
      Issue.record("it is taken for the plan's")
      return
    }
    #expect(differences.first == words)
    let merged = try? fixture.merged(shards(2), from: "out")
    #expect(merged == nil)
  }

  @Test(
    "What is only said of figures, or said in other words, leaves shards what they are",
    arguments: [
      ("name: Small", "name: Other\ndescription: more of it # and a remark"),
      ("seeds: 1", "seeds: 1\nseed: 1\ndraws: 1\nshards: 2"),
      ("seeds: 1", "seeds: 1\nrequire: tripRecall >= 0\nminimise: marginalBatteryPercentPerDay"),
      ("seeds: 1", "seeds: 1\naxis: tripRecall"),
      ("seeds: 1", "seeds: 1\nagainst: overland-battery-saving desiredAccuracy=best"),
      ("preset: overland-battery-saving,", "preset: overland-battery-saving, name: mine,"),
      ("{ preset: overland-significant-only }", "overland-significant-only"),
      ("sendInterval: 5 min", "sendInterval: 300 s"),
    ])
  func saidOtherwise(old: String, new: String) throws {
    let fixture = try SweepFixture(seeds: 1)
    try fixture.edit("plan.yaml") {
      $0.replacing("- overland-significant-only", with: "- { preset: overland-significant-only }")
        .replacing("set: {", with: "set: { sendInterval: 5 min,")
    }
    try fixture.live(shards(2), to: "out")
    try fixture.edit("plan.yaml") { text in
      #expect(text.contains(old))
      return text.replacing(old, with: new)
    }
    let plan = try fixture.plan()
    #expect(fixture.shards("out").state(of: shards(2)[1], in: plan) == .complete)
    #expect(try fixture.merged(shards(2), from: "out").days.count == 2)
  }

  @Test(
    "A plan of the same words in another folder has the same shards, and files of one name are two")
  func otherFolder() throws {
    let (one, other) = (try SweepFixture(seeds: 1), try SweepFixture(seeds: 1))
    #expect(try one.plan().fingerprint == other.plan().fingerprint)
    try FileManager.default.createDirectory(
      atPath: one.folder + "/b", withIntermediateDirectories: false)
    try FileManager.default.copyItem(
      atPath: one.folder + "/second.yaml", toPath: one.folder + "/b/first.yaml")
    try one.edit("plan.yaml") { $0.replacing("second.yaml", with: "b/first.yaml") }
    let twins = try one.plan().fingerprint
    #expect(twins.differences(from: twins).isEmpty)
    try one.edit("b/first.yaml") { $0 + "# edited" }
    #expect(try one.plan().fingerprint.differences(from: twins) == ["first.yaml (2) differs"])
  }

  @Test("Another version, another program, another order of files are told too")
  func differences() throws {
    let mine = try SweepFixture(seeds: 1).plan().fingerprint
    #expect(mine.differences(from: mine).isEmpty)
    var other = mine
    let version = try #require(other.parts.firstIndex { $0.name == "Odograph's version" })
    other.parts[version].value = "0.0.9"
    #expect(mine.differences(from: other) == ["Odograph's version is 0.1.0, not 0.0.9"])
    other = mine
    other.parts.removeAll { $0.name == "second.yaml" }
    #expect(mine.differences(from: other) == ["second.yaml is new"])
    #expect(other.differences(from: mine) == ["second.yaml is gone"])
    other = mine
    other.parts.swapAt(1, 2)
    #expect(mine.differences(from: other) == ["the order of scenarios differs"])
  }

  @Test("More trackers than a page can hold are refused before any of them is made")
  func tooMany() throws {
    let fixture = try SweepFixture(seeds: 1)
    try fixture.edit("plan.yaml") {
      $0.replacing(
        "set: {",
        with: "set: { sendInterval: { from: 1 s, to: 1000 s, steps: 1000 }, "
          + "minimumDistance: { from: 1 m, to: 1000 m, steps: 1000 },")
    }
    let error = #expect(throws: InputError.self) { try fixture.plan() }
    #expect(
      error?.description.hasSuffix(
        "plan.yaml:6: the plan makes 2000001 trackers; accepted: at most 2000") == true)
  }

  @Test("Several values of a setting that the tracker does not read are refused by their line")
  func unread() throws {
    let fixture = try SweepFixture(seeds: 1)
    try fixture.edit("plan.yaml") { $0.replacing("set: {", with: "set: { fenceRadius: 70 m,") }
    #expect(try fixture.plan().comparison.trackers.count == 3)
    try fixture.edit("plan.yaml") {
      $0.replacing("fenceRadius: 70 m", with: "fenceRadius: [70 m, 90 m]")
    }
    let error = #expect(throws: InputError.self) { try fixture.plan() }
    #expect(
      error?.description.contains(
        "plan.yaml:6: no behavior of overland-battery-saving reads 'fenceRadius'; it is read by "
          + "trackedFence; accepted: settings that overland-battery-saving reads: ") == true,
      "\(error?.description ?? "nothing")")
  }

  @Test("A name of which values make several trackers is told with theirs")
  func against() throws {
    let fixture = try SweepFixture(seeds: 1, extra: "against: overland-battery-saving")
    let error = #expect(throws: InputError.self) { try fixture.plan() }
    #expect(
      error?.description.hasSuffix(
        "'overland-battery-saving' stands for 2 trackers; accepted: one of them: "
          + "'overland-battery-saving desiredAccuracy=best', "
          + "'overland-battery-saving desiredAccuracy=hundredMeters'") == true,
      "\(error?.description ?? "nothing")")
  }

  @Test("Without some shards the comparison says that it is a part, of the days that were lived")
  func partial() throws {
    let fixture = try SweepFixture()
    let some = [shards(8)[0], shards(8)[1], shards(8)[4]]
    try fixture.live(some, to: "out")
    let merged = try fixture.merged(some, from: "out")
    let comparison = try #require(merged.comparison)
    #expect(!comparison.isComplete)
    #expect(comparison.design.runsDone == 9 && comparison.design.runsPlanned == 24)
    // Seeds 1 and 3 of the four were run.
    #expect(comparison.design.seedCount == 2 && comparison.design.lastSeed == 3)
    #expect(comparison.design.drawCount <= 2)
    // The first scenario has runs of its first and third seed, the second of its first.
    #expect(comparison.scenarios.map(\.seedsDone) == [2, 1])
    #expect(
      comparison.scenarios[0].figures[0].measures[0].figures.map { $0 != nil } == [
        true, false, true,
      ])
  }

  @Test("Interrupted, it leaves whole shards and nothing of the one that it was at")
  func interrupted() throws {
    let fixture = try SweepFixture()
    let folder = fixture.shards("out")
    try folder.make()
    var run = ShardWork(try fixture.plan(), in: folder)
    let asked = Counter()
    run.isCancelled = { asked.next() > 5 }
    #expect(try run.run(shards(3)) == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
  }

  @Test("What a killed worker left goes, what a running one writes stays")
  func abandoned() throws {
    let fixture = try SweepFixture(seeds: 1)
    let folder = fixture.shards("out")
    try folder.make()
    let (abandoned, written) = (
      folder.path + "/.1-of-2.shard.writing-abcdef", folder.path + "/other"
    )
    try Data("half".utf8).write(to: URL(fileURLWithPath: abandoned))
    let file = try DurableFile(written)
    let now = Int(time(nil))
    folder.cleanUp(now: now)
    #expect(FileManager.default.fileExists(atPath: abandoned), "it may have been made just now")
    folder.cleanUp(now: now + 120)
    #expect(!FileManager.default.fileExists(atPath: abandoned))
    try file.commit()
    #expect(FileManager.default.fileExists(atPath: written))
  }

  @Test("Columns on the disk hold what the rows held, whatever is missing")
  func columns() throws {
    let fixture = try SweepFixture(seeds: 5)
    let plan = try fixture.plan().comparison
    let file = try FigureFile(
      scenarios: plan.entries.count, trackers: plan.trackers.count, measures: plan.measures.count,
      seeds: plan.seeds.count, in: fixture.folder)
    let width = plan.trackers.count * plan.measures.count
    for day in [0, 1, 3, 4, 8] {
      let row = (0..<width).map { $0 % 5 == 0 ? Double.nan : Double(day * 1000 + $0) }
      try file.add(day: day, row[...])
    }
    try file.finish()
    let place = Double(plan.measures.count + 1)
    let expected: [Double?] = [place, nil, 4000 + place, nil, 8000 + place]
    #expect(file.column(scenario: 0, tracker: 1, measure: 1) == expected)
    #expect(file.column(scenario: 1, tracker: 0, measure: 5) == [nil, nil, nil, nil, nil])
    #expect(file.completedSeeds == [0, 1, 2, 4] && file.completedDays == 5)
    #expect([0, 1].map(file.seedCount) == [3, 2])
    #expect(throws: Never.self) { try file.refuseTrouble() }
  }

  @Test("An estimate counts what the plan says and measures what it lives")
  func estimate() throws {
    let plan = try SweepFixture().plan()
    let clock = Counter()
    let estimate = try #require(
      try plan.estimate(isCancelled: { false }, now: { Double(clock.next()) }))
    #expect(estimate.sampledRuns > 0 && estimate.secondsPerRun > 0)
    #expect(abs(estimate.secondsOnOneCore - estimate.secondsPerRun * 24) < 1e-9)
    #expect(estimate.shardBytes == 24 * plan.comparison.measures.count * 8)
  }
}

private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  func next() -> Int {
    lock.withLock {
      count += 1
      return count
    }
  }
}

@Suite("Work delivered in order")
struct OrderedDeliveryTests {
  @Test("On any number of threads, in order, each once", arguments: [1, 2, 8])
  func order(jobs: Int) throws {
    let received = Received()
    let count = try ParallelWork(count: 2000, jobs: jobs).deliver(aheadMax: 50) { index in
      // Work with a low number takes longest.
      (0..<(2000 - index)).reduce(index) { $0 &+ $1 &* 0 }
    } to: {
      received.append($0, $1)
    }
    #expect(count == 2000)
    #expect(received.all.map(\.0) == Array(0..<2000) && received.all.allSatisfy { $0.0 == $0.1 })
  }

  private struct Failure: Error, Equatable { var index: Int }

  @Test(
    "The first failure by number is thrown, and nothing behind it is received", arguments: [1, 4])
  func failure(jobs: Int) {
    let received = Received()
    #expect(throws: Failure(index: 30)) {
      try ParallelWork(count: 1000, jobs: jobs).deliver(aheadMax: 50) { index in
        if index >= 30, index % 10 == 0 { throw Failure(index: index) }
        return index
      } to: {
        received.append($0, $1)
      }
    }
    #expect(received.all.map(\.0) == Array(0..<30))
  }

  @Test("Who receives may fail too", arguments: [1, 4])
  func refusal(jobs: Int) {
    #expect(throws: Failure(index: 7)) {
      try ParallelWork(count: 1000, jobs: jobs).deliver(aheadMax: 50) {
        $0
      } to: { index, _ in
        if index == 7 { throw Failure(index: index) }
      }
    }
  }

  private final class Received: @unchecked Sendable {
    // Deliveries never overlap, so no lock is needed.
    private(set) var all: [(Int, Int)] = []

    func append(_ index: Int, _ value: Int) { all.append((index, value)) }
  }
}
