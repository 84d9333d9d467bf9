import Dispatch
import PhoneAPI
import Synchronization
import Timekeeping

/// Requests whose caller waits for the answer, for commands that have nothing else to do.
package enum WaitingHTTP {
  /// Sends a request and waits for its answer, at most for the request's timeout.
  package static func send(_ request: HTTPRequest) -> Result<HTTPResponse, HTTPError> {
    guard Origin(request.url) != nil else { return .failure(.badURL) }
    guard let thread = TransferThread() else { return .failure(.cannotConnectToHost) }
    defer { thread.end() }
    let answer = Mutex<Result<HTTPResponse, HTTPError>>(.failure(.timedOut))
    let arrival = DispatchSemaphore(value: 0)
    thread.begin(request, 1) { result in
      answer.withLock { $0 = result }
      arrival.signal()
    }
    if arrival.wait(timeout: .now() + request.timeout.seconds) == .timedOut { thread.cancel(1) }
    return answer.withLock { $0 }
  }
}
