import Foundation
import PhoneAPI
import Timekeeping

/// Requests over the machine's network, by libcurl, without cookies, caches or stored passwords.
///
/// - A redirect is followed only for a GET, and only within the same origin, so that a token goes
///   nowhere else. For any other request it is the answer: followed, a POST would become a GET or
///   lose its body, and a success would acknowledge what nothing received.
/// - An answer that ends before its announced length is `networkConnectionLost`, like one that is
///   longer than `bodyBytesMax`.
/// - A request is given up when its time-out has passed since it was sent, whatever has come.
///
/// Foundation's own client (Swift 6.3 on Linux) ends the program when an answer is cut off behind
/// its first line, and waits for a minute when a kept connection closes under a request.
package final class LiveHTTPClient: HTTPClient {
  package let availability = ServiceAvailability.available
  /// By the machine's routes; nothing is sent to find out.
  package var reachability: Reachability { interfaces.reachability }

  static let bodyBytesMax = 16 << 20

  private let loop: LiveLoop
  private let interfaces: NetworkInterfaces
  /// Made for the first request.
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

  /// Breaks off all that is under way, without a word to its senders.
  func end() {
    transfers?.end()
    transfers = nil
  }
}

/// Scheme, host and port of an address: what a token may be shown to.
struct Origin: Equatable {
  private let scheme: String
  private let host: String
  private let port: Int

  /// - Returns: nil where the address is none of HTTP.
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
  /// True for one line, as a header has to be.
  fileprivate var isSendable: Bool {
    !name.isEmpty && !name.contains(":")
      && (name + value).unicodeScalars.allSatisfy { !["\r", "\n", "\0"].contains($0) }
  }
}
