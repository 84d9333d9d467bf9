/// Where a live phone's positions come from: what a gpsd says, or what a test does.
package protocol LiveLocationSource: AnyObject {
  /// The path of the only receiver that counts; nil to choose among them.
  var device: String? { get }
  /// Called once. Events come on the loop's thread, one at a time, never from inside a call.
  func start(on loop: LiveLoop, onEvent: @escaping (GPSDEvent) -> Void)
  /// Nothing comes any more.
  func end()
}

/// The positions of a gpsd's receivers.
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
