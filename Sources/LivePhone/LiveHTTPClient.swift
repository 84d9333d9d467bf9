import Foundation
import PhoneAPI
import Synchronization
import Timekeeping

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests over the machine's own network, without cookies, caches or stored passwords.
///
/// - A redirect is followed only for a GET, and only within the same origin, so that a token goes
///   nowhere else. For any other request it is the answer: followed, a POST would become a GET or lose
///   its body, and a success would acknowledge what nobody got.
/// - An answer that ends before its announced length is `networkConnectionLost`, like one that is
///   longer than `bodyBytesMax`.
/// - A request is given up when its time-out has passed since it was sent, whatever has come by then.
package final class LiveHTTPClient: HTTPClient {
  package let availability = ServiceAvailability.available
  /// By the machine's routes; nothing is sent to find out.
  package var reachability: Reachability { interfaces.reachability }

  static let bodyBytesMax = 16 << 20

  private let loop: LiveLoop
  private let interfaces: NetworkInterfaces
  private let transfers = Transfers()
  /// Made for the first request: Foundation makes a folder in the person's home with it, which who asks
  /// nothing of the network is spared.
  private var session: URLSession?

  init(_ loop: LiveLoop, _ interfaces: NetworkInterfaces) {
    self.loop = loop
    self.interfaces = interfaces
  }

  private func openSession() -> URLSession {
    if let session { return session }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    let made = URLSession(configuration: configuration, delegate: transfers, delegateQueue: nil)
    session = made
    return made
  }

  package func send(
    _ request: HTTPRequest, completion: @escaping (Result<HTTPResponse, HTTPError>) -> Void
  ) {
    // Nor would an ended session take it.
    guard !loop.isOver else { return }
    var deadline: UInt64?
    let loop = loop
    let promise = loop.expect { (result: Result<HTTPResponse, HTTPError>) in
      if let deadline { loop.cancel(deadline) }
      completion(result)
    }
    guard let url = URL(string: request.url), ["http", "https"].contains(url.scheme?.lowercased()),
      url.host?.isEmpty == false
    else { return promise.fulfil(.failure(.badURL)) }
    var wire = URLRequest(url: url, timeoutInterval: request.timeout.seconds)
    wire.httpMethod = request.method
    for header in request.headers { wire.addValue(header.value, forHTTPHeaderField: header.name) }
    if !request.body.isEmpty { wire.httpBody = Data(request.body) }
    let task = openSession().dataTask(with: wire)
    transfers.begin(task, promise)
    task.resume()
    // Not the session's own time-out, which on Linux does not end a server's silence.
    deadline = loop.schedule(after: request.timeout, repeats: false) {
      promise.fulfil(.failure(.timedOut))
      task.cancel()
    }
  }

  /// Breaks off what is under way; nobody is told.
  func end() { session?.invalidateAndCancel() }
}

/// The answers that are coming in, by task; called on threads of the session's.
private final class Transfers: NSObject, URLSessionDataDelegate, Sendable {
  private struct Transfer {
    var promise: LivePromise<Result<HTTPResponse, HTTPError>>
    var body: [UInt8] = []
    var isTooLong = false
  }

  private let transfers = Mutex<[Int: Transfer]>([:])

  func begin(_ task: URLSessionTask, _ promise: LivePromise<Result<HTTPResponse, HTTPError>>) {
    transfers.withLock { $0[task.taskIdentifier] = Transfer(promise: promise) }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = transfers.withLock { transfers -> Bool in
      guard var transfer = transfers.removeValue(forKey: dataTask.taskIdentifier) else {
        return false
      }
      transfer.isTooLong = transfer.body.count + data.count > LiveHTTPClient.bodyBytesMax
      if !transfer.isTooLong { transfer.body += data }
      transfers[dataTask.taskIdentifier] = transfer
      return transfer.isTooLong
    }
    if isTooLong { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let transfer = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    guard let transfer else { return }
    transfer.promise.fulfil(Self.result(of: task, transfer, error))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    let isSafe =
      task.originalRequest?.httpMethod == "GET"
      && task.originalRequest?.url?.origin == request.url?.origin
    completionHandler(isSafe ? request : nil)
  }

  private static func result(
    of task: URLSessionTask, _ transfer: Transfer, _ error: (any Error)?
  ) -> Result<HTTPResponse, HTTPError> {
    if transfer.isTooLong { return .failure(.networkConnectionLost) }
    if let error { return .failure(HTTPError(error)) }
    guard let response = task.response as? HTTPURLResponse else {
      return .failure(.networkConnectionLost)
    }
    let headers = response.allHeaderFields.map { HTTPHeader("\($0.key)", "\($0.value)") }
      .sorted { $0.name < $1.name }
    let isCutOff =
      headers.first(named: "Content-Encoding") == nil
      && headers.first(named: "Content-Length").flatMap(Int.init).map { $0 > transfer.body.count }
        ?? false
    guard !isCutOff || task.originalRequest?.httpMethod == "HEAD" else {
      return .failure(.networkConnectionLost)
    }
    return .success(
      HTTPResponse(status: response.statusCode, headers: headers, body: transfer.body))
  }
}

extension URL {
  /// Scheme, host and port: what a token may be shown to.
  fileprivate var origin: String {
    let scheme = scheme?.lowercased() ?? ""
    return "\(scheme)://\(host?.lowercased() ?? ""):\(port ?? (scheme == "https" ? 443 : 80))"
  }
}

extension HTTPError {
  fileprivate init(_ error: any Error) {
    switch (error as? URLError)?.code {
    case .timedOut: self = .timedOut
    case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .secureConnectionFailed:
      self = .cannotConnectToHost
    case .notConnectedToInternet: self = .notConnectedToInternet
    case .cancelled: self = .cancelled
    default: self = .networkConnectionLost
    }
  }
}
