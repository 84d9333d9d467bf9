import Foundation

/// A task whose answer the app gets as data.
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {
  override func deliver() {
    guard case .delegate = receiver, let delegate = taskDelegate as? any URLSessionDataDelegate
    else { return end(nil) }
    // Background uploads have no decision about the answer.
    guard !isTransfer, let response else { return deliver(to: delegate) }
    delegate.urlSession(session, dataTask: self, didReceive: response) { disposition in
      self.session.report {
        switch disposition {
        case .allow: self.deliver(to: delegate)
        case .cancel: self.end(URLError(.cancelled))
        }
      }
    }
  }

  private func deliver(to delegate: any URLSessionDataDelegate) {
    if !received.isEmpty { delegate.urlSession(session, dataTask: self, didReceive: received) }
    end(nil)
  }
}

/// A task that sends data or a file.
open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}

/// A task whose answer the app gets as a temporary file.
open class URLSessionDownloadTask: URLSessionTask, @unchecked Sendable {
  override func deliver() {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("CFNetworkDownload_\(UUID().uuidString).tmp")
    do { try received.write(to: file) } catch { return end(URLError(.cannotCreateFile)) }
    switch receiver {
    case .delegate:
      report(file)
      try? FileManager.default.removeItem(at: file)
    case .file(let completion):
      completion(file, response, nil)
      try? FileManager.default.removeItem(at: file)
    case .keptFile(let completion): completion(file, response, nil)
    case .data: break
    }
    end(nil)
  }

  private func report(_ file: URL) {
    guard let delegate = taskDelegate as? any URLSessionDownloadDelegate else { return }
    let count = countOfBytesReceived
    delegate.urlSession(
      session, downloadTask: self, didWriteData: count, totalBytesWritten: count,
      totalBytesExpectedToWrite: count)
    delegate.urlSession(session, downloadTask: self, didFinishDownloadingTo: file)
  }
}
