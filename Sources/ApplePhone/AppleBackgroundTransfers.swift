#if os(iOS) || os(Linux)
  import Cryptography
  import Foundation
  import PhoneAPI

  /// The transfers of an iOS app that outlast its process.
  final class AppleBackgroundTransfers: NSObject, BackgroundTransfers, URLSessionDataDelegate,
    @unchecked Sendable
  {
    private static let sessionIdentifier = "odograph"
    private lazy var session = makeSession()
    /// The bodies of answers so far, by task.
    private var received: [Int: Data] = [:]
    private var onEventsEnd: (() -> Void)?
    /// The transfers that the app has canceled, of which it gets no result.
    private var canceled: Set<String> = []

    let availability = ServiceAvailability.available

    /// A process that sets this gets the results of earlier processes.
    var onFinish: ((_ identifier: String, Result<HTTPResponse, HTTPError>) -> Void)? {
      didSet { if onFinish != nil { _ = session } }
    }

    private func makeSession() -> URLSession {
      let configuration = URLSessionConfiguration.background(
        withIdentifier: Self.sessionIdentifier)
      configuration.sessionSendsLaunchEvents = true
      return URLSession(configuration: configuration, delegate: self, delegateQueue: .main)
    }

    /// The system reads the body from a file, which is removed after the transfer.
    func upload(_ request: HTTPRequest, identifier: String, isDiscretionary: Bool) {
      guard var urlRequest = URLRequest(request) else {
        return report(identifier, .failure(.badURL))
      }
      urlRequest.httpBody = nil
      let file = Self.file(of: identifier)
      do {
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(request.body).write(to: file, options: .atomic)
      } catch {
        return report(identifier, .failure(.unavailable))
      }
      let task = session.uploadTask(with: urlRequest, fromFile: file)
      task.taskDescription = identifier
      task.resume()
    }

    /// Cancels a transfer that this process or an earlier one has begun.
    func cancel(identifier: String) {
      canceled.insert(identifier)
      session.getAllTasks { tasks in
        for task in tasks where task.taskDescription == identifier { task.cancel() }
      }
    }

    private func report(_ identifier: String, _ result: Result<HTTPResponse, HTTPError>) {
      DispatchQueue.main.async { [self] in onFinish?(identifier, result) }
    }

    private static func file(of identifier: String) -> URL {
      let name = hexadecimal(sha256(Array(identifier.utf8)))
      return FileManager.default.temporaryDirectory
        .appendingPathComponent("odograph-transfers").appendingPathComponent(name)
    }

    /// Passes the events of earlier processes on, and calls `completion` after the last.
    func handleEvents(completion: @escaping () -> Void) {
      onEventsEnd = completion
      _ = session
    }

    // MARK: URLSessionDataDelegate

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      received[dataTask.taskIdentifier, default: Data()].append(data)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      let data = received.removeValue(forKey: task.taskIdentifier)
      guard let identifier = task.taskDescription else { return }
      try? FileManager.default.removeItem(at: Self.file(of: identifier))
      guard canceled.remove(identifier) == nil else { return }
      onFinish?(identifier, .answer(data, task.response, error))
    }

    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
      onEventsEnd?()
      onEventsEnd = nil
    }
  }
#endif
