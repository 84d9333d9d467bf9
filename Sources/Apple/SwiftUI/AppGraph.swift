import AppleProcess
import Foundation
import Observation
import PhoneAPI
import UIKit

/// The tree of an app, and the times at which it is evaluated: at the launch, when the phase
/// changes, and after changes of state while the app is not in the background.
final class AppGraph: @unchecked Sendable {
  @MainActor private let evaluate: (AppGraph, EnvironmentValues, Pass) -> Void
  /// True once the app has been in the foreground: its windows have content from then on.
  @MainActor private(set) var isConnected = false
  @MainActor private var phase = ScenePhase.background
  @MainActor private var passCount = 0
  @MainActor private var controls: [(title: String, act: @MainActor () -> Void)] = []
  @MainActor private var urlReceivers: [(URL) -> Void] = []
  private var isDirty = false
  private var observer: (any NSObjectProtocol)?

  @MainActor init<Content: App>(_ app: Content) {
    let root = Node(Content.self)
    evaluate = { graph, environment, pass in
      root.connect(app, environment, graph)
      root.evaluate(graph.observing { app.body }, environment, pass)
    }
    observer = NotificationCenter.default.addObserver(
      forName: AppleProcess.UserDefaults.didChangeNotification, object: nil, queue: nil
    ) { [weak self] _ in self?.changed() }
  }

  @MainActor func receive(_ event: AppEvent) {
    switch event {
    case .launched(let launch):
      if !launch.isInBackground {
        isConnected = true
        phase = .inactive
      }
      update()
    case .willEnterForeground:
      isConnected = true
      set(.inactive)
    case .didBecomeActive:
      isConnected = true
      set(.active)
    case .willResignActive: set(.inactive)
    case .didEnterBackground: set(.background)
    case .act(let action):
      if phase == .active, let control = controls.first(where: { $0.title == action.name }) {
        control.act()
      } else if let url = action.url {
        for receive in urlReceivers { receive(url) }
      }
    case .willTerminate, .remoteNotification, .backgroundTransfers: break
    }
  }

  @MainActor private func set(_ phase: ScenePhase) {
    guard phase != self.phase else { return }
    self.phase = phase
    update()
  }

  /// Evaluates the app soon, after a change of state. In the background it waits.
  func changed() {
    guard !isDirty else { return }
    isDirty = true
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.isDirty, self.phase != .background else { return }
        self.update()
      }
    }
  }

  @MainActor private func update() {
    isDirty = false
    passCount += 1
    let pass = Pass(passCount, self)
    var environment = EnvironmentValues()
    environment.scenePhase = phase
    evaluate(self, environment, pass)
    controls = pass.controls
    urlReceivers = pass.urlReceivers
    for action in pass.actions { action() }
  }

  /// Returns a body, and evaluates the app again when an observable object that it has read
  /// changes.
  func observing<Body>(_ body: () -> Body) -> Body {
    withObservationTracking(body) { [weak self] in self?.changed() }
  }
}
