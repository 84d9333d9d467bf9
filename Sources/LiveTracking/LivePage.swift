import Cryptography
import Dispatch
import Foundation
import PhoneAPI
import ReceiverService
import Synchronization
import Text
import TrackingEngine

/// A page that shows the running tracker on a map, at a port that only this machine can reach.
///
/// A user's position is private, and this machine may have several users. Therefore the page's URL
/// has a path that cannot be guessed.
final class LivePage: Sendable {
  let address: String
  private let server: HTTPServer
  private let content: LivePageContent

  init(port: UInt16) throws(InputError) {
    let key = makeToken()
    let content = LivePageContent(path: "/\(key)")
    self.content = content
    do {
      server = try HTTPServer(host: "127.0.0.1", port: port) { content.answer($0) }
    } catch {
      throw InputError(
        .commandLine, "--map-port \(port) cannot be used (\(error))",
        accepted: "a port that no other program uses, or 0 for any free port")
    }
    address = "http://127.0.0.1:\(server.port)/\(key)/"
    let server = server
    Task { try? await server.run() }
  }

  /// Shows a status, and adds the simulated phone's new records to the page's track.
  func show(_ status: LiveStatus, _ tracker: Tracker, simulated: [Location] = []) {
    let regions = tracker.wishes.compactMap { wish -> CircularRegion? in
      if case .region(let region) = wish.service { region } else { nil }
    }
    let home = tracker.home.map {
      CircularRegion(
        identifier: "home", center: $0.zone.center, radiusMeters: $0.zone.radiusMeters)
    }
    content.show(status, regions: regions, home: home, simulated: simulated)
  }

  /// Stops the server. The call returns at once, since the program ends soon after.
  func end() {
    let server = server
    Task { await server.stop(grace: .zero) }
  }
}

/// The content of the page. Any thread may set and read it.
final class LivePageContent: Sendable {
  private struct State {
    var status: LiveStatus?
    var regions: [CircularRegion] = []
    var home: CircularRegion?
    var trail = LiveTrail()
    var simulated = LiveTrail()
  }

  private let state = Mutex(State())
  private let path: String

  init(path: String) { self.path = path }

  func show(
    _ status: LiveStatus, regions: [CircularRegion], home: CircularRegion?,
    simulated: [Location] = []
  ) {
    state.withLock { state in
      state.status = status
      state.regions = regions
      state.home = home
      if let fix = status.receiver.fix { state.trail.add(fix) }
      for record in simulated { state.simulated.add(record) }
    }
  }

  func answer(_ request: HTTPRequest) -> HTTPResponse {
    let url = URLComponents(string: request.url)
    var response = answer(url?.path ?? "", query: url?.query ?? "")
    if request.method != "GET" { response = HTTPResponse(status: 405) }
    response.headers += PageAssets.protections
    return response
  }

  private func answer(_ target: String, query: String) -> HTTPResponse {
    switch target {
    case path + "/": file("text/html", PackageResources.live_html)
    case path + "/live.js": file("text/javascript", PackageResources.live_js)
    case path + "/live.css": file("text/css", PackageResources.live_css)
    case path + "/state": state(query)
    default: PageAssets.answer(target) ?? HTTPResponse(status: 404)
    }
  }

  private func file(_ type: String, _ bytes: [UInt8]) -> HTTPResponse {
    HTTPResponse(
      status: 200, headers: [HTTPHeader("Content-Type", "\(type); charset=utf-8")], body: bytes)
  }

  /// Returns the page's state as an HTTP response.
  ///
  /// - Parameter query: The URL's query. With `after=N`, the points that the page already has are
  ///   left out; with `simulated=N`, those of the simulated phone.
  private func state(_ query: String) -> HTTPResponse {
    let known = Self.number("after", in: query)
    let knownSimulated = Self.number("simulated", in: query)
    let answer = state.withLock { state in
      var answer = LivePageState(state.status, state.regions, state.home, state.trail, known)
      answer?.simulated = Array(state.simulated.points(after: knownSimulated))
      return answer
    }
    guard let answer, let data = try? JSONEncoder().encode(answer) else {
      return HTTPResponse(status: 503)
    }
    return file("application/json", Array(data))
  }

  private static func number(_ name: String, in query: String) -> Int {
    query.split(separator: "&").first { $0.hasPrefix("\(name)=") }
      .flatMap { Int($0.dropFirst(name.count + 1)) } ?? 0
  }
}
