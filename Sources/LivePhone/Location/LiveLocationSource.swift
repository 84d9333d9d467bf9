/// A source of position events for a live phone: gpsd, or a test.
package protocol LiveLocationSource: AnyObject {
  /// The path of the only receiver to use; nil to choose one.
  var device: String? { get }
  /// Starts the source; called once.
  ///
  /// The source calls `onEvent` on the loop's thread, one event at a time, never during a call into
  /// the source.
  func start(on loop: LiveLoop, onEvent: @escaping (GPSDEvent) -> Void)
  /// Ends the source. No event arrives after that.
  func end()
}

/// A source that passes on the reports of gpsd's receivers.
package final class GPSDSource: LiveLocationSource {
  package let device: String?
  private let session: GPSDSession

  package init(_ session: GPSDSession, device: String? = nil) {
    self.session = session
    self.device = device
  }

  package convenience init(
    address: GPSDAddress, retries: RetryPolicy = .afterFirstAnswer, device: String? = nil
  ) {
    self.init(GPSDSession(address: address, retries: retries), device: device)
  }

  package func start(on loop: LiveLoop, onEvent: @escaping (GPSDEvent) -> Void) {
    let inbox = loop.listen(onEvent)
    session.start { inbox.putWhenThereIsRoom($0) }
  }

  package func end() { session.end() }
}
