import Foundation
import PhoneAPI
import Timekeeping

/// The forms of the other services' values in messages.

extension LinkObject {
  package init(_ activity: MotionActivity) {
    self.init([
      "confidence": LinkValue(activity.confidence.rawValue), "start": LinkValue(activity.start),
    ])
    let states = [
      ("stationary", activity.stationary), ("walking", activity.walking),
      ("running", activity.running), ("cycling", activity.cycling),
      ("automotive", activity.automotive), ("unknown", activity.unknown),
    ]
    for (name, isTrue) in states where isTrue { add(name, true) }
  }

  package var activity: MotionActivity? {
    guard let start = self["start"].instant else { return nil }
    let level = self["confidence"].whole.flatMap(Int.init(exactly:)) ?? 0
    var activity = MotionActivity(
      confidence: MotionActivity.Confidence(rawValue: level) ?? .low, start: start)
    activity.stationary = self["stationary"].flag ?? false
    activity.walking = self["walking"].flag ?? false
    activity.running = self["running"].flag ?? false
    activity.cycling = self["cycling"].flag ?? false
    activity.automotive = self["automotive"].flag ?? false
    activity.unknown = self["unknown"].flag ?? false
    return activity
  }

  package init(_ steps: PedometerData) {
    self.init([
      "start": LinkValue(steps.start), "end": LinkValue(steps.end),
      "steps": LinkValue(steps.steps), "distance": LinkValue(steps.distanceMeters),
    ])
  }

  package var pedometerData: PedometerData? {
    guard let start = self["start"].instant, let end = self["end"].instant,
      let steps = self["steps"].whole.flatMap(Int.init(exactly:))
    else { return nil }
    return PedometerData(
      start: start, end: end, steps: steps, distanceMeters: self["distance"].number)
  }

  package init(_ task: BackgroundTaskRequest) {
    self.init([
      "identifier": .text(task.identifier), "kind": .text(task.kind.rawValue),
      "earliestBegin": task.earliestBegin.map(LinkValue.init) ?? .null,
      "network": .flag(task.requiresNetworkConnectivity),
      "power": .flag(task.requiresExternalPower),
    ])
  }

  package var taskRequest: BackgroundTaskRequest? {
    guard let identifier = self["identifier"].text,
      let kind: BackgroundTaskRequest.Kind = self["kind"].word()
    else { return nil }
    return BackgroundTaskRequest(
      identifier: identifier, kind: kind, earliestBegin: self["earliestBegin"].instant,
      requiresNetworkConnectivity: self["network"].flag ?? false,
      requiresExternalPower: self["power"].flag ?? false)
  }

  package init(_ notification: LocalNotification) {
    self.init([
      "identifier": .text(notification.identifier), "title": .text(notification.title),
      "body": .text(notification.body),
    ])
    switch notification.trigger {
    case .after(let span): add("after", LinkValue(span))
    case .region(let region): add("region", .object(LinkObject(region)))
    }
  }

  package var notification: LocalNotification? {
    guard let identifier = self["identifier"].text else { return nil }
    let trigger: LocalNotification.Trigger =
      if let region = self["region"].object?.region { .region(region) } else {
        .after(self["after"].span ?? .zero)
      }
    return LocalNotification(
      identifier: identifier, title: self["title"].text ?? "", body: self["body"].text ?? "",
      trigger: trigger)
  }

  // MARK: Network

  package init(_ request: HTTPRequest) {
    self.init([
      "method": .text(request.method), "url": .text(request.url),
      "headers": LinkValue(request.headers), "body": LinkValue(base64: request.body),
      "timeout": LinkValue(request.timeout),
    ])
  }

  package var request: HTTPRequest? {
    guard let method = self["method"].text, let url = self["url"].text else { return nil }
    return HTTPRequest(
      method: method, url: url, headers: self["headers"].headers, body: self["body"].bytes,
      timeout: self["timeout"].span ?? .seconds(60 as Int64))
  }

  package init(_ answer: Result<HTTPResponse, HTTPError>) {
    switch answer {
    case .success(let response):
      self.init([
        "status": LinkValue(response.status), "headers": LinkValue(response.headers),
        "body": LinkValue(base64: response.body),
      ])
    case .failure(let error): self.init(["error": .text(error.word)])
    }
  }

  package var answer: Result<HTTPResponse, HTTPError> {
    if let status = self["status"].whole.flatMap(Int.init(exactly:)) {
      return .success(
        HTTPResponse(status: status, headers: self["headers"].headers, body: self["body"].bytes))
    }
    let word = self["error"].text
    return .failure(HTTPError.all.first { $0.word == word } ?? .unavailable)
  }
}

extension HTTPError {
  fileprivate static let all: [HTTPError] = [
    .notConnectedToInternet, .timedOut, .cannotConnectToHost, .networkConnectionLost, .badURL,
    .cancelled, .unavailable,
  ]
  fileprivate var word: String { "\(self)" }
}

extension LinkValue {
  fileprivate init(_ headers: [HTTPHeader]) {
    self = .list(headers.map { .list([.text($0.name), .text($0.value)]) })
  }

  fileprivate var headers: [HTTPHeader] {
    (list ?? []).compactMap { pair in
      guard let pair = pair.list, pair.count == 2, let name = pair[0].text, let value = pair[1].text
      else { return nil }
      return HTTPHeader(name, value)
    }
  }

  /// Bytes as base64, since JSON carries text alone.
  package init(base64 bytes: [UInt8]) {
    self = bytes.isEmpty ? .null : .text(Data(bytes).base64EncodedString())
  }

  package var bytes: [UInt8] { text.flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) } ?? [] }
}
