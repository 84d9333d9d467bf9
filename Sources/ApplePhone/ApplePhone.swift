#if os(iOS) || os(Linux)
  import Foundation
  import PhoneAPI
  import Timekeeping

  /// The phone of an iOS app: PhoneAPI over Apple's frameworks, so that an app ships the code that
  /// was simulated.
  ///
  /// Create it on the main thread, and use it there alone. All of its callbacks come on the main
  /// thread. The app needs the declarations in its Info.plist that its `AppManifest` lists.
  /// Bluetooth accessories are unavailable: an app that connects to them uses CoreBluetooth itself.
  public final class ApplePhone: Phone {
    public let clock: any PhoneAPI.Clock = AppleClock()
    public let application: any Application = AppleApplication()
    public let device: any Device = AppleDevice()
    public let container: any Container = AppleContainer()
    public let backgroundTasks: any BackgroundTaskScheduler = AppleBackgroundTasks()
    public let http: any HTTPClient = AppleHTTPClient()
    public let notifications: any UserNotificationCenter = AppleNotifications()
    public let motionActivity: any MotionActivityManager = AppleMotionActivity()
    public let pedometer: any Pedometer = ApplePedometer()
    public let altimeter: any Altimeter = AppleAltimeter()
    public let wifi: any WiFi = AppleWiFi()
    public let geocoder: any Geocoder = AppleGeocoder()
    public let audioSession: any AudioSession = AppleAudioSession()
    public let bluetooth: any BluetoothCentral = NoBluetooth()
    public let cryptography: any CryptographicServices = AppleCryptography()

    public var push: any PushRegistry { pushRegistry }
    public var backgroundTransfers: any BackgroundTransfers { transfers }
    let pushRegistry = ApplePushRegistry()
    let transfers = AppleBackgroundTransfers()

    /// Called with each line that the app writes for its developer: the name of the behavior, and
    /// its action. The default discards them.
    public var onNote: ((_ behavior: String, _ message: String) -> Void)?

    public init() {}

    public func makeLocationManager() -> any LocationManager { AppleLocationManager() }

    public func makeLocationMonitor(named name: String) -> any LocationMonitor {
      AppleLocationMonitor(name: name)
    }

    public func note(_ behavior: String, _ message: @autoclosure () -> String) {
      onNote?(behavior, message())
    }
  }

  extension Instant {
    init(_ date: Date) {
      let seconds = date.timeIntervalSinceReferenceDate
      if date == .distantPast {
        self = .distantPast
      } else if date == .distantFuture {
        self = .distantFuture
      } else {
        // Foundation counts from 2001, 978,307,200 s after 1970.
        self = Instant(nanoseconds: 978_307_200_000_000_000) + .seconds(seconds)
      }
    }
  }

  extension Date {
    init(_ instant: Instant) {
      let span = instant - Instant(nanoseconds: 978_307_200_000_000_000)
      self.init(timeIntervalSinceReferenceDate: span.seconds)
    }
  }

  /// Returns the value of a query that Apple's frameworks answer on another queue.
  ///
  /// The main thread waits for the answer, which takes a few milliseconds. After a second without
  /// an answer the function returns nil.
  func answer<Value: Sendable>(
    _ query: (@escaping @Sendable (Value) -> Void) -> Void
  ) -> Value? {
    let box = AnswerBox<Value>()
    query { value in
      box.value = value
      box.semaphore.signal()
    }
    return box.semaphore.wait(timeout: .now() + 1) == .success ? box.value : nil
  }

  /// The answer of another queue. The semaphore orders the accesses.
  private final class AnswerBox<Value: Sendable>: @unchecked Sendable {
    var value: Value?
    let semaphore = DispatchSemaphore(value: 0)
  }
#endif
