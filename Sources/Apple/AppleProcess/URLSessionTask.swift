import Foundation
import PhoneAPI
import Timekeeping

/// A request of a session, which `resume` sends.
open class URLSessionTask: NSObject, @unchecked Sendable {
  public enum State: Int, Sendable { case running, suspended, canceling, completed }

  /// The source of the bytes that a task sends.
  enum Payload {
    case ofRequest
    case data(Data)
    case file(URL)
  }

  /// The receiver of a task's result.
  enum Receiver {
    case delegate
    case data(URLSession.Completion)
    /// The file is deleted when the handler returns.
    case file(URLSession.FileCompletion)
    /// The app deletes the file.
    case keptFile(URLSession.FileCompletion)
  }

  /// The number of the task in its session. A background session counts on in the next process.
  public let taskIdentifier: Int
  public let originalRequest: URLRequest?
  open var currentRequest: URLRequest? { originalRequest }
  public private(set) var state: State
  public private(set) var response: URLResponse?
  public private(set) var error: (any Error)?
  public private(set) var countOfBytesSent: Int64 = 0
  public private(set) var countOfBytesReceived: Int64 = 0
  public private(set) var countOfBytesExpectedToSend: Int64
  public private(set) var countOfBytesExpectedToReceive: Int64 = 0
  /// Stand-in: `priority`, `countOfBytesClientExpectsToSend` and
  /// `countOfBytesClientExpectsToReceive` have no effect. They are hints on Apple's systems too.
  open var priority: Float = 0.5
  open var countOfBytesClientExpectsToSend: Int64 = -1
  open var countOfBytesClientExpectsToReceive: Int64 = -1
  public static let defaultPriority: Float = 0.5
  public static let lowPriority: Float = 0
  public static let highPriority: Float = 1
  /// A text of the app's own. That of a background task is there in later processes too.
  open var taskDescription: String? {
    didSet { if isTransfer, state == .running { BackgroundSessions.current.describe(self) } }
  }
  /// The delegate of this task alone. A background session ignores it.
  open var delegate: (any URLSessionTaskDelegate)?

  let session: URLSession
  let receiver: Receiver
  private let payload: Payload
  /// The body of the answer.
  private(set) var received = Data()
  /// The wait for a network.
  private var wait: (listener: Int, timer: TimerToken)?
  private var hasWaited = false

  init(_ session: URLSession, _ request: URLRequest, _ payload: Payload, _ receiver: Receiver) {
    taskIdentifier = session.nextTaskIdentifier()
    originalRequest = request
    state = .suspended
    countOfBytesExpectedToSend = 0
    self.session = session
    self.payload = payload
    self.receiver = receiver
    super.init()
    session.keep(self)
  }

  /// Makes a task again that an earlier process has started.
  init(_ session: URLSession, _ record: TransferRecord) {
    taskIdentifier = record.number
    originalRequest = record.urlRequest
    state = .running
    countOfBytesExpectedToSend = Int64(record.byteCount)
    taskDescription = record.description
    self.session = session
    payload = .ofRequest
    receiver = .delegate
    super.init()
    session.keep(self)
  }

  var isTransfer: Bool { session.configuration.identifier != nil }

  /// The delegate that gets the task's callbacks.
  var taskDelegate: (any URLSessionTaskDelegate)? {
    (isTransfer ? nil : delegate) ?? session.delegate as? any URLSessionTaskDelegate
  }

  open func resume() {
    guard state == .suspended, let request = originalRequest else { return }
    state = .running
    guard let body = payload.bytes(of: request) else {
      return finish(URLError(.fileDoesNotExist))
    }
    countOfBytesExpectedToSend = Int64(body.count)
    let configuration = session.configuration
    var message = HTTPRequest(request, body: body, timeout: configuration.timeout(of: request))
    if let identifier = configuration.identifier {
      return BackgroundSessions.current.start(self, message, in: identifier)
    }
    message.add(configuration.additionalHeaders)
    let patience = TimeSpan.seconds(configuration.timeoutIntervalForResource)
    send(message, until: CurrentPhone.phone.clock.uptime + patience)
  }

  /// Ends the task with the error `cancelled`.
  ///
  /// Stand-in: a request that `cancel` ends may still reach the server, unless it is that of a
  /// background session.
  open func cancel() {
    if state == .running, let identifier = session.configuration.identifier {
      BackgroundSessions.current.cancel(self, in: identifier)
    }
    finish(URLError(.cancelled))
  }

  // MARK: Sending

  private func send(_ request: HTTPRequest, until end: TimeSpan) {
    guard state == .running else { return }
    let phone = CurrentPhone.phone
    let isAllowed =
      phone.http.reachability != .cellular
      || originalRequest.map(session.configuration.allowsCellular) ?? true
    guard isAllowed else { return connectionIsMissing(request, until: end) }
    var timed = request
    timed.timeout = max(min(request.timeout, end - phone.clock.uptime), .zero)
    phone.http.send(timed) { result in
      if case .failure(.notConnectedToInternet) = result {
        self.connectionIsMissing(request, until: end)
      } else {
        self.finish(result)
      }
    }
  }

  /// Ends the task, or tries again after a change of the network if the session waits for one.
  private func connectionIsMissing(_ request: HTTPRequest, until end: TimeSpan) {
    guard state == .running else { return }
    guard session.configuration.waitsForConnectivity else {
      return finish(URLError(.notConnectedToInternet))
    }
    let clock = CurrentPhone.phone.clock
    let timer = clock.schedule(after: max(end - clock.uptime, .zero), repeats: false) {
      self.finish(URLError(.timedOut))
    }
    let listener = NetworkWatch.current.listen {
      self.endWait()
      self.send(request, until: end)
    }
    wait = (listener, timer)
    guard !hasWaited else { return }
    hasWaited = true
    session.report {
      self.taskDelegate?.urlSession(self.session, taskIsWaitingForConnectivity: self)
    }
  }

  private func endWait() {
    guard let wait else { return }
    NetworkWatch.current.stop(wait.listener)
    CurrentPhone.phone.clock.cancel(wait.timer)
    self.wait = nil
  }

  // MARK: The end

  func finish(_ result: Result<HTTPResponse, HTTPError>) {
    switch result {
    case .success(let response): finish(response)
    case .failure(.cancelled) where isTransfer:
      // The user has forced the app to quit (NET-5).
      finish(URLError(.cancelled, userInfo: [NSURLErrorBackgroundTaskCancelledReasonKey: 0]))
    case .failure(let error): finish(URLError(error.code))
    }
  }

  private func finish(_ error: URLError) {
    guard state == .running || state == .suspended else { return }
    endWait()
    state = error.code == .cancelled ? .canceling : .completed
    session.report { self.end(error) }
  }

  private func finish(_ answer: HTTPResponse) {
    guard state == .running else { return }
    state = .completed
    response = originalRequest?.url.flatMap { HTTPURLResponse($0, answer) }
    received = Data(answer.body)
    countOfBytesSent = countOfBytesExpectedToSend
    countOfBytesReceived = Int64(received.count)
    countOfBytesExpectedToReceive = countOfBytesReceived
    session.report {
      if self.countOfBytesSent > 0 {
        self.taskDelegate?.urlSession(
          self.session, task: self, didSendBodyData: self.countOfBytesSent,
          totalBytesSent: self.countOfBytesSent,
          totalBytesExpectedToSend: self.countOfBytesExpectedToSend)
      }
      self.deliver()
    }
  }

  /// Passes the answer to the app, and ends the task.
  func deliver() { end(nil) }

  /// Makes the task's last callback.
  func end(_ error: URLError?) {
    state = .completed
    self.error = error
    switch receiver {
    case .delegate:
      taskDelegate?.urlSession(session, task: self, didCompleteWithError: error)
    case .data(let completion):
      if let error { completion(nil, nil, error) } else { completion(received, response, nil) }
    case .file(let completion), .keptFile(let completion):
      if let error { completion(nil, nil, error) }
    }
    session.release(self)
  }
}
