import Geodesy
import PhoneAPI
import Testing
import Timekeeping

@testable import Receiver

@Suite("Check-in contract")
struct CheckInContractTests {
  private let receiver = Receiver(contract: .checkIn, accessToken: "secret", keepsRecords: true)
  private let now = ReceiverTesting.halfPastTwo + .seconds(3 as Int64)

  private func get(
    _ query: String, method: String = "GET", token: String? = "secret"
  ) -> HTTPResponse {
    var request = ReceiverTesting.post("", token: token, method: method)
    request.url = "https://receiver.example/check-in?" + query
    return receiver.handle(request, at: now)
  }

  @Test("A coming in is received as the query tells it")
  func checkIn() {
    let response = get(
      "latitude=45.5019&longitude=-73.5674&userId=123&event=check-in&time=2026-03-02T14%3A30%3A00Z")
    #expect(response.status == 200)
    #expect(response.text == #"{"result":"ok"}"#)
    #expect(
      receiver.records == [
        ReceivedRecord(
          device: "123", type: "check-in", timestamp: ReceiverTesting.halfPastTwo,
          coordinate: Coordinate(latitude: 45.5019, longitude: -73.5674),
          horizontalAccuracyMeters: -1, arrivedAt: now)
      ])
  }

  @Test("An app that tells neither event nor time leaves a location at the time of arrival")
  func plain() {
    #expect(get("latitude=1&longitude=2&userId=a+b%20c").status == 200)
    #expect(receiver.records.map(\.type) == ["location"])
    #expect(receiver.records.map(\.timestamp) == [now])
    #expect(receiver.records.map(\.device) == ["a b c"])
  }

  @Test("A percent sign without two hexadecimal digits stays text, and a sign is no digit")
  func percentSigns() {
    #expect(get("latitude=1&longitude=2&userId=%-0%4x%2d%").status == 200)
    #expect(receiver.records.map(\.device) == ["%-0%4x-%"])
  }

  @Test("The same crossing told twice is received once")
  func duplicate() {
    let query = "latitude=1&longitude=2&userId=7&event=check-out&time=1772461800"
    #expect(get(query).status == 200)
    #expect(get(query).status == 200)
    #expect(receiver.recordCount == 1)
    #expect(receiver.duplicateCount == 1)
    #expect(receiver.records.map(\.timestamp) == [ReceiverTesting.halfPastTwo])
  }

  @Test(
    "A malformed query is refused with 400 and a reason",
    arguments: [
      ("", "userId is missing"), ("userId=", "userId is missing"),
      ("userId=7", "latitude and longitude are not valid coordinates"),
      ("userId=7&latitude=91&longitude=0", "latitude and longitude are not valid coordinates"),
      ("userId=7&latitude=nan&longitude=0", "latitude and longitude are not valid coordinates"),
      (
        "userId=7&latitude=1&longitude=0&event=checkin",
        "event is neither check-in nor check-out"
      ),
      (
        "userId=7&latitude=1&longitude=0&time=now",
        "time is neither ISO 8601 nor Unix seconds of the years 1970 to 2199"
      ),
    ])
  func malformed(query: String, reason: String) {
    let response = get(query)
    #expect(response.status == 400)
    #expect(response.text == "{\"error\":\"\(reason)\"}")
  }

  @Test("Only GET is taken, and only with the token")
  func methodAndToken() {
    let query = "latitude=1&longitude=2&userId=7"
    #expect(get(query, method: "POST").status == 405)
    #expect(get(query, token: nil).status == 401)
    #expect(receiver.recordCount == 0)
  }
}

@Suite("Gate contract")
struct GateContractTests {
  private let receiver = Receiver(contract: .gate, accessToken: "secret", keepsRecords: true)
  private let now = ReceiverTesting.halfPastTwo + .seconds(3 as Int64)

  private func post(
    _ body: String, path: String = "/gate", method: String = "POST", token: String? = "secret"
  ) -> HTTPResponse {
    var request = ReceiverTesting.post(body, token: token, method: method)
    request.url = "https://receiver.example" + path
    return receiver.handle(request, at: now)
  }

  private let opening =
    #"{"latitude":56.95,"longitude":24.1,"time":"2026-03-02T14:30:00Z","device_id":"phone"}"#

  @Test("An opening is received once, however often it is told")
  func once() {
    for _ in 1...2 {
      let response = post(opening)
      #expect(response.status == 200)
      #expect(response.text == #"{"result":"ok"}"#)
    }
    #expect(
      receiver.records == [
        ReceivedRecord(
          device: "phone", type: "gate", timestamp: ReceiverTesting.halfPastTwo,
          coordinate: Coordinate(latitude: 56.95, longitude: 24.1),
          horizontalAccuracyMeters: -1, arrivedAt: now)
      ])
    #expect(receiver.duplicateCount == 1)
  }

  @Test("An opening may come by PUT, as a form, or by GET in the query")
  func forms() {
    let fields = "latitude=56.95&longitude=24.1&time=2026-03-02T14:30:00Z&device_id=phone"
    #expect(post(opening, method: "PUT").status == 200)
    #expect(post("", path: "/gate?" + fields, method: "GET").status == 200)
    var form = ReceiverTesting.post(fields, token: "secret")
    form.url = "/gate"
    form.headers.removeAll { $0.name.lowercased() == "content-type" }
    form.headers.append(HTTPHeader("Content-Type", "application/x-www-form-urlencoded"))
    #expect(receiver.handle(form, at: now).status == 200)
    // All three are the same opening.
    #expect(receiver.recordCount == 1 && receiver.duplicateCount == 2)
    #expect(post("", path: "/gate?latitude=56.95", method: "GET").status == 400)
  }

  @Test("The token may be the password of Basic authentication")
  func basic() {
    // printf user:secret | base64, printf user:x | base64, printf secret: | base64
    for (credentials, status) in [
      ("dXNlcjpzZWNyZXQ=", 200), ("dXNlcjp4", 401), ("c2VjcmV0Og==", 401),
    ] {
      var request = ReceiverTesting.post(opening, token: nil)
      request.url = "/gate"
      request.headers.append(HTTPHeader("Authorization", "Basic " + credentials))
      #expect(receiver.handle(request, at: now).status == status)
    }
  }

  @Test("The gate is at one path, by three methods, with the token, and wants to know where")
  func refused() {
    #expect(post(opening, path: "/").status == 404)
    #expect(post(opening, path: "/gates").status == 404)
    #expect(post(opening, path: "/gate/").status == 200)
    #expect(post(opening, method: "DELETE").status == 405)
    #expect(post(opening, token: "x").status == 401)
    let response = post(#"{"time":0}"#)
    #expect(response.status == 400)
    #expect(response.text == #"{"error":"latitude and longitude are not valid coordinates"}"#)
    #expect(post("").text == #"{"error":"the JSON text ends too early"}"#)
    #expect(receiver.recordCount == 1)
  }
}
