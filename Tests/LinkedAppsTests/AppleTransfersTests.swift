import SimulatedPhone
import Testing
import Timekeeping

/// Requests of apps over `URLSession`.
@Suite("Requests and background transfers of apps")
struct AppleTransfersTests {
  /// The way between home and work is 2.6 km long: the user walks for about half an hour, twice.
  private let places = """
    odograph: 1
    start: 2026-03-02T06:00:00
    timeZone: UTC
    duration: 14 h
    phone: { profile: iphone-14, system: ios-18 }
    places: { home: { at: [52.5310, 13.3850] }, work: { at: [52.5075, 13.3904] } }

    """
  private let commute =
    "day: [{ stay: home, for: 2 h }, { walk: work }, { stay: work, for: 8 h }, { walk: home }, "
    + "{ stay: home }]\n"
  /// The transfers of the first walk wait for the server.
  private let outage = "server: [{ outage: true, from: 07:50, until: 10:00 }]\n"
  private let session = "ours.example/uploads"

  @Test("A background session's tasks outlive a kill, and the next process gets their results")
  func outlivesKill() throws {
    let text = places + commute + outage + "person: [{ at: 16:00, opens: app, for: 5 min }]"
    let kills = ["09:00", "15:00"].compactMap { Instant(iso8601: "2026-03-02T\($0):00Z") }
    let run = try AppleTrackerRun("batch-uploader", text, server: .accepting) { phone in
      if kills.contains(phone.now) { phone.killApp(.memoryPressure) }
    }
    // The transfers' end launches the process that was killed at 9, the user that killed at 15.
    #expect(run.notes(on: "launch") == ["foreground", "background", "foreground"])
    // 2.6 km in steps of 100 m are 26 positions on each walk, and with those at the launches five
    // batches of five. The numbers of the tasks go on over the processes.
    let batches = run.notes(on: "batch").map { $0.split(separator: " ").map(String.init) }
    #expect(batches.map { $0.last } == (1...10).map { "\($0)" }, "\(batches)")
    let first = batches.prefix(5).compactMap(\.first)
    #expect(run.notes(on: "tasks") == ["", first.joined(separator: " "), ""])
    // Only a batch that the server has is deleted: at 10 all are left, at 16 none.
    #expect(run.notes(on: "files") == ["", first.joined(separator: " "), ""])
    #expect(run.notes(on: "failed") == [])
    // Each task has its description and its request in whichever process it ends, and ends once.
    let done = run.notes(on: "done")
    #expect(done.sorted() == batches.compactMap(\.first).sorted().map { "\($0) \($0) true" })
    // The five results launch the app together, between the news of them and of their end.
    let news = run.notes.map(\.text).filter {
      ["events", "done", "finished"].contains($0.prefix { $0 != ":" })
    }
    #expect(news.first == "events: " + session)
    #expect(news.dropFirst().prefix(5).allSatisfy { $0.hasPrefix("done: ") })
    #expect(news.dropFirst(6).first == "finished: " + session)
    #expect(run.notes(on: "events").count == 1 && run.notes(on: "finished").count == 1)
  }

  @Test("A force quit cancels background tasks, and the next process gets the reason")
  func forceQuit() throws {
    let text =
      places + commute + outage
      + "person: [{ at: 09:00, forceQuits: app }, { at: 11:00, opens: app, for: 5 min }]"
    let run = try AppleTrackerRun("batch-uploader", text, server: .accepting)
    let first = run.notes(on: "batch").prefix(5).map { String($0.prefix { $0 != " " }) }
    // URLError.cancelled is −999, and the reason userForceQuitApplication is 0.
    #expect(run.notes(on: "failed") == first.map { "\($0) -999 0" })
    #expect(run.notes(on: "files") == ["", first.joined(separator: " ")])
    // The tasks of the walk home reach the server while the app runs, so that nothing is announced.
    #expect(run.notes(on: "done").count == 5)
    #expect(run.notes(on: "events") == [])
    #expect(run.notes(on: "finished") == [])
  }

  @Test("Each kind of request makes its callbacks in the order of Foundation's")
  func requests() throws {
    let text =
      places + commute + """
        server: [{ delay: 20 s, from: 06:00, until: 07:00 }]
        person: [{ at: 06:10, opens: app, for: 10 min }]
        """
    let run = try AppleTrackerRun("requests", text, server: .contract(.overland))
    // The app sends {"locations":[]}, and the server answers {"result":"ok"}.
    #expect(
      run.notes.map(\.text) == [
        "1: sent 16 of 16", "1: response 200", "1: data 15", "1: complete 0",
        "2: sent 16 of 16", "2: response 200", "2: complete -999",
        "3: sent 16 of 16", "3: file 15", "3: complete 0", "left: 0 and 0 files", "invalid: true",
        "1: complete -999", "left: 0",
        "upload: 15", "stream: 15", "download: 15 200", "cancelled: -999",
        // Five seconds from the last byte sent, which takes less than two.
        "short: -1001", "after: 6", "missing: -1100", "end: ",
      ])
  }

  @Test("A session waits for a network only if it is to, and no longer than it may")
  func waitsForConnectivity() throws {
    let text =
      places + """
        day: [{ stay: home, for: 5 min, network: none }, { stay: home }]
        person: [{ at: 06:01, opens: app, for: 10 min }]
        """
    let run = try AppleTrackerRun("offline", text, server: .accepting)
    #expect(run.notes(on: "impatient") == ["-1009 0"])
    #expect(run.notes(on: "waiting") == ["minute", "patient"])
    #expect(run.notes(on: "minute") == ["-1001 60"])
    // It begins at 06:02, and there is a network at 06:05; a request takes less than two seconds.
    let patient = run.notes(on: "patient").first?.split(separator: " ").compactMap { Int($0) }
    #expect(patient?.first == 200)
    #expect((180...182).contains(patient?.last ?? 0), "\(run.notes(on: "patient"))")
  }

  @Test("Two runs are equal, note for note", arguments: ["batch-uploader", "requests"])
  func repeats(_ kind: String) throws {
    let text = places + commute + outage + "person: [{ at: 07:00, opens: app, for: 10 min }]"
    let runs = try (0..<2).map { _ in try AppleTrackerRun(kind, text, server: .accepting) }
    #expect(runs[0] == runs[1] && !runs[0].notes.isEmpty)
  }
}
