/// A source of positions from the readings that another device sends, instead of a receiver behind
/// gpsd.
package final class FedLocationSource: LiveLocationSource {
  package let device: String?
  private let feed: SensorFeed
  private var hasEnded = false

  package init(_ feed: SensorFeed, device: String? = nil) {
    self.feed = feed
    self.device = device
  }

  package func start(on loop: LiveLoop, onEvent: @escaping (GPSDEvent) -> Void) {
    // There is nothing to connect to: the other device connects.
    loop.soon { onEvent(.connected(release: "")) }
    feed.listen(on: loop) { [weak self] readings in
      guard let self, !hasEnded else { return }
      for case .location(let report) in readings.map(\.value) { onEvent(.position(report)) }
    }
  }

  package func end() { hasEnded = true }
}
