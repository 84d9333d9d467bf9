import AppleCombine
import Foundation

/// A view or scene with actions at points of its life.
@MainActor struct LifecycleModifier {
  let apply: @MainActor (Node, Pass) -> Void
}

struct LifecycleView<Content: View>: View, PrimitiveView {
  typealias Body = Never
  let content: Content
  let modifier: LifecycleModifier

  func visit(_ node: Node, _ environment: EnvironmentValues, _ pass: Pass) {
    modifier.apply(node, pass)
    node.evaluate(content, environment, pass)
  }
}

struct LifecycleScene<Content: Scene>: Scene, PrimitiveScene {
  typealias Body = Never
  let content: Content
  let modifier: LifecycleModifier

  func visit(_ node: Node, _ environment: EnvironmentValues, _ pass: Pass) {
    modifier.apply(node, pass)
    node.evaluate(content, environment, pass)
  }
}

extension LifecycleModifier {
  static func onAppear(_ action: @escaping () -> Void) -> Self {
    Self { node, pass in
      if node.isKept() { return }
      node.keep(true)
      pass.actions.append(action)
    }
  }

  static func onDisappear(_ action: @escaping () -> Void) -> Self {
    Self { node, _ in node.onDisappear = action }
  }

  static func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping (_ old: Value, _ new: Value) -> Void
  ) -> Self {
    Self { node, pass in
      let isNew = !node.isKept()
      let old = node.kept { value }
      node.keep(value)
      if isNew ? initial : old != value { pass.actions.append { action(old, value) } }
    }
  }

  /// Starts a task when the view appears, and anew when the value changes. The task is canceled
  /// when the view is no longer there.
  static func task<Value: Equatable>(
    id value: Value, _ priority: TaskPriority, _ action: @escaping @Sendable () async -> Void
  ) -> Self {
    Self { node, pass in
      let isNew = !node.isKept()
      let old = node.kept { value }
      if !isNew, old == value { return }
      node.keep(value)
      node.onDisappear?()
      let running = Connection<Task<Void, Never>>()
      node.onDisappear = { running.target?.cancel() }
      pass.actions.append { running.target = Task(priority: priority, operation: action) }
    }
  }

  /// Stand-in: the publisher of the first evaluation stays. Apple's compares publishers.
  static func onReceive<Source: Publisher>(
    _ publisher: Source, _ action: @escaping (Source.Output) -> Void
  ) -> Self where Source.Failure == Never {
    Self { node, _ in
      let receiver = node.kept { Connection<(Source.Output) -> Void>() }
      receiver.target = action
      if node.isKept(1) { return }
      node.keep(publisher.sink { receiver.target?($0) }, 1)
    }
  }
}

extension LifecycleModifier {
  static func onOpenURL(_ action: @escaping (URL) -> Void) -> Self {
    Self { _, pass in pass.urlReceivers.append(action) }
  }
}

extension View {
  private func with(_ modifier: LifecycleModifier) -> LifecycleView<Self> {
    LifecycleView(content: self, modifier: modifier)
  }

  public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    with(.onAppear(action ?? {}))
  }
  public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    with(.onDisappear(action ?? {}))
  }

  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false,
    _ action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> some View { with(.onChange(of: value, initial: initial, action)) }
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping () -> Void
  ) -> some View { with(.onChange(of: value, initial: initial) { _, _ in action() }) }
  public func onChange<Value: Equatable>(
    of value: Value, perform action: @escaping (_ newValue: Value) -> Void
  ) -> some View { with(.onChange(of: value) { action($1) }) }

  /// Stand-in: an act of the scenario that is no control's text arrives as an address such as
  /// `odograph-act:sendNow`.
  public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
    with(.onOpenURL(action))
  }

  public func onReceive<Source: Publisher>(
    _ publisher: Source, perform action: @escaping (Source.Output) -> Void
  ) -> some View where Source.Failure == Never { with(.onReceive(publisher, action)) }

  public func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { with(.task(id: 0, priority, action)) }
  public func task<Value: Equatable>(
    id value: Value, priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { with(.task(id: value, priority, action)) }
}

extension Scene {
  private func with(_ modifier: LifecycleModifier) -> LifecycleScene<Self> {
    LifecycleScene(content: self, modifier: modifier)
  }

  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false,
    _ action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> some Scene { with(.onChange(of: value, initial: initial, action)) }
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping () -> Void
  ) -> some Scene { with(.onChange(of: value, initial: initial) { _, _ in action() }) }
  public func onChange<Value: Equatable>(
    of value: Value, perform action: @escaping (_ newValue: Value) -> Void
  ) -> some Scene { with(.onChange(of: value) { action($1) }) }
}
