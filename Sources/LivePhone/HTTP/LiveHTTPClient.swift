import Foundation
import PhoneAPI
import Timekeeping

/// A client that sends requests over the machine's network.
///
/// The client uses libcurl, without cookies, caches or stored passwords.
///
/// - The client follows a redirect only for a GET, and only within the same origin. A token is thus
///   sent to no other server.
/// - For any other request, the client does not follow a redirect. The answer is then the redirect
///   itself. A redirected POST could become a GET or lose its body. If the redirected request
///   succeeded, the tracker would treat its records as stored, although no server received them.
/// - An answer that ends before its announced length fails with `networkConnectionLost`. An answer
///   longer than `bodyBytesMax` fails with the same error.
/// - A request fails when its timeout has passed, even if a part of the answer has arrived.
///
/// Foundation's own client (Swift 6.3 on Linux) has two defects. It ends the program if an answer
/// is cut off after the first line. It waits for a minute if a reused connection closes during a
/// request.
package final class LiveHTTPClient: HTTPClient {
  package let availability = ServiceAvailability.available
  /// The reachability according to the machine's routes, without a test over the network.
  package var reachability: Reachability { interfaces.reachability }

  static let bodyBytesMax = 16 << 20

  private let loop: LiveLoop
  private let interfaces: NetworkInterfaces
  /// The thread that runs transfers, created for the first request.
  private var transfers: TransferThread?
  private var requestCount: UInt64 = 0

  init(_ loop: LiveLoop, _ interfaces: NetworkInterfaces) {
    self.loop = loop
    self.interfaces = interfaces
  }

  deinit { end() }

  package func send(
    _ request: HTTPRequest, completion: @escaping (Result<HTTPResponse, HTTPError>) -> Void
  ) {
    guard !loop.isOver else { return }
    var deadline: UInt64?
    let loop = loop
    let promise = loop.expect { (result: Result<HTTPResponse, HTTPError>) in
      if let deadline { loop.cancel(deadline) }
      completion(result)
    }
    guard Origin(request.url) != nil, request.headers.allSatisfy(\.isSendable) else {
      return promise.fulfil(.failure(.badURL))
    }
    guard let thread = transfers ?? TransferThread() else {
      return promise.fulfil(.failure(.cannotConnectToHost))
    }
    transfers = thread
    requestCount += 1
    let ticket = requestCount
    thread.begin(request, ticket) { promise.fulfil($0) }
    deadline = loop.schedule(after: request.timeout, repeats: false) {
      promise.fulfil(.failure(.timedOut))
      thread.cancel(ticket)
    }
  }

  /// Cancels all pending requests without calling their completions.
  func end() {
    transfers?.end()
    transfers = nil
  }
}

/// The origin of an address: scheme, host and port. A token is sent to one origin only.
struct Origin: Equatable {
  private let scheme: String
  private let host: String
  private let port: Int

  /// Reads the origin of an address; nil if the address is not an HTTP address.
  init?(_ url: String) {
    guard let url = URL(string: url), let scheme = url.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = url.host?.lowercased(), !host.isEmpty
    else { return nil }
    self.scheme = scheme
    self.host = host
    port = url.port ?? (scheme == "https" ? 443 : 80)
  }
}

extension HTTPHeader {
  /// True if the header has a name and fits on one line. Other headers must not be sent.
  fileprivate var isSendable: Bool {
    !name.isEmpty && !name.contains(":")
      && (name + value).unicodeScalars.allSatisfy { !["\r", "\n", "\0"].contains($0) }
  }
}
