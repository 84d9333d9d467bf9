/// A container whose content is evaluated in order.
@MainActor protocol ContainerView: PrimitiveView {
  associatedtype Content: View
  var content: Content { get }
}

extension ContainerView {
  func visit(_ node: Node, _ environment: EnvironmentValues, _ pass: Pass) {
    node.evaluate(content, environment, pass)
  }
}

public struct Group<Content: View>: View, ContainerView {
  public typealias Body = Never
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

public struct VStack<Content: View>: View, ContainerView {
  public typealias Body = Never
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

public struct HStack<Content: View>: View, ContainerView {
  public typealias Body = Never
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

public struct ZStack<Content: View>: View, ContainerView {
  public typealias Body = Never
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

public struct List<Content: View>: View, ContainerView {
  public typealias Body = Never
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

public struct Form<Content: View>: View, ContainerView {
  public typealias Body = Never
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

public struct Section<Content: View>: View, ContainerView {
  public typealias Body = Never
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

public struct NavigationStack<Content: View>: View, ContainerView {
  public typealias Body = Never
  let content: Content
  public init(@ViewBuilder root: () -> Content) { content = root() }
}

public struct Spacer: View, PrimitiveView {
  public typealias Body = Never
  public nonisolated init() {}
  func visit(_ node: Node, _ environment: EnvironmentValues, _ pass: Pass) {}
}

public struct Divider: View, PrimitiveView {
  public typealias Body = Never
  public nonisolated init() {}
  func visit(_ node: Node, _ environment: EnvironmentValues, _ pass: Pass) {}
}

/// A line of text.
public struct Text: View, PrimitiveView {
  public typealias Body = Never
  private let text: String

  public nonisolated init(_ content: some StringProtocol) { text = String(content) }
  public nonisolated init(verbatim content: String) { text = content }

  func visit(_ node: Node, _ environment: EnvironmentValues, _ pass: Pass) {
    pass.labels?.append(text)
  }
}

/// A button. A person presses it by an act of the scenario that has the button's text.
public struct Button<Label: View>: View, PrimitiveView {
  public typealias Body = Never
  private let action: @MainActor () -> Void
  private let label: Label

  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    self.action = action
    self.label = label()
  }

  func visit(_ node: Node, _ environment: EnvironmentValues, _ pass: Pass) {
    let title = pass.label { node.evaluate(label, environment, pass) }
    pass.controls.append((title, action))
  }
}

extension Button where Label == Text {
  public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {
    self.init(action: action) { Text(title) }
  }
}

/// A switch. A person changes it by an act of the scenario that has the switch's text.
public struct Toggle<Label: View>: View, PrimitiveView {
  public typealias Body = Never
  private let isOn: Binding<Bool>
  private let label: Label

  public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
    self.isOn = isOn
    self.label = label()
  }

  func visit(_ node: Node, _ environment: EnvironmentValues, _ pass: Pass) {
    let title = pass.label { node.evaluate(label, environment, pass) }
    pass.controls.append((title, { isOn.wrappedValue.toggle() }))
  }
}

extension Toggle where Label == Text {
  public init(_ title: some StringProtocol, isOn: Binding<Bool>) {
    self.init(isOn: isOn) { Text(title) }
  }
}
