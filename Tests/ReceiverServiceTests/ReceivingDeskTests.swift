import Cryptography
import Foundation
import GRDB
import PhoneAPI
import Receiver
import Synchronization
import TestSupport
import Testing
import Timekeeping

@testable import ReceiverService

@Suite("Requests that arrive at once")
struct ReceivingDeskTests {
  private let folder = TemporaryFolder()
  private static let now = Instant(nanoseconds: 1_772_452_800_000_000_000)

  private func store() throws -> SQLiteReceiverStore {
    try SQLiteReceiverStore(path: folder.path + "/store.sqlite")
  }

  private func desk(
    _ store: SQLiteReceiverStore, onTrouble: @escaping @Sendable (String) -> Void = { _ in }
  ) -> ReceiverRouter {
    var configuration = ReceiverConfiguration(isOpen: true)
    configuration.hash = sha256
    return ReceiverRouter(
      store: store, contracts: [.overland, .compass], configuration: configuration,
      onTrouble: onTrouble)
  }

  private func request(_ number: Int, padding: Int = 0) -> HTTPRequest {
    let second = number < 10 ? "0\(number)" : "\(number)"
    let body = """
      {"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[-122.6,45.5]},\
      "properties":{"timestamp":"2026-03-02T11:59:\(second)Z","device_id":"phone-\(number)",\
      "note":"\(String(repeating: "x", count: padding))"}}]}
      """
    return HTTPRequest(method: "POST", url: "/api/input", body: Array(body.utf8))
  }

  /// Returns the statuses of requests that wait together, since the store is busy until all are
  /// sent.
  private func statuses(
    _ requests: [(HTTPRequest, ReceiverContract)], _ desk: ReceiverRouter,
    _ store: SQLiteReceiverStore
  ) async throws -> [Int] {
    let arrived = Count()
    let isOccupied = DispatchSemaphore(value: 0)
    let goOn = DispatchSemaphore(value: 0)
    let occupation = Thread {
      store.database.writeWithoutTransaction { _ in
        isOccupied.signal()
        goOn.wait()
      }
    }
    occupation.start()
    await withCheckedContinuation { started in
      Thread {
        isOccupied.wait()
        started.resume()
      }.start()
    }
    let count = requests.count
    let answers = requests.map { request, contract in
      Task {
        if arrived.add() == count { goOn.signal() }
        return await desk.answer(request, contract, at: Self.now)?.status ?? 0
      }
    }
    var statuses: [Int] = []
    for answer in answers { statuses.append(await answer.value) }
    return statuses
  }

  @Test("They are kept by fewer transactions than requests, and a malformed one harms no other")
  func together() async throws {
    let store = try store()
    let commits = Commits()
    store.database.add(transactionObserver: commits)
    var requests = (0..<40).map { (request($0), ReceiverContract.overland) }
    requests[17].0.body = Array("{".utf8)
    let statuses = try await statuses(requests, desk(store), store)
    #expect(statuses.enumerated().filter { $1 != 200 }.map(\.offset) == [17])
    #expect(statuses[17] == 400)
    #expect(try store.devices().count == 39)
    #expect(commits.count.value < 39)
  }

  @Test("Where one does not fit into the store the others are kept, and it can come again")
  func fullStore() async throws {
    let store = try store()
    let troubles = Troubles()
    let desk = desk(store) { text in troubles.texts.withLock { $0.append(text) } }
    _ = await desk.answer(request(0), .compass, at: Self.now)
    func limit(_ morePages: Int) throws {
      try store.database.writeWithoutTransaction { db in
        let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        try db.execute(sql: "PRAGMA max_page_count = \(pages + morePages)")
      }
    }
    // Ten pages of 4,096 bytes have room for four small requests, but not for one of 400,000 bytes.
    try limit(10)
    let large = request(3, padding: 400_000)
    let requests = [request(1), request(2), large, request(4), request(5)]
    let statuses = try await statuses(requests.map { ($0, .compass) }, desk, store)
    #expect(statuses == [200, 200, 507, 200, 200])
    let texts = troubles.texts.withLock { $0 }
    #expect(texts.count == 1 && texts[0].hasPrefix("The disk is full: "), "\(texts)")
    #expect(try store.devices().count == 5)
    // Compass recognizes repeated records by their seconds. Those of a request that was not stored
    // are dropped.
    try limit(1_000_000)
    #expect(await desk.answer(large, .compass, at: Self.now)?.status == 200)
    #expect(try store.devices().count == 6)
  }
}

private final class Count: Sendable {
  private let number = Mutex(0)

  var value: Int { number.withLock { $0 } }

  /// Adds one and returns the sum.
  @discardableResult
  func add() -> Int {
    number.withLock { number in
      number += 1
      return number
    }
  }
}

private final class Troubles: Sendable {
  let texts = Mutex<[String]>([])
}

private final class Commits: TransactionObserver {
  let count = Count()

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidCommit(_ db: Database) { count.add() }
  func databaseDidRollback(_ db: Database) {}
}
