import Foundation
import PhoneAPI
import Timekeeping

#if canImport(FoundationNetworking)
  @_exported import FoundationNetworking
#endif

/// The settings of a session. Background sessions are not there: a call of them does not compile.
open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  open class var `default`: URLSessionConfiguration { URLSessionConfiguration() }
  open class var ephemeral: URLSessionConfiguration { URLSessionConfiguration() }

  open var timeoutIntervalForRequest: TimeInterval = 60
  open var timeoutIntervalForResource: TimeInterval = 7 * 86400
  open var httpAdditionalHeaders: [AnyHashable: Any]?
  open var allowsCellularAccess = true
  open var waitsForConnectivity = false
}

/// A session whose requests go over the simulated phone's network to the scenario's server, with
/// the interface of Foundation's as far as trackers use it.
open class URLSession: NSObject, @unchecked Sendable {
  public typealias Completion = @Sendable (Data?, URLResponse?, (any Error)?) -> Void

  open class var shared: URLSession {
    CurrentPhone.single { URLSession(configuration: .default) }
  }
  public let configuration: URLSessionConfiguration
  /// The tasks that have not ended, in the order in which they began.
  fileprivate var running: [URLSessionTask] = []

  public init(configuration: URLSessionConfiguration) { self.configuration = configuration }

  open func dataTask(with request: URLRequest, completionHandler: @escaping Completion)
    -> URLSessionDataTask
  {
    URLSessionDataTask(request, body: request.httpBody, self, completionHandler)
  }

  open func dataTask(with url: URL, completionHandler: @escaping Completion) -> URLSessionDataTask {
    dataTask(with: URLRequest(url: url), completionHandler: completionHandler)
  }

  open func uploadTask(
    with request: URLRequest, from body: Data?, completionHandler: @escaping Completion
  ) -> URLSessionUploadTask {
    URLSessionUploadTask(request, body: body, self, completionHandler)
  }

  open func data(for request: URLRequest) async throws -> (Data, URLResponse) {
    try await upload(for: request, from: request.httpBody)
  }

  open func data(from url: URL) async throws -> (Data, URLResponse) {
    try await data(for: URLRequest(url: url))
  }

  open func upload(for request: URLRequest, from body: Data?) async throws -> (Data, URLResponse) {
    try await withCheckedThrowingContinuation { continuation in
      URLSessionDataTask(request, body: body, self) { data, response, error in
        if let data, let response {
          continuation.resume(returning: (data, response))
        } else {
          continuation.resume(throwing: error ?? URLError(.unknown))
        }
      }.resume()
    }
  }

  /// Cancels all tasks. Each of them ends with the error `cancelled`.
  open func invalidateAndCancel() { for task in running { task.cancel() } }
  /// Lets the tasks end. A session without a delegate needs no more than that.
  open func finishTasksAndInvalidate() {}
}

/// A request of a session, which `resume` sends.
open class URLSessionTask: NSObject, @unchecked Sendable {
  public enum State: Int, Sendable { case running, suspended, canceling, completed }

  public private(set) var state = State.suspended
  public let originalRequest: URLRequest?
  private let body: Data?
  private let session: URLSession
  private let completion: URLSession.Completion

  init(
    _ request: URLRequest, body: Data?, _ session: URLSession,
    _ completion: @escaping URLSession.Completion
  ) {
    originalRequest = request
    self.body = body
    self.session = session
    self.completion = completion
  }

  open func resume() {
    guard state == .suspended, let request = originalRequest else { return }
    state = .running
    // The session keeps a task until it has ended, though the app may not.
    session.running.append(self)
    CurrentPhone.phone.http.send(HTTPRequest(request, body: body, session.configuration)) {
      self.finish($0)
    }
  }

  open func cancel() {
    guard state == .running || state == .suspended else { return }
    finish(.failure(.cancelled))
  }

  private func finish(_ result: Result<HTTPResponse, HTTPError>) {
    guard state != .completed, let url = originalRequest?.url else { return }
    state = .completed
    session.running.removeAll { $0 === self }
    switch result {
    case .success(let response):
      let fields = Dictionary(
        response.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
      completion(
        Data(response.body),
        HTTPURLResponse(
          url: url, statusCode: response.status, httpVersion: "HTTP/1.1", headerFields: fields), nil
      )
    case .failure(let error): completion(nil, nil, URLError(error.code))
    }
  }
}

open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}

extension HTTPRequest {
  fileprivate init(_ request: URLRequest, body: Data?, _ configuration: URLSessionConfiguration) {
    var headers = (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
      .map { HTTPHeader($0.key, $0.value) }
    let additional = (configuration.httpAdditionalHeaders ?? [:])
      .map { ("\($0.key)", "\($0.value)") }.sorted { $0.0 < $1.0 }
    for (name, value) in additional where headers.first(named: name) == nil {
      headers.append(HTTPHeader(name, value))
    }
    self.init(
      method: request.httpMethod ?? "GET", url: request.url?.absoluteString ?? "",
      headers: headers, body: body.map { [UInt8]($0) } ?? [],
      timeout: .seconds(min(request.timeoutInterval, configuration.timeoutIntervalForRequest)))
  }
}

extension HTTPError {
  fileprivate var code: URLError.Code {
    switch self {
    case .notConnectedToInternet: .notConnectedToInternet
    case .timedOut: .timedOut
    case .cannotConnectToHost: .cannotConnectToHost
    case .networkConnectionLost: .networkConnectionLost
    case .badURL: .badURL
    case .cancelled: .cancelled
    case .unavailable: .unknown
    }
  }
}
