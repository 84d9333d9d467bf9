import AppleCombine
import Foundation
import Observation

/// A place in the tree of an app, its scenes and views. It keeps what outlives one evaluation: the
/// state of the view there, its subscriptions and tasks.
@MainActor final class Node {
  private let type: Any.Type
  private let order: Int
  private var children: [AnyHashable: Node] = [:]
  private var count = 0
  private var pass = 0
  private var slots: [Int: Any] = [:]
  /// Called when the view is no longer there.
  var onDisappear: (() -> Void)?

  init(_ type: Any.Type, order: Int = 0) {
    self.type = type
    self.order = order
  }

  /// Evaluates a view as a child of this place.
  func evaluate<Content: View>(
    _ view: Content, key: some Hashable = 0, _ environment: EnvironmentValues, _ pass: Pass
  ) {
    let node = child(AnyHashable(key), Content.self, pass)
    if let view = view as? any PrimitiveView {
      view.visit(node, environment, pass)
    } else {
      node.connect(view, environment, pass.graph)
      node.evaluate(pass.graph.observing { view.body }, environment, pass)
    }
    node.removeChildren(before: pass)
  }

  /// Evaluates a scene as a child of this place.
  func evaluate<Content: Scene>(
    _ scene: Content, key: some Hashable = 0, _ environment: EnvironmentValues, _ pass: Pass
  ) {
    let node = child(AnyHashable(key), Content.self, pass)
    if let scene = scene as? any PrimitiveScene {
      scene.visit(node, environment, pass)
    } else {
      node.connect(scene, environment, pass.graph)
      node.evaluate(pass.graph.observing { scene.body }, environment, pass)
    }
    node.removeChildren(before: pass)
  }

  private func child(_ key: AnyHashable, _ type: Any.Type, _ pass: Pass) -> Node {
    if let node = children[key] {
      if node.type == type {
        node.pass = pass.number
        return node
      }
      node.disappear(pass)
    }
    count += 1
    let node = Node(type, order: count)
    node.pass = pass.number
    children[key] = node
    return node
  }

  private func removeChildren(before pass: Pass) {
    let old = children.filter { $0.value.pass != pass.number }
    for (key, node) in old.sorted(by: { $0.value.order < $1.value.order }) {
      node.disappear(pass)
      children[key] = nil
    }
  }

  private func disappear(_ pass: Pass) {
    for node in children.values.sorted(by: { $0.order < $1.order }) { node.disappear(pass) }
    if let onDisappear { pass.actions.append(onDisappear) }
  }

  // MARK: State

  /// Connects the properties of a view, scene or app with their state at this place.
  func connect(_ value: Any, _ environment: EnvironmentValues, _ graph: AppGraph) {
    var slot = 0
    connect(value, &slot, environment, graph)
  }

  private func connect(
    _ value: Any, _ slot: inout Int, _ environment: EnvironmentValues, _ graph: AppGraph
  ) {
    for child in Mirror(reflecting: value).children {
      if let property = child.value as? any ConnectedProperty {
        property.connect(self, slot: slot, environment, graph)
        slot += 1
      } else if let property = child.value as? any DynamicProperty {
        connect(property, &slot, environment, graph)
      }
    }
  }

  /// Returns what the place keeps under a number, after making it where there is none.
  func kept<Value>(_ slot: Int = 0, _ make: () -> Value) -> Value {
    if let kept = slots[slot], let value = kept as? Value { return value }
    let value = make()
    slots[slot] = value
    return value
  }

  func keep(_ value: Any, _ slot: Int = 0) { slots[slot] = value }
  func isKept(_ slot: Int = 0) -> Bool { slots[slot] != nil }

  /// Evaluates the app again when the object changes.
  func observe(_ object: any ObservableObject, slot: Int, _ graph: AppGraph) {
    if let old = slots[-1 - slot] as? Observed, old.object === object { return }
    let cancel = object.objectWillChange.sink { [weak graph] in graph?.changed() }
    slots[-1 - slot] = Observed(object: object, cancel: cancel)
  }

  private struct Observed {
    let object: any ObservableObject
    let cancel: AnyCancellable
  }
}

/// One evaluation of an app.
@MainActor final class Pass {
  let number: Int
  let graph: AppGraph
  /// The actions of views, which are called after the evaluation.
  var actions: [() -> Void] = []
  /// The buttons and switches by their texts.
  var controls: [(title: String, act: @MainActor () -> Void)] = []
  /// The actions for an address that the user opens.
  var urlReceivers: [(URL) -> Void] = []
  /// The texts of the control that is being evaluated; nil outside of one.
  var labels: [String]?

  init(_ number: Int, _ graph: AppGraph) {
    self.number = number
    self.graph = graph
  }

  func label(_ evaluate: () -> Void) -> String {
    let outer = labels
    defer { labels = outer }
    labels = []
    evaluate()
    return (labels ?? []).joined(separator: " ")
  }
}
