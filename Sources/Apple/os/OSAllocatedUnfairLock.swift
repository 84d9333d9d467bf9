import Synchronization

/// A lock around a value, with the interface of Apple's.
public final class OSAllocatedUnfairLock<State>: @unchecked Sendable {
  private let lock = Mutex(())
  private var state: State

  public init(uncheckedState: State) { state = uncheckedState }
  public init(initialState: State) where State: Sendable { state = initialState }

  public func withLock<Result: Sendable>(
    _ body: @Sendable (inout State) throws -> Result
  ) rethrows -> Result { try lock.withLock { _ in try body(&state) } }

  public func withLockUnchecked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    try lock.withLock { _ in try body(&state) }
  }
}

extension OSAllocatedUnfairLock where State == Void {
  public convenience init() { self.init(uncheckedState: ()) }
  public func withLock<Result: Sendable>(
    _ body: @Sendable () throws -> Result
  ) rethrows -> Result { try lock.withLock { _ in try body() } }
}
