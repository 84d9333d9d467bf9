import Cryptography
import FlyingSocks
import Foundation
import PhoneAPI
import Receiver
import ReceiverMemory
import ReceiverService
import Timekeeping

/// HTTP as it comes from the network, and the requests that each contract answers.
extension FuzzReader {
  static let requests = [
    FuzzReader("http", "heads and chunks of HTTP") { bytes in
      let hasEnded = DispatchSemaphore(value: 0)
      Task {
        await readRequests(bytes)
        hasEnded.signal()
      }
      hasEnded.wait()
    },
    FuzzReader("target", "a request's path and query, and a form") { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      let target = RequestTarget(text)
      require(!target.path.hasSuffix("/") || target.path == "/", "a path has no closing slash")
      _ = FormFields(text).values
    },
    FuzzReader("overland", "requests to both of Overland's contracts") {
      answer($0, [.overland, .compass])
    },
    FuzzReader("calls", "requests to OwnTracks' contract, check-ins, gates, any success") {
      answer($0, [.ownTracks, .checkIn, .gate, .http2xx])
    },
    FuzzReader("fhir", "requests to both contracts of health data") {
      answer($0, [.fhirEHE, .fhirJupyterHealth])
    },
    FuzzReader("site", "requests to a whole server: its page, sign-in and admin calls") { bytes in
      let hasEnded = DispatchSemaphore(value: 0)
      Task {
        await askSite(bytes)
        hasEnded.signal()
      }
      hasEnded.wait()
    },
  ]

  // MARK: HTTP

  private static let limits: HTTPLimits = {
    var limits = HTTPLimits()
    limits.headBytesMax = 2048
    limits.bodyBytesMax = 4096
    return limits
  }()

  private static func readRequests(_ bytes: [UInt8]) async {
    // The first byte says how the rest comes in pieces.
    let stream = ByteStream(bytes.dropFirst(), pieceMax: Int(bytes.first ?? 255) + 1)
    var reader = HTTPRequestReader(stream, limits: limits, budget: BodyBudget(bytesMax: 4096))
    for _ in 0..<64 {
      guard (try? await reader.waitForRequest()) == true else { return }
      guard let incoming = try? await reader.next(admit: { _ in .granted }) else { return }
      require(incoming.request.body.count <= limits.bodyBytesMax, "a body keeps to its limit")
      require(
        incoming.request.headers.allSatisfy { !$0.name.isEmpty && !$0.value.contains("\n") },
        "a header is one line with a name")
      reader.release()
    }
  }

  // MARK: Contracts

  private static func answer(_ bytes: [UInt8], _ contracts: [ReceiverContract]) {
    for contract in contracts {
      var configuration = ReceiverConfiguration(isOpen: true)
      configuration.bodyBytesMax = 1 << 16
      configuration.hash = { bytes in
        // Not SHA-256: a fuzzer shall come by a hash's preimage.
        bytes.prefix(32) + [UInt8](repeating: 0, count: max(0, 32 - bytes.count))
      }
      let store = InMemoryReceiverStore(
        keepsRecords: true, keepsSources: true, remembersAtLeast: 16)
      let receiver = Receiver(contract: contract, configuration: configuration, store: store)
      receiver.randomness = FuzzRandomness(seed: 1)
      // The same request twice: what comes again is a duplicate.
      for second in [1_700_000_000, 1_700_000_007] as [Int64] {
        let response = receiver.handle(
          request(bytes, contract), at: Instant(nanoseconds: second * 1_000_000_000))
        require((200..<600).contains(response.status), "any bytes get an answer")
        require(response.status != 500, "nothing that is sent fails within the receiver")
      }
    }
  }

  // MARK: A whole server

  /// Sends each request that follows a line "---" to a server that asks for tokens, and to one that
  /// does not.
  private static func askSite(_ bytes: [UInt8]) async {
    for isOpen in [true, false] {
      let path = ScratchFile.folder + "/site.sqlite"
      defer { for end in ["", "-wal", "-shm"] { unlink(path + end) } }
      guard let site = try? site(path, isOpen: isOpen) else { fatalError("no store can be made") }
      let pieces = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n---\n")
      for piece in pieces.prefix(8) {
        let request = request(Array(piece.utf8), .overland)
        if case .refused(let refusal) = await site.admission(of: request) {
          require((400..<500).contains(refusal.status), "a head is refused as the sender's fault")
        }
        let response = await site.answer(request)
        require((200..<500).contains(response.status), "any request gets an answer, and no 500")
        require(
          response.headers.allSatisfy { !$0.value.contains { $0.isNewline } },
          "a header of an answer is one line")
      }
    }
  }

  private static func site(_ path: String, isOpen: Bool) throws -> ReceiverSite {
    var configuration = ReceiverConfiguration(isOpen: isOpen)
    configuration.hash = sha256
    return try ReceiverSite(
      store: SQLiteReceiverStore(path: path), contracts: ReceiverContract.allCases,
      configuration: configuration,
      now: { Instant(nanoseconds: 1_700_000_000_000_000_000) })
  }

  /// The bytes as "POST /path", headers, an empty line and a body; all of them a body otherwise.
  private static func request(_ bytes: [UInt8], _ contract: ReceiverContract) -> HTTPRequest {
    let parts = bytes.split(separator: 10, maxSplits: 1, omittingEmptySubsequences: false)
    let first = String(decoding: parts[0], as: UTF8.self).split(separator: " ")
    guard parts.count == 2, first.count == 2, first[1].hasPrefix("/") else {
      return HTTPRequest(method: "POST", url: contract.path, body: bytes)
    }
    var request = HTTPRequest(method: String(first[0]), url: String(first[1]))
    var rest = parts[1]
    while let end = rest.firstIndex(of: 10) {
      let line = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      guard let colon = line.firstIndex(of: ":") else { break }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      request.headers.append(HTTPHeader(String(line[..<colon]), String(value)))
    }
    request.body = Array(rest)
    return request
  }
}

/// Bytes that come in pieces and then end.
private actor ByteStream: HTTPByteStream {
  private var rest: ArraySlice<UInt8>
  private let pieceMax: Int

  init(_ bytes: ArraySlice<UInt8>, pieceMax: Int) {
    rest = bytes
    self.pieceMax = pieceMax
  }

  func read(atMost length: Int) async throws -> [UInt8] {
    guard !rest.isEmpty else { throw SocketError.disconnected }
    let piece = rest.prefix(min(length, pieceMax))
    rest = rest.dropFirst(piece.count)
    return Array(piece)
  }

  func write(_ bytes: [UInt8]) async throws {}
}
