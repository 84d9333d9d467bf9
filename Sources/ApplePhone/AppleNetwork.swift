#if os(iOS) || os(Linux)
  import Foundation
  import Network
  import PhoneAPI
  import Timekeeping

  /// The requests of an iOS app that end with the process.
  final class AppleHTTPClient: HTTPClient {
    private let session = URLSession(
      configuration: .ephemeral, delegate: nil, delegateQueue: .main)
    private let monitor = NWPathMonitor()

    init() { monitor.start(queue: .main) }
    deinit { monitor.cancel() }

    let availability = ServiceAvailability.available

    var reachability: Reachability {
      let path = monitor.currentPath
      guard path.status == .satisfied else { return .none }
      return path.usesInterfaceType(.cellular) ? .cellular : .wifi
    }

    func send(
      _ request: HTTPRequest, completion: @escaping (Result<HTTPResponse, HTTPError>) -> Void
    ) {
      nonisolated(unsafe) let completion = completion
      guard let urlRequest = URLRequest(request) else {
        return DispatchQueue.main.async { completion(.failure(.badURL)) }
      }
      session.dataTask(with: urlRequest) { data, response, error in
        completion(.answer(data, response, error))
      }.resume()
    }
  }

  extension URLRequest {
    /// Creates the request; nil if its address is none.
    init?(_ request: HTTPRequest) {
      guard let url = URL(string: request.url), url.host != nil else { return nil }
      self.init(url: url)
      httpMethod = request.method
      timeoutInterval = request.timeout.seconds
      for header in request.headers { setValue(header.value, forHTTPHeaderField: header.name) }
      if !request.body.isEmpty { httpBody = Data(request.body) }
    }
  }

  extension Result where Success == HTTPResponse, Failure == HTTPError {
    static func answer(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) -> Self {
      guard error == nil, let response = response as? HTTPURLResponse else {
        return .failure(HTTPError(error))
      }
      let headers = response.allHeaderFields.map { HTTPHeader("\($0.key)", "\($0.value)") }
      return .success(
        HTTPResponse(
          status: response.statusCode, headers: headers.sorted { $0.name < $1.name },
          body: [UInt8](data ?? Data())))
    }
  }

  extension HTTPError {
    init(_ error: (any Error)?) {
      switch (error as? URLError)?.code {
      case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff:
        self = .notConnectedToInternet
      case .timedOut: self = .timedOut
      case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed: self = .cannotConnectToHost
      case .badURL, .unsupportedURL: self = .badURL
      case .cancelled: self = .cancelled
      case .unknown: self = .unavailable
      default: self = .networkConnectionLost
      }
    }
  }
#endif
