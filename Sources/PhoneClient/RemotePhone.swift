import Foundation
import PhoneAPI
import PhoneLink
import Timekeeping

/// The phone that has started this process: each service makes calls over the link.
package final class RemotePhone: Phone {
  let connection: PhoneConnection
  let services: RemoteServices
  let motion: RemoteMotion
  private let ownClock = RemoteClock()
  /// The managers by number. The app owns them, so that a released manager receives nothing.
  private var managers: [Int64: WeakManager] = [:]
  private var monitors: [Int64: RemoteLocationMonitor] = [:]

  private struct WeakManager { weak var manager: RemoteLocationManager? }

  package init(_ connection: PhoneConnection) {
    self.connection = connection
    services = RemoteServices(connection)
    motion = RemoteMotion(connection)
  }

  package var clock: any PhoneAPI.Clock { ownClock }
  package var application: any Application { services }
  package var device: any Device { services }
  package var container: any Container { services }
  package var backgroundTasks: any BackgroundTaskScheduler { services.tasks }
  package var http: any HTTPClient { services.http }
  package var backgroundTransfers: any BackgroundTransfers { services.transfers }
  package var notifications: any UserNotificationCenter { services.notifications }
  package var push: any PushRegistry { services.push }
  package var motionActivity: any MotionActivityManager { motion }
  package var pedometer: any Pedometer { motion.pedometer }
  package var altimeter: any Altimeter { motion.altimeter }
  package var wifi: any WiFi { services.wifi }
  package var geocoder: any Geocoder { services.geocoder }
  package var audioSession: any AudioSession { services.car }
  package var bluetooth: any BluetoothCentral { services.car }
  package var cryptography: any CryptographicServices { services.cryptography }

  package func makeLocationManager() -> any LocationManager {
    let number = connection.call(.makeLocationManager).whole ?? 0
    let manager = RemoteLocationManager(number, connection)
    managers[number] = WeakManager(manager: manager)
    return manager
  }

  package func makeLocationMonitor(named name: String) -> any LocationMonitor {
    let number = connection.call(.makeMonitor, ["name": .text(name)]).whole ?? 0
    let monitor = RemoteLocationMonitor(number, name, connection)
    monitors[number] = monitor
    return monitor
  }

  package func note(_ behavior: String, _ message: @autoclosure () -> String) {
    connection.call(.note, ["text": .text("\(behavior): \(message())")])
  }

  /// Reports that the app has recorded a position, or has received and discarded it.
  package func report(_ call: LinkCall, _ location: Location) {
    connection.call(call, ["location": .object(LinkObject(location))])
  }

  // MARK: Events

  /// Passes an event of a service to the app's callback for it.
  ///
  /// - Returns: false for an event of the app's life, which the caller passes on.
  package func receive(_ event: LinkEvent, _ message: LinkObject) -> Bool {
    switch event {
    case .locations, .locationFailure, .authorization, .paused, .resumed, .visit, .regionEntry,
      .regionExit, .regionState, .regionFailure, .heading, .liveUpdate:
      message["manager"].whole.flatMap { managers[$0]?.manager }?.receive(event, message)
    case .condition: message["monitor"].whole.flatMap { monitors[$0] }?.receive(message)
    case .backgroundTaskExpired:
      if let number = message["task"].whole { services.expirations[number]?.expire() }
    case .task: services.tasks.launched(message)
    case .taskExpired: services.tasks.expired(message)
    case .transfer:
      services.transfers.onFinish?(message["identifier"].text ?? "", message.answer)
    case .reachability: services.http.onReachabilityChange?()
    case .notificationResponse:
      services.notifications.onResponse?(
        message["identifier"].text ?? "", message["action"].text ?? "")
    case .pushToken: services.push.onToken?(message["token"].text ?? "")
    case .voipToken: services.push.onVoIPToken?(message["token"].text ?? "")
    case .voipPush: services.push.onVoIPPush?(message["payload"].texts)
    case .activity, .pedometer, .altitude: motion.receive(event, message)
    case .power: services.onPowerChange?()
    case .thermalState: services.onThermalStateChange?()
    case .backgroundRefresh: services.onBackgroundRefreshChange?()
    case .audioRoute: services.car.onRouteChange?()
    case .accessory:
      services.car.onConnectionChange?(
        message["name"].text ?? "", message["connected"].flag ?? false)
    case .time, .response, .notificationsAnswer, .activities, .steps, .place: break
    case .launch, .foreground, .active, .inactive, .background, .terminate, .remoteNotification,
      .transferEvents, .act:
      return false
    }
    return true
  }
}

extension LinkValue {
  /// An object's texts by name.
  package var texts: [String: String] {
    Dictionary(
      (object?.members ?? []).compactMap { member in
        member.value.text.map { (member.name, $0) }
      }, uniquingKeysWith: { first, _ in first })
  }
}
