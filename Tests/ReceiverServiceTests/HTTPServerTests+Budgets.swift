import PhoneAPI
import Testing
import Timekeeping

@testable import ReceiverService

/// The limits on one client's share of the server.
extension HTTPServerTests {
  @Test("A host that could pass for a path is refused, and is no part of what is asked for")
  func host() async throws {
    try await withServer { port in
      for host in ["x/admin/devices?a=", "x#", "a@b", "a b"] {
        let text = try await exchange(port, "GET /a HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        #expect(text.hasPrefix("HTTP/1.1 400 "), "\(host)")
      }
    }
  }

  @Test("Who is refused by the head alone is answered before the body has come")
  func refusedByHead() async throws {
    let refused: HTTPServer.Admission = { _ in .refused(HTTPResponse(status: 401)) }
    try await withServer(admit: refused) { port in
      let text = try await exchange(
        port, "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 50\r\n\r\n")
      #expect(text.hasPrefix("HTTP/1.1 401 "))
    }
    let limited: HTTPServer.Admission = { _ in .limited(bytesMax: 4) }
    try await withServer(admit: limited) { port in
      let text = try await exchange(
        port, "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nabcde")
      #expect(text.hasPrefix("HTTP/1.1 413 "))
    }
  }

  @Test("Bodies beyond what the server can hold are put off, and what was held comes back")
  func bytesInFlight() async throws {
    var limits = HTTPLimits.small
    limits.bytesInFlightMax = 8
    try await withServer(limits) { port in
      for _ in 0..<3 {
        let fits = try await exchange(
          port,
          "POST /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 8\r\n\r\n12345678"
        )
        #expect(fits.hasPrefix("HTTP/1.1 200 "))
      }
      let text = try await exchange(
        port, "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n123456789")
      #expect(text.hasPrefix("HTTP/1.1 503 "))
    }
  }

  @Test("One address does not take all connections")
  func crowding() async throws {
    var limits = HTTPLimits.small
    limits.connectionsPerAddressMax = 2
    try await withServer(limits) { port in
      let held = try (0..<2).map { _ in try RawClient(port: port) }
      for client in held { client.send("GET /a HTTP/1.1\r\n") }
      let text = try await exchange(port, "GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(text.hasPrefix("HTTP/1.1 503 "))
      withExtendedLifetime(held) {}
    }
  }
}
