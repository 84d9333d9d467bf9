/// Where a live phone's positions come from: what a gpsd says, or what a test does.
public protocol LiveLocationSource: AnyObject {
  /// Called once. Events come on the loop's thread, one at a time, never from inside a call.
  func start(on loop: LiveLoop, onEvent: @escaping (GPSDEvent) -> Void)
  /// Nothing comes any more.
  func end()
}

/// The positions of a gpsd's receivers.
public final class GPSDSource: LiveLocationSource {
  private let session: GPSDSession

  public init(_ session: GPSDSession) { self.session = session }

  public convenience init(address: GPSDAddress, retries: RetryPolicy = .afterFirstAnswer) {
    self.init(GPSDSession(address: address, retries: retries))
  }

  public func start(on loop: LiveLoop, onEvent: @escaping (GPSDEvent) -> Void) {
    let inbox = loop.listen(onEvent)
    session.start { inbox.put($0) }
  }

  public func end() { session.end() }
}
