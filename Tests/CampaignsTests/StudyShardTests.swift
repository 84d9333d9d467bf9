import Foundation
import Synchronization
import Testing

@testable import Campaigns
@testable import Experiments
@testable import Simulation

@Suite("Studies in shards")
struct StudyShardTests {
  /// A study of people who walk for an hour or two, in a folder of its own.
  private final class Fixture {
    let completed: CompletedStudy
    private let folder: String

    init(participants: Int = 5) throws {
      completed = try CompletedStudy()
      folder = completed.folder
      try write(
        """
        odograph: 1
        start: 2026-03-09T00:00:00Z
        places: { home: { at: [45.5231, -122.6765] }, park: { at: [45.5190, -122.7080], radius: 200 m } }
        day:
          - { stay: home, until: 10:00 }
          - { walk: park, via: [[45.5225, -122.6900]] }
          - { stay: park, for: 1 h }
          - { walk: home }
        """, to: "walker.yaml")
      try write(
        """
        odograph-study: 1
        name: Walks
        participants: \(participants)
        days: 1
        start: 2026-03-09T00:00:00
        timeZone: UTC
        lives: { walker: { scenario: walker.yaml, homeTo: { park: { median: 3 km, p90: 4 km } } } }
        population:
          phone: { battery: { from: 60 %, to: 100 % } }
          person: [{ opens: app, timesPerDay: 2, for: 1 min, share: 50 % }]
        protocol: { trackers: [overland-battery-saving, { preset: ehe-pilot-1, home: home }] }
        recruit: { usable: 20 }
        """, to: "study.yaml")
    }

    func write(_ text: String, to name: String) throws {
      try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
    }

    func edit(_ name: String, _ old: String, _ new: String) throws {
      let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
      #expect(text.contains(old))
      try write(text.replacing(old, with: new), to: name)
    }

    func plan() throws -> StudyPlan { try StudyPlan.read(path: folder + "/study.yaml") }

    func state(_ shard: Shard) throws -> ShardFolder.State {
      completed.shards.state(of: shard, in: try plan())
    }
  }

  @Test("However it is divided, in whichever order and on how many cores: the same study")
  func anyDivision() throws {
    let fixture = try Fixture()
    let plan = try fixture.plan()
    let one = try plan.completed()
    #expect(one.study.isComplete && one.participants.map(\.number) == [1, 2, 3, 4, 5])
    for count in [2, 5] {
      let shards = Shard.all(count)
      #expect(try fixture.completed.live(shards.reversed(), of: plan, jobs: 3) == count)
      #expect(try fixture.completed.merged(shards, of: plan, jobs: 2) == one, "\(count)")
    }
  }

  @Test("A shard holds what became of its participants to the last bit, and says who they are")
  func records() throws {
    let plan = try Fixture().plan()
    let merged = try plan.completed(shards: 2)
    for record in merged.participants {
      let alone = try plan.participant(record.number)
      #expect(try plan.records(of: record.number) == record.trackers)
      #expect(record.drawn == alone.drawn && record.seed == alone.seed)
      #expect(record.system == alone.scenario.phone.system && record.life == alone.life)
    }
  }

  @Test("Two workers on one shard leave the same bytes")
  func sameBytes() throws {
    let plan = try Fixture().plan()
    let shard = Shard(index: 2, count: 3)
    let files = try [1, 4].map { jobs in
      let completed = try CompletedStudy()
      #expect(try completed.live([shard], of: plan, jobs: jobs) == 1)
      return FileManager.default.contents(atPath: completed.shards.file(of: shard))
    }
    #expect(files[0] != nil && files[0] == files[1])
  }

  @Test(
    "What was edited between two shards is told by its name",
    arguments: [
      ("walker.yaml", "10:00", "10:01", "walker.yaml differs"),
      ("study.yaml", "from: 60 %", "from: 50 %", "the population differs"),
      ("study.yaml", "share: 50 %", "share: 51 %", "the population differs"),
      ("study.yaml", "p90: 4 km", "p90: 5 km", "lives differ"),
      ("study.yaml", "days: 1", "days: 2", "the length is 2 d, not 1 d"),
      (
        "study.yaml", "timeZone: UTC", "timeZone: Asia/Tokyo",
        "the time zone is Asia/Tokyo, not UTC"
      ),
      ("study.yaml", ", home: home }", ", home: park }", "trackers differ"),
      ("study.yaml", "days: 1", "days: 1\nseed: 7", "the first seed is 7, not 1"),
      (
        "study.yaml", "days: 1", "days: 1\nmeasures: [gapP95Seconds]",
        "measures differ: it has no figures of gapP95Seconds"
      ),
      (
        "study.yaml", "days: 1", "days: 1\nvalidDay: { hours: 8 }",
        "the rule of valid days is 8 from 7 to 23, 0 bridged, not 10 from 7 to 23, 0 bridged"
      ),
      ("study.yaml", "participants: 5", "participants: 4", "participants differ: 4, not 5"),
    ])
  func edited(file: String, old: String, new: String, words: String) throws {
    let fixture = try Fixture()
    let shards = Shard.all(2)
    let plan = try fixture.plan()
    // Whose figures they are is in the shard's head: the figures themselves may be invented.
    for shard in shards {
      try plan.writeSynthetic(shard, in: fixture.completed.shards) { _, _, _ in 1 }
    }
    try fixture.edit(file, old, new)
    guard case .foreign(let differences) = try fixture.state(shards[1]) else {
      Issue.record("it is taken for the plan's")
      return
    }
    #expect(differences.first == words)
    #expect(throws: ShardChanged.self) { try fixture.completed.merged(shards, of: fixture.plan()) }
  }

  @Test(
    "What is only said of participants, or laid out otherwise, leaves shards what they are",
    arguments: [
      ("name: Walks", "name: Other\ndescription: more of it # and a remark"),
      ("recruit: { usable: 20 }", "recruit: { usable: 7, certainty: 80 % }"),
      ("days: 1", "days: 1\nusable: { validDays: 1 }"), ("days: 1", "days: 1\nshards: 2\nseed: 1"),
      (
        "  phone: { battery: { from: 60 %, to: 100 % } }",
        "  phone:\n    battery: { from: 60 %, \"to\": 100 % }"
      ),
    ])
  func saidOtherwise(old: String, new: String) throws {
    let fixture = try Fixture(participants: 2)
    let shards = Shard.all(2)
    _ = try fixture.completed.live(shards, of: fixture.plan())
    try fixture.edit("study.yaml", old, new)
    #expect(try fixture.state(shards[1]) == .complete)
    #expect(try fixture.completed.merged(shards, of: fixture.plan()) == fixture.plan().completed())
  }

  /// If a valid day needs ten hours, one of the two people has one valid day with the second
  /// tracker, and the other has none.
  @Test("Who is usable is asked when shards are merged")
  func usable() throws {
    let fixture = try Fixture(participants: 2)
    try fixture.edit("study.yaml", "days: 1", "days: 2\nvalidDay: { hours: 10 }")
    try fixture.edit("study.yaml", "recruit:", "usable: { validDays: 1 }\nrecruit:")
    let shards = Shard.all(1)
    _ = try fixture.completed.live(shards, of: fixture.plan())
    let one = try #require(try fixture.completed.merged(shards, of: fixture.plan()))
    #expect(one.participants.map { $0.trackers[1].validDays } == [1, 0])
    #expect(one.study.trackers[1].usable.count == 1)
    try fixture.edit("study.yaml", "validDays: 1", "validDays: 2")
    let two = try #require(try fixture.completed.merged(shards, of: fixture.plan()))
    #expect(two.participants == one.participants && two.study.trackers[1].usable.count == 0)
  }

  /// The shards of the smaller study get invented figures, so that only copied ones can have them.
  @Test("A study that grows keeps the figures of its first participants, and runs the others")
  func grown() throws {
    let fixture = try Fixture(participants: 3)
    let small = try fixture.plan()
    for shard in Shard.all(2) {
      try small.writeSynthetic(shard, in: fixture.completed.shards) { unit, tracker, figure in
        figure == 1 ? nil : Double(1_000_000 + 100 * unit + 10 * tracker + figure % 10)
      }
    }
    try fixture.edit("study.yaml", "participants: 3", "participants: 5")
    let plan = try fixture.plan()
    let work = ShardWork(plan, in: fixture.completed.shards)
    #expect(work.keptUnitCount == 3)
    #expect(try work.run(Shard.all(2)) == 2)
    var found: [Int: [Double]] = [:]
    for shard in Shard.all(2) {
      _ = try fixture.completed.shards.read(
        shard, of: plan, isCancelled: { false }, { found[$0] = Array($1) })
    }
    for unit in 0..<3 {
      let row = try #require(found[unit])
      #expect(row[0] == Double(1_000_000 + 100 * unit) && row[1].isNaN)
      #expect(row[plan.figureCount] == Double(1_000_010 + 100 * unit))
    }
    // The other two are simulated, as in a study that begins with five.
    let whole = try plan.completed()
    #expect(found[3]?.allSatisfy { !($0 >= 1_000_000) } == true)
    #expect(try plan.records(of: 5) == whole.participants[4].trackers)
    #expect(work.keptUnitCount == 0)
  }

  @Test("An estimate of a study runs a few participants, and counts the whole plan")
  func estimate() throws {
    let plan = try Fixture(participants: 5).plan()
    var second = 0.0
    // The clock advances by a second a call: at the start, after each participant, and at the end.
    let estimate = try #require(
      try plan.estimate(
        isCancelled: { false },
        now: {
          second += 1
          return second
        }))
    // After the first participant one second has passed, after the second two, which end it. The
    // last call adds a third.
    #expect(estimate.sampledRuns == 2 * plan.phoneDays / 5)
    #expect(abs(estimate.secondsPerRun * Double(estimate.sampledRuns) - 3) < 1e-9)
    #expect(abs(estimate.secondsOnOneCore - 3 * 5 / 2) < 1e-9)
    #expect(estimate.shardBytes == 5 * plan.trackerCount * plan.figureCount * 8)
    #expect(try plan.estimate(isCancelled: { true }, now: { 0 }) == nil)
  }

  @Test("Shards of fewer participants of the same study are outgrown, and never merged")
  func outgrown() throws {
    let fixture = try Fixture(participants: 3)
    let shards = Shard.all(3)
    _ = try fixture.completed.live(shards, of: fixture.plan())
    try fixture.edit("study.yaml", "participants: 3", "participants: 5")
    let plan = try fixture.plan()
    #expect(try fixture.state(shards[0]) == .outgrown(["participants differ: 5, not 3"]))
    #expect(fixture.completed.shards.counts(of: plan).isEmpty)
    #expect(throws: ShardChanged.self) { try fixture.completed.merged(shards, of: plan) }
    _ = try fixture.completed.live(Shard.all(2), of: plan)
    #expect(fixture.completed.shards.counts(of: plan) == [2])
    fixture.completed.shards.removeOutgrown(by: plan)
    #expect(fixture.completed.shards.counts == [2])
    #expect(try fixture.completed.merged(Shard.all(2), of: plan)?.study.participants == 5)
  }

  @Test("Without some shards the study says that it is a part, and who is not in it")
  func partial() throws {
    let fixture = try Fixture()
    let plan = try fixture.plan()
    let some = [Shard.all(5)[1], Shard.all(5)[3]]
    _ = try fixture.completed.live(some, of: plan)
    let part = try #require(try fixture.completed.merged(some, of: plan))
    #expect(!part.study.isComplete && part.study.participantsPlanned == 5)
    #expect(part.study.participants == 2 && part.study.participantsLeftOut == "1,3,5")
    #expect(part.participants.map(\.number) == [2, 4])
    let all = try plan.completed()
    #expect(part.participants == [all.participants[1], all.participants[3]])
    // The mean is that of those two participants only.
    let hours = part.participants.compactMap { $0.trackers[1].hoursPerDay }
    let reported = try #require(part.study.trackers[1].hoursPerDay)
    #expect(reported.count == 2 && reported.mean == (hours[0] + hours[1]) / 2)
    #expect(try fixture.completed.merged([], of: plan) == nil)
  }

  @Test("Interrupted, it leaves whole shards, of which the first so many participants are told")
  func interrupted() throws {
    let plan = try Fixture(participants: 4).plan()
    let completed = try CompletedStudy()
    let asked = Mutex(0)
    let isCancelled: @Sendable () -> Bool = {
      asked.withLock { (count: inout Int) -> Bool in
        count += 1
        return count > 3
      }
    }
    let shards = Shard.all(2)
    #expect(try completed.live(shards, of: plan, isCancelled: isCancelled) == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: completed.shards.path).count == 1)
    let part = try #require(try completed.merged([shards[0]], of: plan))
    #expect(!part.study.isComplete && part.study.participantsLeftOut == nil)
    #expect(try part.participants == Array(plan.completed().participants.prefix(2)))
    #expect(try completed.live([shards[1]], of: plan) == 1)
    #expect(try completed.merged(shards, of: plan) == plan.completed())
  }
}
