import Cryptography
import Foundation
import GRDB
import Geodesy
import PhoneAPI
import Receiver
import Testing
import Text
import Timekeeping

@testable import ReceiverService

@Suite("The admin calls about patients and studies")
struct PeopleCallsTests {
  private let folder = TemporaryFolder()
  /// 2026-03-02T12:00:00Z
  private static let now = Instant(nanoseconds: 1_772_452_800_000_000_000)

  private func store() throws -> SQLiteReceiverStore {
    try SQLiteReceiverStore(path: folder.path + "/store.sqlite")
  }

  private func site(_ contracts: [ReceiverContract] = ReceiverContract.allCases) throws
    -> ReceiverSite
  {
    var configuration = ReceiverConfiguration(isOpen: true)
    configuration.hash = sha256
    return try ReceiverSite(
      store: try store(), contracts: contracts, configuration: configuration, now: { Self.now })
  }

  private func ask(_ site: ReceiverSite, _ path: String, _ body: String? = nil) async
    -> HTTPResponse
  {
    await site.answer(
      HTTPRequest(
        method: body == nil ? "GET" : "POST", url: "http://127.0.0.1:8765" + path,
        headers: [
          HTTPHeader("Host", "127.0.0.1:8765"), HTTPHeader("Content-Type", "application/json"),
        ], body: Array((body ?? "").utf8)))
  }

  @Test("A patient and a study are added, listed with their consents, and outlive a restart")
  func added() async throws {
    let first = try site()
    #expect(
      await ask(first, "/admin/study", #"{"name":"Sleep","codes":["omh:geoposition:1.0"]}"#).text
        == #"{"study":30002}"#)
    #expect(
      await ask(
        first, "/admin/patient", #"{"email":"a@b","givenName":"Ada","studies":[30002]}"#
      ).text == #"{"patient":40002}"#)
    let expected =
      #"[{"email":"patient@receiver.example","familyName":"Example","givenName":"Pat","#
      + #""patient":40001,"studies":[{"codes":[{"code":"omh:geoposition:1.0"},"#
      + #"{"code":"omh:time-interval:1.0"}],"name":"Location study","study":30001}]},"#
      + #"{"email":"a@b","familyName":"","givenName":"Ada","patient":40002,"#
      + #""studies":[{"codes":[{"code":"omh:geoposition:1.0"}],"name":"Sleep","study":30002}]}]"#
    #expect(await ask(first, "/admin/patients").text == expected)
    let second = try site()
    #expect(await ask(second, "/admin/patients").text == expected)
    #expect(
      await ask(second, "/admin/studies").text
        == #"[{"codes":[{"code":"omh:geoposition:1.0"},{"code":"omh:time-interval:1.0"}],"#
        + #""name":"Location study","study":30001},{"codes":[{"code":"omh:geoposition:1.0"}],"#
        + #""name":"Sleep","study":30002}]"#)
  }

  @Test("A patient is changed by the number; what is not named stays")
  func changed() async throws {
    let site = try site()
    _ = await ask(site, "/admin/patient", #"{"email":"a@b","givenName":"Ada"}"#)
    let answer = await ask(
      site, "/admin/patient", #"{"patient":40002,"familyName":"King","studies":[30001]}"#)
    #expect(answer.text == #"{"patient":40002}"#)
    #expect(
      await ask(site, "/admin/patients").text.contains(
        #""email":"a@b","familyName":"King","givenName":"Ada""#))
  }

  @Test("An invitation signs in as the patient that it was made for")
  func invitation() async throws {
    let site = try site()
    _ = await ask(site, "/admin/patient", #"{"email":"a@b"}"#)
    let made = await ask(site, "/admin/invitation", #"{"patient":40002}"#)
    let invitation = try #require(made.object["invitation"] as? String)
    let redeemed = await ask(site, "/api/v1/invitation/\(invitation)", "")
    let grant = try #require(redeemed.object["grant"] as? [String: String])
    let form =
      "grant_type=authorization_code&client_id=odograph&code=\(grant["code"] ?? "")"
      + "&redirect_uri=ehepilot%3A%2F%2Foauth%2Fcallback"
      + "&code_verifier=\(base64URL(Array(invitation.utf8)))"
    let token = try #require(
      await ask(site, "/o/token/", form).object["access_token"] as? String)
    let profile = await site.answer(
      HTTPRequest(
        method: "GET", url: "http://127.0.0.1:8765/api/v1/users/profile",
        headers: [HTTPHeader("Authorization", "Bearer \(token)")]))
    #expect(profile.object["email"] as? String == "a@b")
  }

  @Test(
    "What is wrong is refused with its reason, and changes nothing",
    arguments: [
      ("/admin/patient", "{}", 400, "email is missing"),
      ("/admin/patient", #"{"email":"x"}"#, 400, "email is not an email address"),
      ("/admin/patient", #"{"email":7}"#, 400, "email is not a text of at most 200 visible"),
      ("/admin/patient", #"{"email":"a\u0007@b"}"#, 400, "email is not a text of at most 200"),
      ("/admin/patient", #"{"email":"a@b","studies":7}"#, 400, "studies is not a list"),
      ("/admin/patient", #"{"email":"a@b","studies":[1.5]}"#, 400, "studies is not a number"),
      ("/admin/patient", #"{"email":"a@b","studies":[9]}"#, 404, "there is no study 9"),
      ("/admin/patient", #"{"patient":9,"email":"a@b"}"#, 404, "there is no patient 9"),
      ("/admin/patient", #"{"patient":true,"email":"a@b"}"#, 400, "patient is not a number"),
      (
        "/admin/patient", #"{"email":"patient@receiver.example"}"#, 409,
        "patient 40001 has this email address"
      ),
      ("/admin/patient", "[]", 400, "an object in application/json is expected"),
      ("/admin/study", "{}", 400, "name is missing"),
      ("/admin/study", #"{"name":"a","codes":[]}"#, 400, "codes is not a list with a kind"),
      ("/admin/study", #"{"name":"a","codes":["x"]}"#, 400, "codes has an unknown kind of data"),
      ("/admin/invitation", #"{"patient":9}"#, 404, "there is no patient 9; add one with"),
      ("/admin/invitation", #"{"patient":1e300}"#, 400, "patient is not a number"),
    ])
  func refused(_ path: String, _ body: String, _ status: Int, _ reason: String) async throws {
    let site = try site()
    let answer = await ask(site, path, body)
    #expect(answer.status == status)
    #expect(answer.text.contains(reason), "\(answer.text)")
    #expect(try store().patients().isEmpty)
    #expect(try store().studies().isEmpty)
  }

  @Test("Without a contract with sign-in there are no patients")
  func noHealth() async throws {
    let answer = await ask(try site([.overland]), "/admin/patients")
    #expect(answer.status == 400)
    #expect(answer.text.contains("no contract with sign-in is served"))
  }

  @Test("A store of the second version opens with its one patient, and takes more")
  func olderStore() async throws {
    try makeOlderStore()
    let site = try site()
    #expect(await ask(site, "/admin/patient", #"{"email":"a@b"}"#).text == #"{"patient":40002}"#)
    let patients = await ask(site, "/admin/patients").text
    #expect(patients.contains(#""email":"old@b""#) && patients.contains(#""email":"a@b""#))
  }

  /// Makes a store as version 2 of the tables had it.
  private func makeOlderStore() throws {
    try store().close()
    let database = try DatabaseQueue(path: folder.path + "/store.sqlite")
    try database.write { db in
      try db.execute(
        sql: """
          DROP TABLE study; DROP TABLE studyCode; DROP TABLE participation;
          DROP TABLE deviceState;
          DELETE FROM grdb_migrations WHERE identifier LIKE '3:%' OR identifier LIKE '4:%';
          INSERT INTO patient VALUES (40001, 'old@b', 'Old', 'Patient');
          """)
    }
    try database.close()
  }

  // MARK: Completeness

  private func record(_ device: String, _ minutes: Int64) -> ReceivedRecord {
    let midnight = Instant(nanoseconds: 1_772_409_600_000_000_000)  // 2026-03-02T00:00:00Z
    return ReceivedRecord(
      device: device, type: "location", timestamp: midnight + .minutes(minutes),
      coordinate: Coordinate(latitude: 45, longitude: -122), horizontalAccuracyMeters: 5,
      arrivedAt: Self.now)
  }

  @Test("Completeness counts the ten-minute intervals with a record, for each participant and day")
  func completeness() async throws {
    let store = try store()
    // Two records in the first interval of the day, one in the next, one in yesterday's last. The
    // record of a wrong clock, a year ahead, counts nowhere.
    _ = try store.insert([
      record("phone", 0), record("phone", 9), record("phone", 10), record("phone", -1),
      record("Patient/40001", 719), record("phone", 525_600),
    ])
    _ = await ask(try site(), "/admin/patient", #"{"email":"a@b","givenName":"Ada"}"#)
    let answer = await ask(try site(), "/admin/completeness?zone=UTC")
    let days = try #require(answer.object["days"] as? [[String: Any]], "\(answer.text)")
    #expect(days.count == 7)
    #expect(days.first?["date"] as? String == "2026-02-24")
    #expect(days.last?["date"] as? String == "2026-03-02")
    // 72 of today's 144 intervals have begun at noon.
    #expect(days.map { $0["intervals"] as? Int } == [144, 144, 144, 144, 144, 144, 72])
    let participants = try #require(answer.object["participants"] as? [[String: Any]])
    #expect(
      participants.map { $0["device"] as? String } == ["Patient/40001", "Patient/40002", "phone"])
    #expect(participants.map { $0["name"] as? String } == ["Pat Example", "Ada", nil])
    let filled = participants.map { $0["filled"] as? [Int] }
    #expect(filled[0] == [0, 0, 0, 0, 0, 0, 1])
    #expect(filled[1] == [0, 0, 0, 0, 0, 0, 0])
    #expect(filled[2] == [0, 0, 0, 0, 0, 1, 2])
  }

  @Test("A day at the change of the clock has 138 intervals")
  func shortDay() async throws {
    let store = try store()
    _ = try store.insert([record("phone", 0)])
    // 2026-03-08, of 23 hours in Los Angeles, is seven days later.
    let change = Instant(nanoseconds: 1_773_036_000_000_000_000)  // 2026-03-09T06:00:00Z
    var late = record("phone", 0)
    late.timestamp = change
    _ = try store.insert([late])
    var configuration = ReceiverConfiguration(isOpen: true)
    configuration.hash = sha256
    let site = try ReceiverSite(
      store: store, contracts: ReceiverContract.allCases, configuration: configuration,
      now: { change + .hours(20) })
    let answer = await ask(site, "/admin/completeness?zone=America/Los_Angeles")
    let days = try #require(answer.object["days"] as? [[String: Any]], "\(answer.text)")
    #expect(days.last?["date"] as? String == "2026-03-08")
    #expect(days.last?["intervals"] as? Int == 138)
  }

  @Test("An unknown zone is refused")
  func unknownZone() async throws {
    #expect(await ask(try site(), "/admin/completeness?zone=Nowhere").status == 400)
  }
}
