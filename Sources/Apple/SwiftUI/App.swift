@_exported import AppleCombine
import AppleProcess
@_exported import Foundation
@_exported import Observation
@_exported import UIKit

/// An app. `@main` runs it on the phone.
///
/// Stand-in: the body is evaluated at each launch, after the delegate's `didFinishLaunching`, also
/// in the background. So the app's own state objects are made at each launch.
@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}

extension App {
  /// Runs the app until the phone ends the process.
  public static func main() {
    start()
    CurrentPhone.serve()
  }

  /// Creates the app, and passes it the events of its life.
  package static func start() {
    let app = Self()
    let delegates = Mirror(reflecting: app).children.compactMap {
      ($0.value as? any AdaptedDelegate)?.delegate
    }
    UIApplication.shared.delegate = delegates.first
    let graph = AppGraph(app)
    AppleApp.listen(hasScenes: true) { graph.receive($0) }
  }
}

/// A part of an app, such as its windows.
@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
}

extension Never: Scene {}

extension Scene where Body == Never {
  public var body: Never { fatalError("\(Self.self) has no body") }
}

/// A scene that the graph visits itself, rather than its body.
@MainActor protocol PrimitiveScene {
  func visit(_ node: Node, _ environment: EnvironmentValues, _ pass: Pass)
}

@resultBuilder public enum SceneBuilder {
  public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

/// The windows of an app. A phone shows one.
///
/// Stand-in: its content is evaluated from the time at which the app first comes to the foreground.
public struct WindowGroup<Content: View>: Scene, PrimitiveScene {
  public typealias Body = Never
  private let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  public init(id: String, @ViewBuilder content: () -> Content) { self.content = content() }

  func visit(_ node: Node, _ environment: EnvironmentValues, _ pass: Pass) {
    if pass.graph.isConnected { node.evaluate(content, environment, pass) }
  }
}

/// The phase of the app's window: that of the app, since a phone shows one.
public enum ScenePhase: Int, Comparable, Sendable {
  case background, inactive, active

  public static func < (a: ScenePhase, b: ScenePhase) -> Bool { a.rawValue < b.rawValue }
}

@MainActor private protocol AdaptedDelegate {
  var delegate: any UIApplicationDelegate { get }
}

/// The delegate of an app whose life SwiftUI runs. As with scenes of UIKit, it does not get the
/// calls about foreground and background.
@MainActor @preconcurrency @propertyWrapper
public struct UIApplicationDelegateAdaptor<DelegateType: NSObject & UIApplicationDelegate>:
  DynamicProperty, AdaptedDelegate
{
  public let wrappedValue: DelegateType
  fileprivate var delegate: any UIApplicationDelegate { wrappedValue }

  public init(_ type: DelegateType.Type = DelegateType.self) {
    guard let delegate = ObjectMaker.make(type) else { fatalError("\(type) cannot be made") }
    wrappedValue = delegate
  }
}
