import Foundation
import Synchronization

/// A publisher of the changes of an object, before they happen.
public typealias ObservableObjectPublisher = PassthroughSubject<Void, Never>

/// An object whose published properties report that they will change.
public protocol ObservableObject: AnyObject {
  var objectWillChange: ObservableObjectPublisher { get }
}

extension ObservableObject {
  /// The publisher of the object, the same one for as long as the object exists.
  public var objectWillChange: ObservableObjectPublisher { ObjectPublishers.publisher(of: self) }
}

/// The publishers of objects that do not keep one themselves.
private enum ObjectPublishers {
  private struct Entry {
    weak var object: AnyObject?
    let publisher: ObservableObjectPublisher
  }
  private static let lock = NSLock()
  nonisolated(unsafe) private static var entries: [ObjectIdentifier: Entry] = [:]

  static func publisher(of object: AnyObject) -> ObservableObjectPublisher {
    let identifier = ObjectIdentifier(object)
    return lock.withLock {
      if let entry = entries[identifier], entry.object === object { return entry.publisher }
      let publisher = ObservableObjectPublisher()
      entries[identifier] = Entry(object: object, publisher: publisher)
      return publisher
    }
  }
}

/// A property whose values are published.
@propertyWrapper
public struct Published<Value> {
  private let subject: CurrentValueSubject<Value, Never>

  public init(wrappedValue: Value) { subject = CurrentValueSubject(wrappedValue) }
  public init(initialValue: Value) { subject = CurrentValueSubject(initialValue) }

  /// The values of the property: the present one first.
  public typealias Publisher = AnyPublisher<Value, Never>

  public var projectedValue: AnyPublisher<Value, Never> {
    get { AnyPublisher(subject) }
    set {}
  }

  @available(*, unavailable, message: "@Published is for properties of classes")
  public var wrappedValue: Value {
    get { subject.value }
    set { subject.value = newValue }
  }

  public static subscript<Object: AnyObject>(
    _enclosingInstance object: Object,
    wrapped wrapped: ReferenceWritableKeyPath<Object, Value>,
    storage storage: ReferenceWritableKeyPath<Object, Published<Value>>
  ) -> Value {
    get { object[keyPath: storage].subject.value }
    set {
      (object as? any ObservableObject)?.objectWillChange.send()
      object[keyPath: storage].subject.value = newValue
    }
  }
}
