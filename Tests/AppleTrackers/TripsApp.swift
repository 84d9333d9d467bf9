import CoreLocation
import SwiftUI

/// The model of an app with SwiftUI: it tracks from the user's tap on, also after a relaunch.
@MainActor final class TripModel: NSObject, ObservableObject, CLLocationManagerDelegate {
  @Published private(set) var count = 0
  @Published private(set) var isTracking = UserDefaults.standard.bool(forKey: "isTracking")
  private let manager = CLLocationManager()

  override init() {
    super.init()
    note("model", "\(isTracking)")
    manager.delegate = self
    manager.distanceFilter = 100
    manager.pausesLocationUpdatesAutomatically = false
    manager.allowsBackgroundLocationUpdates = true
    if isTracking { track() }
  }

  func toggle() {
    isTracking.toggle()
    UserDefaults.standard.set(isTracking, forKey: "isTracking")
    if isTracking {
      track()
    } else {
      manager.stopUpdatingLocation()
      manager.stopMonitoringSignificantLocationChanges()
    }
  }

  private func track() {
    manager.startUpdatingLocation()
    manager.startMonitoringSignificantLocationChanges()
  }

  nonisolated func locationManager(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) { MainActor.assumeIsolated { count += locations.count } }
}

class TripsDelegate: NSObject, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    note("launch", launchOptions?[.location] == nil ? "user" : "location")
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    note("delegate", "a call that an app with scenes does not get")
  }
}

@Observable final class TripOptions {
  var isFine = false
}

struct TripsApp: App {
  @UIApplicationDelegateAdaptor(TripsDelegate.self) private var delegate
  @StateObject private var model = TripModel()
  @Environment(\.scenePhase) private var scenePhase

  var body: some Scene {
    WindowGroup {
      TripView().environmentObject(model)
    }
    .onChange(of: scenePhase) { old, new in
      note("phase", "\(old) \(new)")
      if new == .background { note("count", model.count > 0 ? "positions" : "none") }
    }
  }
}

struct TripView: View {
  @EnvironmentObject private var model: TripModel
  @Environment(\.scenePhase) private var scenePhase
  @AppStorage("opened") private var opened = 0
  @State private var taps = 0
  @State private var options = TripOptions()

  var body: some View {
    List {
      Text("\(model.count) positions")
      Button(model.isTracking ? "Stop" : "Start") {
        taps += 1
        model.toggle()
      }
      OptionsView().environment(options)
      if model.isTracking {
        Text("Tracking").onAppear { note("row", "appears") }
          .onDisappear { note("row", "disappears") }
      }
    }
    .onAppear {
      opened += 1
      note("appear", "\(opened)")
    }
    .task { note("task", "\(model.isTracking)") }
    .onChange(of: model.isTracking) { _, isTracking in note("tracking", "\(isTracking) \(taps)") }
    .onChange(of: scenePhase) { phase in if phase == .active { note("view", "\(phase)") } }
    .onOpenURL { note("url", "\($0)") }
    .onReceive(model.$count.dropFirst()) { count in if count == 1 { note("first", "\(count)") } }
  }
}

struct OptionsView: View {
  @Environment(TripOptions.self) private var options

  var body: some View {
    @Bindable var options = options
    Toggle("Fine", isOn: $options.isFine)
      .onChange(of: options.isFine) { old, new in note("fine", "\(old) \(new)") }
    ForEach(["Mo", "Tu"], id: \.self) { day in Text(day) }
  }
}
