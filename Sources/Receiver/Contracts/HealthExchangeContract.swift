import PhoneAPI
import Timekeeping

/// The two generations of the health-data server JupyterHealth Exchange. Their requests and answers
/// differ.
enum HealthExchangeDialect {
  case ehePilot, jupyterHealth

  var bundlePath: String {
    switch self {
    case .ehePilot: "/fhir/r5"
    case .jupyterHealth: "/FHIR/R5"
    }
  }

  /// Returns a FHIR OperationOutcome with the text of an error. The two generations of the server
  /// write the text under different keys.
  func outcome(_ text: String) -> String {
    let reported =
      switch self {
      case .ehePilot: #""details":{"text":\#(jsonString(text))}"#
      case .jupyterHealth: #""diagnostics":\#(jsonString(text))"#
      }
    return #"{"resourceType":"OperationOutcome","issue":[{"severity":"error","#
      + #""code":"processing",\#(reported)}]}"#
  }
}

extension Receiver {
  /// Answers a request to a server of health data. Such a server has a sign-in, profiles and
  /// consents, and accepts FHIR R5 batches of Observations.
  func answerHealthExchange(
    _ request: HTTPRequest, at instant: Instant, _ dialect: HealthExchangeDialect
  ) throws -> HTTPResponse {
    let target = RequestTarget(request.url)
    if let answer = try answerSignIn(request, target, at: instant) { return answer }
    guard let bearer = try bearer(of: request, at: instant) else {
      return refusal(401, "invalid token")
    }
    guard let patient = try bearer.patient.flatMap(patient) else {
      return refusal(403, "the token speaks for no patient")
    }
    let components = target.components
    if target.path == dialect.bundlePath {
      return try answerBundle(request, from: patient, at: instant, dialect)
    } else if target.path == "/api/v1/users/profile" {
      return answerProfile(request, of: patient)
    } else if components.count == 5, components.starts(with: ["api", "v1", "patients"]),
      components[4] == "consents"
    {
      guard components[3] == String(patient.number) else {
        return refusal(403, "the token speaks for another patient")
      }
      return try answerConsents(request, of: patient, at: instant)
    }
    return refusal(404, "there is nothing at \(target.path)")
  }
}
