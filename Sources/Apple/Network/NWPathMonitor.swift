import AppleProcess
@_exported import Foundation
import PhoneAPI

/// A monitor that reports changes of the way to the network.
///
/// A suspended app gets the latest change when it resumes.
public final class NWPathMonitor: @unchecked Sendable {
  public var pathUpdateHandler: (@Sendable (NWPath) -> Void)?
  public private(set) var queue: DispatchQueue?
  private let isAllowed: (NWInterface.InterfaceType) -> Bool
  private let watch = NetworkWatch.current
  private var listener: Int?
  private var reported: NWPath?

  public init() { isAllowed = { _ in true } }
  public init(requiredInterfaceType: NWInterface.InterfaceType) {
    isAllowed = { $0 == requiredInterfaceType }
  }
  public init(prohibitedInterfaceTypes: [NWInterface.InterfaceType]) {
    isAllowed = { !prohibitedInterfaceTypes.contains($0) }
  }

  deinit { cancel() }

  public var currentPath: NWPath { NWPath(watch.reachability, isAllowed: isAllowed) }

  /// Reports the present path soon, and each other one after it.
  public func start(queue: DispatchQueue) {
    guard listener == nil else { return }
    self.queue = queue
    listener = watch.listen { [weak self] in self?.report() }
    CurrentPhone.soon { [weak self] in self?.report() }
  }

  public func cancel() {
    if let listener { watch.stop(listener) }
    listener = nil
    pathUpdateHandler = nil
  }

  private func report() {
    let path = currentPath
    guard listener != nil, path != reported, let queue else { return }
    reported = path
    queue.async { [weak self] in
      if self?.listener != nil { self?.pathUpdateHandler?(path) }
    }
  }
}

extension NWPathMonitor: AsyncSequence {
  public typealias Element = NWPath

  /// Starts the monitor. It ends with the loop.
  public func makeAsyncIterator() -> AsyncStream<NWPath>.Iterator {
    let (stream, continuation) = AsyncStream<NWPath>.makeStream()
    pathUpdateHandler = { continuation.yield($0) }
    continuation.onTermination = { [self] _ in cancel() }
    start(queue: .main)
    return stream.makeAsyncIterator()
  }
}
