import Foundation

/// The asynchronous forms of tasks. The cancellation of the caller cancels the task.
extension URLSession {
  public func data(
    for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) {
    try await result(delegate) { dataTask(with: request, completionHandler: $0) }
  }

  public func data(
    from url: URL, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) {
    try await data(for: URLRequest(url: url), delegate: delegate)
  }

  public func upload(
    for request: URLRequest, from body: Data, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) {
    try await result(delegate) { uploadTask(with: request, from: body, completionHandler: $0) }
  }

  public func upload(
    for request: URLRequest, fromFile file: URL, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) {
    try await result(delegate) { uploadTask(with: request, fromFile: file, completionHandler: $0) }
  }

  /// The app moves or deletes the file.
  public func download(
    for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (URL, URLResponse) {
    try await result(delegate) { completion in
      refuseHandlerInBackground()
      return URLSessionDownloadTask(self, request, .ofRequest, .keptFile(completion))
    }
  }

  public func download(
    from url: URL, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (URL, URLResponse) {
    try await download(for: URLRequest(url: url), delegate: delegate)
  }

  public var allTasks: [URLSessionTask] {
    get async {
      await withCheckedContinuation { continuation in
        getAllTasks { continuation.resume(returning: $0) }
      }
    }
  }

  public var tasks: ([URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]) {
    get async {
      await withCheckedContinuation { continuation in
        getTasksWithCompletionHandler { continuation.resume(returning: ($0, $1, $2)) }
      }
    }
  }

  /// Runs a task, and returns what it passes to its completion handler.
  private func result<Value: Sendable>(
    _ delegate: (any URLSessionTaskDelegate)?,
    _ make: (@escaping @Sendable (Value?, URLResponse?, (any Error)?) -> Void) -> URLSessionTask
  ) async throws -> (Value, URLResponse) {
    let running = RunningTask()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let task = make { value, response, error in
          if let value, let response {
            continuation.resume(returning: (value, response))
          } else {
            continuation.resume(throwing: error ?? URLError(.unknown))
          }
        }
        task.delegate = delegate
        running.task = task
        task.resume()
        if Task.isCancelled { task.cancel() }
      }
    } onCancel: {
      running.task?.cancel()
    }
  }
}

/// The task that a cancellation ends. All of it happens on the process's only thread.
private final class RunningTask: @unchecked Sendable { var task: URLSessionTask? }
