import Foundation

/// The end of a stream of values.
public enum Subscribers {
  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }
}

/// A source of values over time, with the interface of Apple's as far as trackers use it.
///
/// Stand-in: there is no demand; a publisher passes each value on at once.
public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error

  /// Calls the functions for each value and for the end, until the result is canceled.
  func subscribe(
    _ receive: @escaping (Output) -> Void,
    _ complete: @escaping (Subscribers.Completion<Failure>) -> Void
  ) -> AnyCancellable
}

/// Something that can be canceled.
public protocol Cancellable { func cancel() }

/// A subscription, which ends when it is canceled or released.
public final class AnyCancellable: Cancellable, Hashable {
  private var action: (() -> Void)?

  public init(_ cancel: @escaping () -> Void) { action = cancel }
  public init(_ other: some Cancellable) { action = { other.cancel() } }

  deinit { action?() }

  public func cancel() {
    action?()
    action = nil
  }

  public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }
  public func store<Collection: RangeReplaceableCollection<AnyCancellable>>(
    in collection: inout Collection
  ) { collection.append(self) }

  public static func == (a: AnyCancellable, b: AnyCancellable) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Publisher {
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable { subscribe(receiveValue, receiveCompletion) }

  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

extension Publisher where Failure == Never {
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    subscribe(receiveValue) { _ in }
  }

  public func assign<Root: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
  ) -> AnyCancellable { sink { object[keyPath: keyPath] = $0 } }
}

/// A publisher whose kind is hidden.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  private let source:
    (
      @escaping (Output) -> Void, @escaping (Subscribers.Completion<Failure>) -> Void
    ) -> AnyCancellable

  public init<Source: Publisher>(_ publisher: Source)
  where Source.Output == Output, Source.Failure == Failure {
    source = { publisher.subscribe($0, $1) }
  }

  init(
    _ source:
      @escaping (
        @escaping (Output) -> Void, @escaping (Subscribers.Completion<Failure>) -> Void
      ) -> AnyCancellable
  ) { self.source = source }

  public func subscribe(
    _ receive: @escaping (Output) -> Void,
    _ complete: @escaping (Subscribers.Completion<Failure>) -> Void
  ) -> AnyCancellable { source(receive, complete) }
}
