/// The events of the location service, such as the time of the next position or the deadline of a
/// request.
enum LocationEvent: Sendable {
  case fallbackFix
  case restFix
  case networkFix
  case cachedFix(client: Int)
  case oneShotOver(client: Int)
  case pauseDue(client: Int)
  case stopIsOver(process: Int)
  case silenceBegins(ordinal: Int)
  case silenceEnds
}

extension LocationDaemon {
  func handle(_ event: LocationEvent) {
    switch event {
    case .fallbackFix: fine.fallbackFix()
    case .restFix: fine.restFix()
    case .networkFix: networkFix()
    case .cachedFix(let client): deliverCached(client: client)
    case .oneShotOver(let client): oneShotOver(client: client)
    case .pauseDue(let client): pauseDue(client: client)
    case .stopIsOver(let process): stopIsOver(process: process)
    case .silenceBegins(let ordinal): silenceBegins(ordinal)
    case .silenceEnds: silenceEnds()
    }
  }
}
