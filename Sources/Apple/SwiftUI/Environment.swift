import AppleCombine
import Observation

/// A key of a value that views get from those around them.
public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

/// The values that views get from those around them.
///
/// Stand-in: of the system's values there is `scenePhase` alone.
public struct EnvironmentValues {
  public var scenePhase = ScenePhase.background
  private var values: [ObjectIdentifier: Any] = [:]
  private var objects: [ObjectIdentifier: AnyObject] = [:]

  public init() {}

  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  func object<Object: AnyObject>(_ type: Object.Type) -> Object {
    guard let object = objects[ObjectIdentifier(type)] as? Object else {
      fatalError("No object of type \(type) found: no view around this one has it as environment")
    }
    return object
  }

  mutating func set<Object: AnyObject>(_ object: Object) {
    objects[ObjectIdentifier(Object.self)] = object
  }
}

/// A property that reads a value of the environment.
@propertyWrapper public struct Environment<Value>: DynamicProperty, ConnectedProperty {
  private let connection = Connection<EnvironmentValues>()
  private let read: (EnvironmentValues) -> Value

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { read = { $0[keyPath: keyPath] } }
  public init(_ type: Value.Type) where Value: AnyObject & Observable {
    read = { $0.object(type) }
  }

  public var wrappedValue: Value { read(connection.target ?? EnvironmentValues()) }

  func connect(_ node: Node, slot: Int, _ environment: EnvironmentValues, _ graph: AppGraph) {
    connection.target = environment
  }
}

/// A property that reads an object of the environment, and observes it.
@MainActor @preconcurrency @propertyWrapper
public struct EnvironmentObject<ObjectType: ObservableObject>: DynamicProperty, ConnectedProperty {
  private let connection = Connection<EnvironmentValues>()

  public init() {}

  public var wrappedValue: ObjectType {
    (connection.target ?? EnvironmentValues()).object(ObjectType.self)
  }
  public var projectedValue: ObservedObject<ObjectType>.Wrapper {
    ObservedObject.Wrapper(wrappedValue)
  }

  func connect(_ node: Node, slot: Int, _ environment: EnvironmentValues, _ graph: AppGraph) {
    connection.target = environment
    node.observe(wrappedValue, slot: slot, graph)
  }
}

/// A view with a changed environment.
struct EnvironmentView<Content: View>: View, PrimitiveView {
  typealias Body = Never
  let content: Content
  let change: (inout EnvironmentValues) -> Void

  func visit(_ node: Node, _ environment: EnvironmentValues, _ pass: Pass) {
    var environment = environment
    change(&environment)
    node.evaluate(content, environment, pass)
  }
}

extension View {
  public func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> some View { EnvironmentView(content: self) { $0[keyPath: keyPath] = value } }

  public func environment<Object: AnyObject & Observable>(_ object: Object) -> some View {
    EnvironmentView(content: self) { $0.set(object) }
  }

  public func environmentObject<Object: ObservableObject>(_ object: Object) -> some View {
    EnvironmentView(content: self) { $0.set(object) }
  }
}
