import EventKernel
import PhoneAPI
import PhoneProfiles
import Timekeeping
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The server that receives the app's requests over the simulated network.
public protocol SimulatedServer: AnyObject {
  func respond(to request: HTTPRequest, at instant: Instant) -> HTTPResponse

  /// Returns the reply, which can include a fault of the server. By default the server answers at
  /// once and completely.
  func reply(to request: HTTPRequest, at instant: Instant) -> ServerReply
}

extension SimulatedServer {
  public func reply(to request: HTTPRequest, at instant: Instant) -> ServerReply {
    .answers(respond(to: request, at: instant), after: .zero)
  }
}

/// The reaction of the server to a request that reached it.
public enum ServerReply: Sendable, Hashable {
  /// The server answers after its own delay, in addition to the time on the network.
  case answers(HTTPResponse, after: TimeSpan)
  /// The server accepts the request and never answers.
  case hangs
  /// The server accepts the request, but the connection breaks before the answer is complete.
  case breaksOff
}

/// A period in which the server cannot be reached.
public struct ServerOutage: Sendable, Hashable {
  public var start: Instant
  public var end: Instant

  public init(start: Instant, end: Instant) {
    self.start = start
    self.end = end
  }
}

/// Carries requests from the app to the server, and answers back. The request and the answer arrive
/// at different times.
///
/// The app can therefore be killed between the two. The server has then accepted the request, and
/// the app never gets the answer. A kill during the transfer breaks the connection, and the server
/// receives nothing. The answer for a suspended app waits until the app runs again. If the app is
/// suspended for long, it gets the error of a lost connection instead. Failures have a rate per
/// second of transfer, so large batches fail more often.
final class HTTPService: PhonePart {
  private let system: OperatingSystemParameters
  private let failures: SeededRandom
  private let server: (any SimulatedServer)?
  private let outages: [ServerOutage]

  private static let unreachableSeconds: Int64 = 2
  /// The size of an HTTP request's first line and headers [bytes].
  private static let headerBytes = 400

  init(
    phone: SimulatedPhone, system: OperatingSystemParameters, chance: SeededRandom,
    server: (any SimulatedServer)?, outages: [ServerOutage]
  ) {
    self.system = system
    self.server = server
    self.outages = outages
    failures = chance.stream("network.failures")
    super.init(phone: phone)
  }

  var reachability: Reachability {
    switch phone.span.network {
    case .none: .none
    case .wifi: .wifi
    case .cellular, .poorCellular: .cellular
    }
  }

  /// Reports another kind of network to the running app, if the app listens for that.
  func reportReachability() {
    guard let process = phone.app?.process, process.isRunning,
      let report = process.handlers.reachabilityChanged, process.knownReachability != reachability
    else { return }
    process.knownReachability = reachability
    report()
  }

  func send(
    _ request: HTTPRequest, from process: AppProcess,
    completion: @escaping (Result<HTTPResponse, HTTPError>) -> Void
  ) {
    let slot = process.addRequest(PendingRequest(request: request, completion: completion))
    switch transmit(request) {
    case .offline:
      answer(.failure(.notConnectedToInternet), process, slot: slot, after: .milliseconds(10))
    case .serverAway(let wait):
      answer(.failure(.cannotConnectToHost), process, slot: slot, after: wait)
    case .breaks(let duration) where duration <= request.timeout:
      answer(.failure(.networkConnectionLost), process, slot: slot, after: duration)
    case .arrives(let duration) where duration <= request.timeout:
      phone.schedule(
        .process(process.number, .requestReachesServer(slot: slot)), after: duration)
    case .breaks, .arrives:
      answer(.failure(.timedOut), process, slot: slot, after: request.timeout)
    }
  }

  /// The result of sending a request to the server, with the time until the phone knows it.
  enum Transmission {
    case offline
    case serverAway(after: TimeSpan)
    case breaks(after: TimeSpan)
    case arrives(after: TimeSpan)
  }

  /// Sends a request now, for a process or a background transfer, and books the radio's energy.
  func transmit(_ request: HTTPRequest) -> Transmission {
    if reachability == .none {
      phone.notify(.request(bytes: request.body.count, .offline))
      return .offline
    }
    if isServerAway {
      phone.notify(.request(bytes: request.body.count, .serverAway))
      // The radio wakes for a connection that the server does not accept.
      _ = phone.modem.transfer(bytes: Self.headerBytes, over: phone.span.network)
      return .serverAway(after: .seconds(Self.unreachableSeconds))
    }
    let bytes = request.body.count + Self.headerBytes
    let duration = phone.modem.transfer(bytes: bytes, over: phone.span.network)
    let failureShare = 1 - exp(-system.transferFailuresPerSecond * duration.seconds)
    guard failures.happens(withProbability: failureShare, at: phone.now.wholeSeconds) else {
      return .arrives(after: duration)
    }
    phone.notify(.request(bytes: request.body.count, .brokenOff))
    return .breaks(after: duration)
  }

  /// Hands the complete request to the server and schedules the answer.
  func reachServer(_ process: AppProcess, slot: Int) {
    guard let pending = process.request(slot: slot),
      let (outcome, wait) = answer(to: pending.request)
    else { return }
    answer(outcome, process, slot: slot, after: wait)
  }

  /// Returns the result of a request that has reached the server, and the time until the phone has
  /// this result.
  ///
  /// The timeout of a request runs from the last byte sent, as in URLSession.
  func answer(
    to request: HTTPRequest
  ) -> (outcome: Result<HTTPResponse, HTTPError>, wait: TimeSpan)? {
    guard let server else { return nil }
    let serverTime = TimeSpan.seconds(system.serverSeconds)
    switch server.reply(to: request, at: phone.now) {
    case .answers(let response, let delay) where serverTime + delay <= request.timeout:
      phone.note(.server, "server") { "answers \(response.status) to \(request.body.count) bytes" }
      phone.notify(.request(bytes: request.body.count, .answered(status: response.status)))
      let download = phone.modem.transfer(
        bytes: response.body.count + Self.headerBytes, .down, over: phone.span.network)
      return (.success(response), serverTime + delay + download)
    case .answers, .hangs:
      phone.note(.server, "server") { "accepts \(request.body.count) bytes and does not answer" }
      phone.notify(.request(bytes: request.body.count, .unanswered))
      return (.failure(.timedOut), request.timeout)
    case .breaksOff:
      phone.note(.server, "server") { "accepts \(request.body.count) bytes and disconnects" }
      phone.notify(.request(bytes: request.body.count, .brokenOff))
      let download = phone.modem.transfer(
        bytes: Self.headerBytes, .down, over: phone.span.network)
      return (.failure(.networkConnectionLost), serverTime + download)
    }
  }

  func answerArrives(_ process: AppProcess, slot: Int) {
    guard var pending = process.request(slot: slot) else { return }
    pending.arrivedAt = phone.now
    process.update(pending, slot: slot)
    if process.isRunning { complete(process, slot: slot) }
  }

  /// Delivers the answers that came while the process was suspended, in the order of sending.
  func deliverHeldAnswers(to process: AppProcess) {
    for slot in process.answeredRequests { complete(process, slot: slot) }
  }

  private func complete(_ process: AppProcess, slot: Int) {
    guard let pending = process.request(slot: slot), let answer = pending.answer,
      let arrivedAt = pending.arrivedAt
    else { return }
    process.removeRequest(slot: slot)
    let isTooLate = (phone.now - arrivedAt).seconds > system.suspendedAnswerSecondsMax
    pending.completion(isTooLate ? .failure(.networkConnectionLost) : answer)
  }

  private func answer(
    _ answer: Result<HTTPResponse, HTTPError>, _ process: AppProcess, slot: Int,
    after wait: TimeSpan
  ) {
    guard var pending = process.request(slot: slot) else { return }
    pending.answer = answer
    process.update(pending, slot: slot)
    phone.schedule(.process(process.number, .answerArrives(slot: slot)), after: wait)
  }

  private var isServerAway: Bool {
    server == nil || outages.contains { $0.start <= phone.now && phone.now < $0.end }
  }
}
