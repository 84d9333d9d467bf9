import AppleProcess
import Foundation

/// A property whose value is in the app's defaults.
@propertyWrapper public struct AppStorage<Value>: DynamicProperty {
  public typealias Store = AppleProcess.UserDefaults

  private let store: Store?
  private let read: (Store) -> Value
  private let write: (Store, Value) -> Void

  private init(
    _ store: Store?, _ read: @escaping (Store) -> Value,
    _ write: @escaping (Store, Value) -> Void
  ) {
    self.store = store
    self.read = read
    self.write = write
  }

  private var defaults: Store { store ?? .standard }

  public var wrappedValue: Value {
    get { read(defaults) }
    nonmutating set { write(defaults, newValue) }
  }
  public var projectedValue: Binding<Value> {
    Binding(get: { wrappedValue }, set: { wrappedValue = $0 })
  }
}

extension AppStorage {
  /// Creates a property for a type of which the defaults have values themselves.
  private init(
    _ value: Value, _ key: String, _ store: Store?, _ read: @escaping (Store) -> Value
  ) {
    self.init(
      store, { $0.object(forKey: key) == nil ? value : read($0) },
      { $0.set($1 as Any?, forKey: key) })
  }

  public init(wrappedValue: Value, _ key: String, store: Store? = nil) where Value == Bool {
    self.init(wrappedValue, key, store) { $0.bool(forKey: key) }
  }
  public init(wrappedValue: Value, _ key: String, store: Store? = nil) where Value == Int {
    self.init(wrappedValue, key, store) { $0.integer(forKey: key) }
  }
  public init(wrappedValue: Value, _ key: String, store: Store? = nil) where Value == Double {
    self.init(wrappedValue, key, store) { $0.double(forKey: key) }
  }
  public init(wrappedValue: Value, _ key: String, store: Store? = nil) where Value == String {
    self.init(wrappedValue, key, store) { $0.string(forKey: key) ?? wrappedValue }
  }
  public init(wrappedValue: Value, _ key: String, store: Store? = nil) where Value == Data {
    self.init(wrappedValue, key, store) { $0.data(forKey: key) ?? wrappedValue }
  }

  public init(wrappedValue: Value, _ key: String, store: Store? = nil)
  where Value: RawRepresentable, Value.RawValue == Int {
    self.init(
      store,
      { store in
        store.object(forKey: key) == nil
          ? wrappedValue : Value(rawValue: store.integer(forKey: key)) ?? wrappedValue
      },
      { $0.set($1.rawValue, forKey: key) })
  }
  public init(wrappedValue: Value, _ key: String, store: Store? = nil)
  where Value: RawRepresentable, Value.RawValue == String {
    self.init(
      store, { $0.string(forKey: key).flatMap(Value.init(rawValue:)) ?? wrappedValue },
      { $0.set($1.rawValue as Any?, forKey: key) })
  }

  public init(_ key: String, store: Store? = nil) where Value == String? {
    self.init(store, { $0.string(forKey: key) }, { $0.set($1 as Any?, forKey: key) })
  }
  public init(_ key: String, store: Store? = nil) where Value == Data? {
    self.init(store, { $0.data(forKey: key) }, { $0.set($1 as Any?, forKey: key) })
  }
}
