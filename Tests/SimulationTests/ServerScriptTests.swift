import PhoneAPI
import Receiver
import ReceiverMemory
import Scenarios
import SimulatedPhone
import Testing
import Timekeeping

@testable import Experiments
@testable import Simulation

@Suite("A server with a script")
struct ServerScriptTests {
  private static let start = Instant(nanoseconds: 1_772_461_800_000_000_000)

  private func server(
    _ kinds: [ServerEvent.Kind], contract: ReceiverContract = .overland
  ) -> (server: ReceiverServer, receiver: Receiver) {
    let receiver = Receiver(
      contract: contract, configuration: ReceiverConfiguration(isOpen: true),
      store: InMemoryReceiverStore())
    let script = ServerScript(
      kinds.map { ServerEvent(at: Self.start, $0) }, from: Self.start - .days(1))
    return (ReceiverServer(receiver: receiver, script: script), receiver)
  }

  private let batch = HTTPRequest(
    method: "POST", url: "https://receiver.example/api/input",
    body: Array(
      (#"{"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[2,1]},"#
        + #""properties":{"timestamp":"2026-03-02T14:30:00Z"}}]}"#).utf8))

  private func text(_ reply: ServerReply) -> String? {
    guard case .answers(let response, _) = reply else { return nil }
    return "\(response.status) " + String(decoding: response.body, as: UTF8.self)
  }

  @Test(
    "What takes nothing stores nothing, and what takes a batch stores it, for as long as it lasts",
    arguments: [
      (
        ServerFault.status(503, retryAfter: nil), 0, #"503 {"error":"the server is not well"}"#
      ),
      (.fails(.errorWith200), 0, #"200 {"error":"the server is not well"}"#),
      (.fails(.redirect), 0, "302 "),
      (.fails(.cutShort), 1, #"200 {"resul"#),
      (.fails(.breaksOff), 1, nil), (.fails(.hangs), 1, nil),
      (.delay(.seconds(20 as Int64)), 1, #"200 {"result":"ok"}"#),
    ] as [(ServerFault, Int, String?)])
  func faults(fault: ServerFault, taken: Int, answer: String?) {
    let (server, receiver) = server([.fault(fault, until: Self.start + .minutes(10))])
    let before = server.reply(to: batch, at: Self.start - .seconds(1 as Int64))
    #expect(text(before) == #"200 {"result":"ok"}"#)
    let during = server.reply(to: batch, at: Self.start)
    #expect(text(during) == answer)
    #expect(receiver.duplicateCount == taken)
    #expect(text(server.reply(to: batch, at: Self.start + .minutes(10))) == text(before))
    #expect(receiver.recordCount == 1)
  }

  @Test("A hotel's page, a time to come again, a wait, a broken connection")
  func manners() {
    func reply(_ fault: ServerFault) -> ServerReply {
      server([.fault(fault, until: Self.start + .minutes(10))]).server
        .reply(to: batch, at: Self.start)
    }
    #expect(text(reply(.fails(.garbage)))?.hasPrefix("200 <!DOCTYPE html>") == true)
    guard case .answers(let busy, _) = reply(.status(429, retryAfter: .minutes(5))),
      case .answers(let elsewhere, _) = reply(.fails(.redirect)),
      case .answers(_, let wait) = reply(.delay(.seconds(20 as Int64)))
    else {
      Issue.record("no answers")
      return
    }
    #expect(busy.headers.first(named: "Retry-After") == "300")
    #expect(elsewhere.headers.first(named: "Location") == "https://elsewhere.example/")
    #expect(wait == .seconds(20 as Int64))
    #expect(reply(.fails(.hangs)) == .hangs)
    #expect(reply(.fails(.breaksOff)) == .breaksOff)
  }

  @Test("Members go with one answer, and not with one that is none")
  func members() {
    let (server, _) = server([
      .fault(.fails(.errorWith200), until: Self.start + .minutes(1)),
      .answers(json: #"{"set":{"main":{"min_time":"5s"}}}"#),
    ])
    #expect(text(server.reply(to: batch, at: Self.start))?.contains("set") == false)
    let after = Self.start + .minutes(1)
    #expect(
      text(server.reply(to: batch, at: after))
        == #"200 {"result":"ok","set":{"main":{"min_time":"5s"}}}"#)
    #expect(text(server.reply(to: batch, at: after)) == #"200 {"result":"ok"}"#)
  }

  @Test("Consent stands from the start, until it is withdrawn; one entry of a batch can be refused")
  func healthData() {
    var bundle = batch
    bundle.url = "https://receiver.example/fhir/r5/"
    let entry =
      #"{"resource":{"resourceType":"Observation","status":"final","code":{"coding":[{"system":"#
      + #""https://w3id.org/openmhealth","code":"omh:geoposition:1.0"}]},"#
      + #""valueAttachment":{"data":"e30="}},"request":{"method":"POST"}}"#
    bundle.body = Array(
      #"{"resourceType":"Bundle","type":"batch","entry":[\#(entry),\#(entry)]}"#.utf8)
    func statuses(_ kinds: [ServerEvent.Kind], at instant: Instant) -> [String] {
      let text = text(server(kinds, contract: .fhirEHE).server.reply(to: bundle, at: instant))
      return (text ?? "").matches(of: /"status":"([0-9]+)/).map { String($0.1) }
    }
    let before = Self.start - .seconds(1 as Int64)
    let withdrawn = ServerEvent.Kind.consent(.withdrawn, to: [.geoposition])
    #expect(statuses([withdrawn], at: before) == ["201", "201"])
    #expect(statuses([withdrawn], at: Self.start) == ["403", "403"])
    #expect(
      statuses([withdrawn, .consent(.given, to: [.geoposition])], at: Self.start) == ["201", "201"])
    #expect(
      statuses([.consent(.withdrawn, to: [.timeInterval])], at: Self.start) == ["201", "201"])
    #expect(
      statuses([.fault(.refusesEntry(2), until: Self.start + .hours(1))], at: Self.start)
        == ["201", "422"])
  }
}
