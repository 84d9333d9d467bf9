import EventKernel
import PhoneAPI
import Timekeeping
import World

/// The far end of the app's requests, as the simulated network reaches it.
public protocol SimulatedServer: AnyObject {
  func respond(to request: HTTPRequest, at instant: Instant) -> HTTPResponse
}

/// When the server cannot be reached.
public struct ServerOutage: Sendable, Hashable {
  public var start: Instant
  public var end: Instant

  public init(start: Instant, end: Instant) {
    self.start = start
    self.end = end
  }
}

/// Carries requests from the app to the server and answers back, each at its own instant.
///
/// So a kill can fall between the two: the server has taken the request and nobody hears of it.
/// A suspended app's answer waits until it runs again, and turns into a lost connection if that takes
/// long. Failures are a rate per second of transfer, so that large batches fail more often.
final class HTTPService {
  private unowned(unsafe) let phone: SimulatedPhone
  private let system: OperatingSystemParameters
  private let failures: Chance
  private let server: (any SimulatedServer)?
  private let outages: [ServerOutage]
  private var requests: Int64 = 0

  private static let unreachableSeconds: Int64 = 2

  init(
    phone: SimulatedPhone, system: OperatingSystemParameters, chance: Chance,
    server: (any SimulatedServer)?, outages: [ServerOutage]
  ) {
    self.phone = phone
    self.system = system
    self.server = server
    self.outages = outages
    failures = chance.stream("network.failures")
  }

  var reachability: Reachability {
    switch phone.span.network {
    case .none: .none
    case .wifi: .wifi
    case .cellular, .poorCellular: .cellular
    }
  }

  func send(
    _ request: HTTPRequest, from process: AppProcess,
    completion: @escaping (Result<HTTPResponse, HTTPError>) -> Void
  ) {
    let slot = process.addRequest(
      PendingRequest(request: request, sentAt: phone.now, answer: nil, completion: completion))
    if let error = failureAtOnce(request) {
      answer(.failure(error.0), process: process.number, slot: slot, after: error.1)
      return
    }
    requests += 1
    let bytes = request.body.count + 400  // request line and headers
    let duration = phone.modem.transfer(bytes: bytes, over: phone.span.network)
    let failureShare = system.transferFailuresPerSecond * duration.seconds
    if failures.happens(withProbability: failureShare, at: phone.now.wholeSeconds) {
      answer(
        .failure(.networkConnectionLost), process: process.number, slot: slot, after: duration)
      return
    }
    phone.schedule(
      .requestReachesServer(process: process.number, slot: slot), after: duration)
  }

  /// The request is at the server, whether or not its sender still lives.
  func reachServer(process number: Int, slot: Int) {
    guard let process = phone.process(number), var pending = process.request(slot: slot),
      let server
    else { return }
    let response = server.respond(to: pending.request, at: phone.now)
    phone.note(.server, "server") {
      "answers \(response.status) to \(pending.request.body.count) bytes"
    }
    pending.answer = .success(response)
    process.update(pending, slot: slot)
    phone.schedule(
      .answerArrives(process: number, slot: slot), after: .seconds(system.serverSeconds))
  }

  func answerArrives(process number: Int, slot: Int) {
    guard let process = phone.process(number), process.isRunning else { return }
    complete(process, slot: slot)
  }

  /// The process runs again: answers that came meanwhile are handed over, in the order of sending.
  func deliverHeldAnswers(to process: AppProcess) {
    for slot in process.answeredRequests { complete(process, slot: slot) }
  }

  private func complete(_ process: AppProcess, slot: Int) {
    guard let pending = process.request(slot: slot), let answer = pending.answer else { return }
    process.removeRequest(slot: slot)
    let isTooLate = (phone.now - pending.sentAt).seconds > system.suspendedAnswerSecondsMax
    pending.completion(isTooLate ? .failure(.networkConnectionLost) : answer)
  }

  private func answer(
    _ answer: Result<HTTPResponse, HTTPError>, process number: Int, slot: Int, after: TimeSpan
  ) {
    guard let process = phone.process(number), var pending = process.request(slot: slot) else {
      return
    }
    pending.answer = answer
    process.update(pending, slot: slot)
    phone.schedule(.answerArrives(process: number, slot: slot), after: after)
  }

  private func failureAtOnce(_ request: HTTPRequest) -> (HTTPError, TimeSpan)? {
    if reachability == .none { return (.notConnectedToInternet, .milliseconds(10)) }
    let isOut = outages.contains { $0.start <= phone.now && phone.now < $0.end }
    if server == nil || isOut {
      return (.cannotConnectToHost, .seconds(Self.unreachableSeconds))
    }
    return nil
  }
}
