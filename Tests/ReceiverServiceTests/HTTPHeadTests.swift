import PhoneAPI
import Testing

@testable import ReceiverService

@Suite("A request's head")
struct HTTPHeadTests {
  private func head(_ lines: String...) throws -> HTTPHead { try HTTPHead(lines.map { $0[...] }) }

  private func status(_ lines: String...) -> Int? {
    do {
      _ = try HTTPHead(lines.map { $0[...] })
      return nil
    } catch {
      guard case .refused(let status, _) = error else { return 0 }
      return status
    }
  }

  @Test("Is read")
  func read() throws {
    let head = try head(
      "POST /overland?a=b HTTP/1.1", "Host: example.org", "Content-Length:  12 ", "X-Empty:",
      "expect: 100-continue")
    #expect(head.method == "POST")
    #expect(head.target == "/overland?a=b")
    #expect(head.headers.first(named: "x-empty") == "")
    #expect(head.body == .length(12))
    #expect(head.keepsConnection)
    #expect(head.expectsContinue)
  }

  @Test("Says whether the connection stays")
  func connection() throws {
    #expect(try !head("GET / HTTP/1.1", "Host: a", "Connection: close").keepsConnection)
    #expect(try !head("GET / HTTP/1.0").keepsConnection)
    #expect(try head("GET / HTTP/1.0", "Connection: Keep-Alive").keepsConnection)
  }

  @Test("What could be read in two ways is refused")
  func ambiguous() {
    #expect(status("GET / HTTP/1.1") == 400)
    #expect(status("GET / HTTP/1.1", "Host: a", "Host: b") == 400)
    #expect(status("GET / HTTP/1.1", "Host: a", "Content-Length: 1", "Content-Length: 1") == 400)
    #expect(status("GET / HTTP/1.1", "Host: a", "Content-Length: +1") == 400)
    #expect(status("GET / HTTP/1.1", "Host: a", "Content-Length: ") == 400)
    #expect(
      status("GET / HTTP/1.1", "Host: a", "Content-Length: 1", "Transfer-Encoding: chunked") == 400)
    #expect(status("GET / HTTP/1.1", "Host: a", "Transfer-Encoding: gzip, chunked") == 501)
    #expect(status("GET / HTTP/1.1", "Host: a", "Content-Length : 1") == 400)
    #expect(status("GET / HTTP/1.1", "Host: a", " folded: 1") == 400)
    #expect(status("GET / HTTP/1.1", "Host: a", "A: b\u{0}c") == 400)
    #expect(status("GET  / HTTP/1.1", "Host: a") == 400)
    #expect(status("GET / HTTP/2", "Host: a") == 505)
    #expect(status("GET http://b/ HTTP/1.1", "Host: a") == 400)
    #expect(status() == 400)
  }

  @Test("A length that no integer holds is beyond every limit")
  func hugeLength() throws {
    let head = try head("POST / HTTP/1.1", "Host: a", "Content-Length: 99999999999999999999999")
    #expect(head.body == .length(.max))
  }
}
