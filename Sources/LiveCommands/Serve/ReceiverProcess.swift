import Dispatch
import Foundation
import PhoneAPI
import ReceiverService
import Synchronization
import Terminal
import Text
import Timekeeping

/// The server process of `odograph serve`. It opens the port, answers requests, and ends at a
/// signal.
final class ReceiverProcess: Sendable {
  private let server: HTTPServer
  /// The site that answers requests. Empty until `run` sets it, when the address is known.
  private let site: SiteHolder

  var port: UInt16 { server.port }

  private init(_ server: HTTPServer, _ site: SiteHolder) {
    self.server = server
    self.site = site
  }

  /// Opens the port. This happens before any file is created, so that a failure leaves no files
  /// behind.
  static func listen(host: String, port: UInt16) throws(InputError) -> ReceiverProcess {
    let holder = SiteHolder()
    let address = host == "localhost" ? "127.0.0.1" : host
    guard isAddress(address) else {
      throw InputError(
        .commandLine, "--host \(quoted(host)) is not an address",
        accepted: "an address of this machine such as 127.0.0.1, 0.0.0.0 or ::1, or localhost")
    }
    do {
      let server = try HTTPServer(
        host: address, port: port,
        admit: { await holder.admission(of: $0) }, handle: { await holder.answer($0) })
      return ReceiverProcess(server, holder)
    } catch {
      throw InputError(
        .commandLine, "the server cannot listen on --host \(host) --port \(port) (\(error))",
        accepted: "an address of this machine and a free port")
    }
  }

  private static func isAddress(_ text: String) -> Bool {
    var room = in6_addr()
    return inet_pton(AF_INET, text, &room) == 1 || inet_pton(AF_INET6, text, &room) == 1
  }

  /// Runs until a signal ends the server. A second signal ends the program at once, if it comes at
  /// least a second later.
  ///
  /// - Parameter onReady: called as soon as the program handles signals.
  func run(_ site: ReceiverSite, onReady: () -> Void) throws {
    self.site.site.withLock { $0 = site }
    let server = server
    let interruption = InterruptionRequest(
      { Task { await server.stop() } },
      armed: { signal($0) { _ in _exit(ExitStatus.interrupted.rawValue) } })
    defer { interruption.end() }
    onReady()
    let done = DispatchSemaphore(value: 0)
    let failure = Mutex<(any Error)?>(nil)
    Task {
      do { try await server.run() } catch { failure.withLock { $0 = error } }
      done.signal()
    }
    done.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }
}

private final class SiteHolder: Sendable {
  let site = Mutex<ReceiverSite?>(nil)

  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    guard let site = site.withLock({ $0 }) else { return HTTPResponse(status: 503) }
    return await site.answer(request)
  }

  func admission(of head: HTTPRequest) async -> HTTPAdmission {
    guard let site = site.withLock({ $0 }) else { return .refused(HTTPResponse(status: 503)) }
    return await site.admission(of: head)
  }
}
