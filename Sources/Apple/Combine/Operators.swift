import Foundation

/// A place where work is done: a dispatch queue or the run loop.
public protocol Scheduler {
  func perform(after seconds: Double, _ action: @escaping () -> Void)
}

extension DispatchQueue: Scheduler {
  public func perform(after seconds: Double, _ action: @escaping () -> Void) {
    nonisolated(unsafe) let action = action
    if seconds > 0 {
      asyncAfter(deadline: .now() + seconds) { action() }
    } else {
      async { action() }
    }
  }
}

extension Publisher {
  public func map<Result>(
    _ transform: @escaping (Output) -> Result
  ) -> AnyPublisher<Result, Failure> {
    AnyPublisher { receive, complete in subscribe({ receive(transform($0)) }, complete) }
  }

  public func map<Result>(_ keyPath: KeyPath<Output, Result>) -> AnyPublisher<Result, Failure> {
    map { $0[keyPath: keyPath] }
  }

  public func compactMap<Result>(
    _ transform: @escaping (Output) -> Result?
  ) -> AnyPublisher<Result, Failure> {
    AnyPublisher { receive, complete in
      subscribe({ if let result = transform($0) { receive(result) } }, complete)
    }
  }

  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
    AnyPublisher { receive, complete in subscribe({ if isIncluded($0) { receive($0) } }, complete) }
  }

  public func dropFirst(_ count: Int = 1) -> AnyPublisher<Output, Failure> {
    AnyPublisher { receive, complete in
      var left = count
      return subscribe({ value in if left > 0 { left -= 1 } else { receive(value) } }, complete)
    }
  }

  public func removeDuplicates() -> AnyPublisher<Output, Failure> where Output: Equatable {
    AnyPublisher { receive, complete in
      var last: Output?
      return subscribe(
        { value in
          if last != value {
            last = value
            receive(value)
          }
        }, complete)
    }
  }

  public func receive(on scheduler: some Scheduler) -> AnyPublisher<Output, Failure> {
    AnyPublisher { receive, complete in
      subscribe(
        { value in scheduler.perform(after: 0) { receive(value) } },
        { end in scheduler.perform(after: 0) { complete(end) } })
    }
  }

  /// Passes a value on once none has come for a time, in seconds.
  public func debounce(
    for interval: DispatchQueue.Stride, scheduler: some Scheduler
  ) -> AnyPublisher<Output, Failure> {
    AnyPublisher { receive, complete in
      var count = 0
      return subscribe(
        { value in
          count += 1
          let mine = count
          scheduler.perform(after: interval.seconds) { if mine == count { receive(value) } }
        }, complete)
    }
  }
}

extension DispatchQueue {
  /// A length of time for `debounce`.
  public struct Stride: Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    let seconds: Double
    public init(floatLiteral value: Double) { seconds = value }
    public init(integerLiteral value: Int) { seconds = Double(value) }
    public static func seconds(_ seconds: Int) -> Stride { Stride(integerLiteral: seconds) }
    public static func seconds(_ seconds: Double) -> Stride { Stride(floatLiteral: seconds) }
    public static func milliseconds(_ count: Int) -> Stride {
      Stride(floatLiteral: Double(count) / 1000)
    }
  }
}

extension NotificationCenter {
  /// Returns a publisher of a notification.
  public func publisher(
    for name: Notification.Name, object: AnyObject? = nil
  ) -> AnyPublisher<Notification, Never> {
    AnyPublisher { receive, _ in
      nonisolated(unsafe) let receive = receive
      let token = self.addObserver(forName: name, object: object, queue: nil) { receive($0) }
      return AnyCancellable { self.removeObserver(token) }
    }
  }
}
