/// A part of the user interface.
///
/// Stand-in: nothing is drawn. Views are evaluated for what they do: their state, and the actions
/// of `onAppear`, `task`, `onChange` and `onReceive`. They are evaluated from the time at which the
/// app first comes to the foreground, and not while it is in the background.
@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public typealias Body = Never
  public var body: Never { fatalError("Never has no body") }
}

/// A view that the graph visits itself, rather than its body.
@MainActor protocol PrimitiveView {
  func visit(_ node: Node, _ environment: EnvironmentValues, _ pass: Pass)
}

extension View where Body == Never {
  public var body: Never { fatalError("\(Self.self) has no body") }
}

@resultBuilder public enum ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  @MainActor public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> {
    var parts: [AnyView] = []
    for part in repeat each content { parts.append(AnyView(part)) }
    return TupleView((repeat each content), parts)
  }
  @MainActor public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  @MainActor public static func buildEither<First: View, Second: View>(
    first: First
  ) -> _ConditionalContent<First, Second> { .first(first) }
  @MainActor public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> _ConditionalContent<First, Second> { .second(second) }
  @MainActor public static func buildLimitedAvailability(_ content: some View) -> AnyView {
    AnyView(content)
  }
}

public struct EmptyView: View, PrimitiveView {
  public typealias Body = Never
  public nonisolated init() {}
  func visit(_ node: Node, _ environment: EnvironmentValues, _ pass: Pass) {}
}

/// A view whose type is hidden.
public struct AnyView: View, PrimitiveView {
  public typealias Body = Never
  private let evaluate: @MainActor (Node, EnvironmentValues, Pass) -> Void

  public init(_ view: some View) {
    evaluate = { $0.evaluate(view, $1, $2) }
  }

  func visit(_ node: Node, _ environment: EnvironmentValues, _ pass: Pass) {
    evaluate(node, environment, pass)
  }
}

/// Several views.
public struct TupleView<Parts>: View, PrimitiveView {
  public typealias Body = Never
  public let value: Parts
  private let parts: [AnyView]

  init(_ value: Parts, _ parts: [AnyView]) {
    self.value = value
    self.parts = parts
  }

  func visit(_ node: Node, _ environment: EnvironmentValues, _ pass: Pass) {
    for (index, part) in parts.enumerated() {
      node.evaluate(part, key: index, environment, pass)
    }
  }
}

/// One of two views.
public enum _ConditionalContent<First: View, Second: View>: View, PrimitiveView {
  case first(First)
  case second(Second)

  public typealias Body = Never

  func visit(_ node: Node, _ environment: EnvironmentValues, _ pass: Pass) {
    switch self {
    case .first(let view): node.evaluate(view, key: 1, environment, pass)
    case .second(let view): node.evaluate(view, key: 2, environment, pass)
    }
  }
}

extension Optional: View, PrimitiveView where Wrapped: View {
  public typealias Body = Never

  func visit(_ node: Node, _ environment: EnvironmentValues, _ pass: Pass) {
    if let self { node.evaluate(self, environment, pass) }
  }
}

/// A view for each element of a collection. An element keeps its view's state by its identity.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View,
  PrimitiveView
{
  public typealias Body = Never
  private let views: [(id: ID, view: Content)]

  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) { views = data.map { ($0[keyPath: id], content($0)) } }

  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable, Data.Element.ID == ID {
    views = data.map { ($0.id, content($0)) }
  }

  func visit(_ node: Node, _ environment: EnvironmentValues, _ pass: Pass) {
    for (id, view) in views { node.evaluate(view, key: id, environment, pass) }
  }
}
