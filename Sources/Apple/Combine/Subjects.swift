import Foundation

/// A publisher that an app sends values to.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  func send(_ value: Output)
  func send(completion: Subscribers.Completion<Failure>)
}

extension Subject where Output == Void {
  public func send() { send(()) }
}

/// A subject that passes each value on.
public class PassthroughSubject<Output, Failure: Error>: Subject, @unchecked Sendable {
  private struct Subscriber {
    var number: Int
    var receive: (Output) -> Void
    var complete: (Subscribers.Completion<Failure>) -> Void
  }

  private var subscribers: [Subscriber] = []
  private var count = 0
  private var isOver = false

  public init() {}

  public func send(_ value: Output) {
    guard !isOver else { return }
    for subscriber in subscribers { subscriber.receive(value) }
  }

  public func send(completion: Subscribers.Completion<Failure>) {
    guard !isOver else { return }
    isOver = true
    for subscriber in subscribers { subscriber.complete(completion) }
    subscribers = []
  }

  public func subscribe(
    _ receive: @escaping (Output) -> Void,
    _ complete: @escaping (Subscribers.Completion<Failure>) -> Void
  ) -> AnyCancellable {
    count += 1
    let number = count
    subscribers.append(Subscriber(number: number, receive: receive, complete: complete))
    return AnyCancellable { [weak self] in self?.subscribers.removeAll { $0.number == number } }
  }
}

/// A subject with a present value, which each subscriber gets first.
public final class CurrentValueSubject<Output, Failure: Error>:
  PassthroughSubject<Output, Failure>, @unchecked Sendable
{
  private var current: Output

  public init(_ value: Output) {
    current = value
    super.init()
  }

  public var value: Output {
    get { current }
    set { send(newValue) }
  }

  public override func send(_ value: Output) {
    current = value
    super.send(value)
  }

  public override func subscribe(
    _ receive: @escaping (Output) -> Void,
    _ complete: @escaping (Subscribers.Completion<Failure>) -> Void
  ) -> AnyCancellable {
    receive(current)
    return super.subscribe(receive, complete)
  }
}
