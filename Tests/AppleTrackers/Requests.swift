import Foundation
import UIKit

/// An app that makes requests of each kind when the user opens it again, one after the other.
final class Requests: UIResponder, UIApplicationDelegate, URLSessionDataDelegate,
  URLSessionDownloadDelegate
{
  private let url = URL(string: "https://ours.example/points")
  private let body = Data(#"{"locations":[]}"#.utf8)
  private let file = URL(fileURLWithPath: NSHomeDirectory() + "/Documents/body.txt")
  private var next: CheckedContinuation<Void, Never>?

  func applicationWillEnterForeground(_ application: UIApplication) {
    try? body.write(to: file)
    Task { await runAll() }
  }

  private func runAll() async {
    guard let url else { return }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.httpBody = body
    await runDelegate(request)
    await runCanceled(request)
    await runAsynchronous(request)
    await runFailures(request)
    note("end", "")
  }

  private func runDelegate(_ request: URLRequest) async {
    let session = URLSession(configuration: .default, delegate: self, delegateQueue: nil)
    for task in [
      session.uploadTask(with: request, fromFile: file), session.dataTask(with: request),
      session.downloadTask(with: request),
    ] {
      await withCheckedContinuation { continuation in
        next = continuation
        task.resume()
      }
    }
    let files = try? FileManager.default.contentsOfDirectory(atPath: NSTemporaryDirectory())
      .filter { $0.hasPrefix("CFNetworkDownload") }
    note("left", "\(await session.allTasks.count) and \(files?.count ?? -1) files")
    await withCheckedContinuation { continuation in
      next = continuation
      session.finishTasksAndInvalidate()
    }
  }

  private func runCanceled(_ request: URLRequest) async {
    let session = URLSession(
      configuration: .background(withIdentifier: "canceled"), delegate: self, delegateQueue: nil)
    let task = session.uploadTask(with: request, fromFile: file)
    await withCheckedContinuation { continuation in
      next = continuation
      task.resume()
      task.cancel()
    }
    note("left", "\(await session.allTasks.count)")
  }

  private func runAsynchronous(_ request: URLRequest) async {
    let session = URLSession.shared
    do {
      let (data, _) = try await session.upload(for: request, fromFile: file)
      note("upload", "\(data.count)")
      var streamed = request
      streamed.httpBody = nil
      streamed.httpBodyStream = InputStream(data: body)
      note("stream", "\(try await session.data(for: streamed).0.count)")
      let (copy, response) = try await session.download(for: request)
      let size = try Data(contentsOf: copy).count
      note("download", "\(size) \((response as? HTTPURLResponse)?.statusCode ?? 0)")
      try FileManager.default.removeItem(at: copy)
    } catch { note("error", "\(error)") }
  }

  private func runFailures(_ request: URLRequest) async {
    let session = URLSession.shared
    let task = Task { try await session.data(for: request) }
    await Task.yield()
    task.cancel()
    await noteCode("cancelled") { _ = try await task.value }
    var short = request
    short.timeoutInterval = 5
    let start = Date()
    await noteCode("short") { _ = try await session.data(for: short) }
    note("after", "\(Int(Date().timeIntervalSince(start).rounded()))")
    let missing = file.appendingPathExtension("missing")
    await noteCode("missing") { _ = try await session.upload(for: request, fromFile: missing) }
  }

  private func noteCode(_ topic: String, _ run: () async throws -> Void) async {
    do {
      try await run()
      note(topic, "success")
    } catch {
      note(topic, "\((error as? URLError)?.code.rawValue ?? 0)")
    }
  }

  // MARK: The delegate

  private func goOn() {
    next?.resume()
    next = nil
  }

  nonisolated func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64, totalBytesExpectedToSend: Int64
  ) { note("\(task.taskIdentifier)", "sent \(totalBytesSent) of \(totalBytesExpectedToSend)") }

  nonisolated func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    note(
      "\(dataTask.taskIdentifier)",
      "response \((response as? HTTPURLResponse)?.statusCode ?? 0)")
    // The second task is one of which the app does not want the answer.
    completionHandler(dataTask.taskIdentifier == 2 ? .cancel : .allow)
  }

  nonisolated func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
  ) { note("\(dataTask.taskIdentifier)", "data \(data.count)") }

  nonisolated func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL
  ) {
    let size = (try? Data(contentsOf: location))?.count ?? -1
    note("\(downloadTask.taskIdentifier)", "file \(size)")
  }

  nonisolated func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    note("\(task.taskIdentifier)", "complete \((error as? URLError)?.code.rawValue ?? 0)")
    Task { @MainActor in goOn() }
  }

  nonisolated func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?)
  {
    note("invalid", "\(error == nil)")
    Task { @MainActor in goOn() }
  }
}
