import AppleCombine
import Observation

/// A property that the graph connects with what it keeps, before it evaluates a body.
public protocol DynamicProperty {}

@MainActor protocol ConnectedProperty: DynamicProperty {
  func connect(_ node: Node, slot: Int, _ environment: EnvironmentValues, _ graph: AppGraph)
}

/// The target of a property: nil until the graph has connected it. Copies of the property share it.
final class Connection<Target>: @unchecked Sendable {
  var target: Target?
}

/// A property that a view owns, and that outlives the view's evaluations.
@propertyWrapper public struct State<Value>: DynamicProperty, ConnectedProperty {
  private final class Storage {
    var value: Value
    let changed: () -> Void
    init(_ value: Value, _ changed: @escaping () -> Void) {
      self.value = value
      self.changed = changed
    }
  }

  private let initial: Value
  private let connection = Connection<Storage>()

  public init(wrappedValue: Value) { initial = wrappedValue }
  public init(initialValue: Value) { initial = initialValue }

  /// Before the view is evaluated for the first time, a new value is lost, as on Apple's systems.
  public var wrappedValue: Value {
    get { connection.target?.value ?? initial }
    nonmutating set {
      connection.target?.value = newValue
      connection.target?.changed()
    }
  }
  public var projectedValue: Binding<Value> {
    Binding(get: { wrappedValue }, set: { wrappedValue = $0 })
  }

  func connect(_ node: Node, slot: Int, _ environment: EnvironmentValues, _ graph: AppGraph) {
    connection.target = node.kept(slot) {
      Storage(initial) { [weak graph] in graph?.changed() }
    }
  }
}

extension State where Value: ExpressibleByNilLiteral {
  public init() { self.init(wrappedValue: nil) }
}

/// A way to read and write a value that another object owns.
@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  public static func constant(_ value: Value) -> Binding { Binding(get: { value }, set: { _ in }) }

  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
  public var projectedValue: Binding { self }

  public subscript<Member>(dynamicMember path: WritableKeyPath<Value, Member>) -> Binding<Member> {
    Binding<Member>(
      get: { wrappedValue[keyPath: path] }, set: { wrappedValue[keyPath: path] = $0 })
  }
}

/// An object that a view, scene or app makes once and observes.
@MainActor @preconcurrency @propertyWrapper
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty, ConnectedProperty {
  private let make: () -> ObjectType
  private let connection = Connection<ObjectType>()

  public init(wrappedValue make: @autoclosure @escaping () -> ObjectType) {
    self.make = make
  }

  /// Before the first evaluation, each read makes another object, as on Apple's systems.
  public var wrappedValue: ObjectType { connection.target ?? make() }
  public var projectedValue: ObservedObject<ObjectType>.Wrapper {
    ObservedObject.Wrapper(wrappedValue)
  }

  func connect(_ node: Node, slot: Int, _ environment: EnvironmentValues, _ graph: AppGraph) {
    let object = node.kept(slot, make)
    connection.target = object
    node.observe(object, slot: slot, graph)
  }
}

/// An object that a view observes.
@MainActor @preconcurrency @propertyWrapper
public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty, ConnectedProperty {
  /// The bindings to the object's properties.
  @MainActor @preconcurrency @dynamicMemberLookup public struct Wrapper {
    private let object: ObjectType
    init(_ object: ObjectType) { self.object = object }

    public subscript<Member>(
      dynamicMember path: ReferenceWritableKeyPath<ObjectType, Member>
    ) -> Binding<Member> {
      let object = object
      return Binding(get: { object[keyPath: path] }, set: { object[keyPath: path] = $0 })
    }
  }

  public var wrappedValue: ObjectType
  public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
  public init(initialValue: ObjectType) { wrappedValue = initialValue }

  public var projectedValue: Wrapper { Wrapper(wrappedValue) }

  func connect(_ node: Node, slot: Int, _ environment: EnvironmentValues, _ graph: AppGraph) {
    node.observe(wrappedValue, slot: slot, graph)
  }
}

/// The bindings to the properties of an observable object.
@propertyWrapper @dynamicMemberLookup public struct Bindable<Value: AnyObject & Observable> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public init(_ wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public var projectedValue: Bindable { self }

  public subscript<Member>(
    dynamicMember path: ReferenceWritableKeyPath<Value, Member>
  ) -> Binding<Member> {
    let object = wrappedValue
    return Binding(get: { object[keyPath: path] }, set: { object[keyPath: path] = $0 })
  }
}
