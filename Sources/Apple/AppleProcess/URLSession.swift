import Foundation
import PhoneAPI

/// A session whose requests go over the simulated phone's network to the scenario's server, with
/// the interface of Foundation's as far as trackers use it.
open class URLSession: NSObject, @unchecked Sendable {
  public typealias Completion = @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  public typealias FileCompletion = @Sendable (URL?, URLResponse?, (any Error)?) -> Void

  open class var shared: URLSession {
    CurrentPhone.single { URLSession(configuration: .default) }
  }
  public let configuration: URLSessionConfiguration
  /// The delegate, which the session keeps until it is invalidated.
  public private(set) var delegate: (any URLSessionDelegate)?
  public let delegateQueue: Foundation.OperationQueue
  open var sessionDescription: String?
  /// The tasks that have not ended, in the order in which they were made.
  private(set) var unended: [URLSessionTask] = []
  private var taskCount = 0
  private var isInvalid = false

  public convenience init(configuration: URLSessionConfiguration) {
    self.init(configuration: configuration, delegate: nil, delegateQueue: nil)
  }

  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
    delegateQueue queue: Foundation.OperationQueue?
  ) {
    self.configuration = configuration.copy() as? URLSessionConfiguration ?? configuration
    self.delegate = delegate
    delegateQueue = queue ?? OperationQueue()
    if queue == nil { delegateQueue.maxConcurrentOperationCount = 1 }
    super.init()
    guard let identifier = configuration.identifier else { return }
    let (next, records) = BackgroundSessions.current.open(self, identifier)
    taskCount = next
    for record in records { restore(record) }
  }

  // MARK: Tasks

  open func dataTask(with request: URLRequest) -> URLSessionDataTask {
    requireForeground("Data tasks are not supported in background sessions.")
    return URLSessionDataTask(self, request, .ofRequest, .delegate)
  }

  open func dataTask(with url: URL) -> URLSessionDataTask { dataTask(with: URLRequest(url: url)) }

  open func dataTask(with request: URLRequest, completionHandler: @escaping Completion)
    -> URLSessionDataTask
  {
    refuseHandlerInBackground()
    return URLSessionDataTask(self, request, .ofRequest, .data(completionHandler))
  }

  open func dataTask(with url: URL, completionHandler: @escaping Completion) -> URLSessionDataTask {
    dataTask(with: URLRequest(url: url), completionHandler: completionHandler)
  }

  open func uploadTask(with request: URLRequest, fromFile file: URL) -> URLSessionUploadTask {
    if configuration.identifier != nil, !FileManager.default.isReadableFile(atPath: file.path) {
      fatalError("Cannot read file at \(file.absoluteString)")
    }
    return URLSessionUploadTask(self, request, .file(file), .delegate)
  }

  open func uploadTask(
    with request: URLRequest, fromFile file: URL, completionHandler: @escaping Completion
  ) -> URLSessionUploadTask {
    refuseHandlerInBackground()
    return URLSessionUploadTask(self, request, .file(file), .data(completionHandler))
  }

  open func uploadTask(with request: URLRequest, from body: Data) -> URLSessionUploadTask {
    requireForeground("Upload tasks from NSData are not supported in background sessions.")
    return URLSessionUploadTask(self, request, .data(body), .delegate)
  }

  open func uploadTask(
    with request: URLRequest, from body: Data?, completionHandler: @escaping Completion
  ) -> URLSessionUploadTask {
    refuseHandlerInBackground()
    return URLSessionUploadTask(self, request, .data(body ?? Data()), .data(completionHandler))
  }

  open func downloadTask(with request: URLRequest) -> URLSessionDownloadTask {
    URLSessionDownloadTask(self, request, .ofRequest, .delegate)
  }

  open func downloadTask(with url: URL) -> URLSessionDownloadTask {
    downloadTask(with: URLRequest(url: url))
  }

  open func downloadTask(
    with request: URLRequest, completionHandler: @escaping FileCompletion
  ) -> URLSessionDownloadTask {
    refuseHandlerInBackground()
    return URLSessionDownloadTask(self, request, .ofRequest, .file(completionHandler))
  }

  open func downloadTask(
    with url: URL, completionHandler: @escaping FileCompletion
  ) -> URLSessionDownloadTask {
    downloadTask(with: URLRequest(url: url), completionHandler: completionHandler)
  }

  /// Ends the process as Apple's exception does.
  private func requireForeground(_ reason: String) {
    if configuration.identifier != nil { fatalError(reason) }
  }

  func refuseHandlerInBackground() {
    requireForeground(
      "Completion handler blocks are not supported in background sessions. "
        + "Use a delegate instead.")
  }

  open func getAllTasks(completionHandler: @escaping @Sendable ([URLSessionTask]) -> Void) {
    CurrentPhone.soon { [self] in report { completionHandler(self.unended) } }
  }

  open func getTasksWithCompletionHandler(
    _ completionHandler:
      @escaping @Sendable (
        [URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]
      ) -> Void
  ) {
    getAllTasks { tasks in
      completionHandler(
        tasks.filter { !($0 is URLSessionUploadTask) }.compactMap { $0 as? URLSessionDataTask },
        tasks.compactMap { $0 as? URLSessionUploadTask },
        tasks.compactMap { $0 as? URLSessionDownloadTask })
    }
  }

  // MARK: The end

  /// Cancels all tasks, each of which ends with the error `cancelled`, and ends the session.
  open func invalidateAndCancel() {
    guard self !== URLSession.shared else { return }
    isInvalid = true
    for task in unended { task.cancel() }
    endIfDone()
  }

  /// Ends the session once its tasks have ended.
  open func finishTasksAndInvalidate() {
    guard self !== URLSession.shared else { return }
    isInvalid = true
    endIfDone()
  }

  private func endIfDone() {
    guard isInvalid, unended.isEmpty else { return }
    report {
      let delegate = self.delegate
      self.delegate = nil
      if let identifier = self.configuration.identifier {
        BackgroundSessions.current.close(self, identifier)
      }
      delegate?.urlSession(self, didBecomeInvalidWithError: nil)
    }
  }
}

extension URLSession {
  /// Makes a callback on the delegate's queue.
  func report(_ callback: @escaping () -> Void) {
    if CurrentPhone.isMain(delegateQueue) { return CurrentPhone.soon(callback) }
    nonisolated(unsafe) let callback = callback
    delegateQueue.addOperation { callback() }
  }
}

/// The session's own list of its tasks.
extension URLSession {
  func nextTaskIdentifier() -> Int {
    if isInvalid { fatalError("Task created in a session that has been invalidated") }
    taskCount += 1
    return taskCount
  }

  /// Keeps a task until it has ended, though the app may not.
  func keep(_ task: URLSessionTask) { unended.append(task) }

  /// Forgets a task that has made its last callback.
  func release(_ task: URLSessionTask) {
    unended.removeAll { $0 === task }
    if let identifier = configuration.identifier {
      BackgroundSessions.current.release(task, of: self, identifier)
    }
    endIfDone()
  }

  /// Returns the running task with the number; nil for one that the app has cancelled.
  func task(numbered number: Int) -> URLSessionTask? {
    unended.first { $0.taskIdentifier == number }
  }

  /// Makes a task again that an earlier process of the app has started.
  private func restore(_ record: TransferRecord) {
    let task =
      switch record.kind {
      case .upload: URLSessionUploadTask(self, record)
      case .download: URLSessionDownloadTask(self, record)
      }
    guard let result = record.result else { return }
    CurrentPhone.soon { task.finish(result) }
  }
}
