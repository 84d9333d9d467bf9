import CVirtualTime
import Foundation
import PhoneAPI
import Timekeeping

/// A process of an app as Apple's modules see it: its phone, and the objects that exist once in a
/// process, such as `UIApplication.shared`.
///
/// An app that a phone has started has one for its whole process. An app that shares its process
/// with a test has one on its thread, for each launch.
package final class AppContext {
  package let phone: any Phone
  /// The center of the process's notifications.
  let center: Foundation.NotificationCenter
  let mainOperationQueue: Foundation.OperationQueue
  private var objects: [ObjectIdentifier: AnyObject] = [:]
  /// Called with each event of the app's life. UIKit sets it.
  package var onEvent: ((AppEvent) -> Void)?
  /// The class that the Info.plist names for the delegate of a scene; nil for an app without.
  package var sceneDelegateName: String?
  /// The launch, for code that starts to listen later.
  package private(set) var launch: Launch?
  /// Called with the positions that the app receives, before the app.
  package var onDelivery: (([Location]) -> Void)?
  private var threadPhone: UnsafeMutablePointer<virtual_time_phone_t>?
  private var randomState: UInt64?

  /// Creates the context of a process of its own.
  init(linked phone: any Phone) {
    self.phone = phone
    center = .default
    mainOperationQueue = .main
  }

  /// Creates the context of a launch on this thread, and makes it the thread's.
  package init(onThisThreadWith phone: any Phone) {
    self.phone = phone
    center = NotificationCenter()
    mainOperationQueue = Foundation.OperationQueue()
    mainOperationQueue.maxConcurrentOperationCount = 1
    mainOperationQueue.underlyingQueue = .main
    let pointer = UnsafeMutablePointer<virtual_time_phone_t>.allocate(capacity: 1)
    pointer.initialize(to: .calling(self))
    threadPhone = pointer
    // Foundation makes its object of the thread now, while it does not take it for the main thread.
    _ = Thread.current
    enterThread()
    Self.replaceLastOfThisThread(by: self)
  }

  deinit {
    leaveThread()
    threadPhone?.deallocate()
  }

  /// Makes the clocks and queues of the thread those of the phone.
  package func enterThread() { virtual_time_set_thread_phone(threadPhone) }

  /// Gives the thread its real clocks and queues back. Calls that objects of the ended process
  /// still make have no effect.
  package func leaveThread() {
    guard let threadPhone, virtual_time_thread_phone() == UnsafePointer(threadPhone) else { return }
    virtual_time_set_thread_phone(nil)
  }

  /// The newest context of this thread, for objects that are released after their process.
  package static var lastOfThisThread: AppContext? {
    at(virtual_time_thread_object())
  }

  /// Keeps the newest context of this thread, and releases the one before.
  private static func replaceLastOfThisThread(by context: AppContext) {
    let former = virtual_time_thread_object()
    virtual_time_set_thread_object(Unmanaged.passRetained(context).toOpaque())
    if let former { Unmanaged<AppContext>.fromOpaque(former).release() }
  }

  /// Returns the process's only object of a class.
  func single<Object: AnyObject>(_ make: () -> Object) -> Object {
    let key = ObjectIdentifier(Object.self)
    if let object = objects[key] as? Object { return object }
    let object = make()
    objects[key] = object
    return object
  }

  /// Passes an event of the app's life on.
  package func receive(_ event: AppEvent) {
    switch event {
    case .launched(let launch):
      self.launch = launch
      // Results of background sessions may come before the app makes a session.
      _ = BackgroundSessions.current
    case .backgroundTransfers(let session, _): BackgroundSessions.current.begins(session)
    default: break
    }
    onEvent?(event)
  }

  /// Draws random bits: SplitMix64 (Steele, Lea, Flood 2014), with a seed from the phone. An app
  /// that needs none draws none from the phone.
  fileprivate func randomBits() -> UInt64 {
    let state =
      randomState
      ?? phone.cryptography.randomBytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let next = state &+ 0x9E37_79B9_7F4A_7C15
    randomState = next
    var z = next
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension virtual_time_phone_t {
  /// Returns the functions that read and schedule on a context's phone.
  fileprivate static func calling(_ context: AppContext) -> virtual_time_phone_t {
    virtual_time_phone_t(
      context: Unmanaged.passUnretained(context).toOpaque(),
      wall: { AppContext.at($0)?.phone.clock.now.nanoseconds ?? 0 },
      // libdispatch takes an uptime of zero for "now".
      uptime: { (AppContext.at($0)?.phone.clock.uptime.nanoseconds ?? 0) &+ 1_000_000_000 },
      random: { AppContext.at($0)?.randomBits() ?? 0 },
      call_after: { context, nanoseconds, argument, function in
        guard let function else { return }
        _ = AppContext.at(context)?.phone.clock.schedule(
          after: TimeSpan(nanoseconds: nanoseconds), repeats: false
        ) { function(argument) }
      })
  }
}

extension AppContext {
  fileprivate static func at(_ pointer: UnsafeMutableRawPointer?) -> AppContext? {
    pointer.map { Unmanaged<AppContext>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The context of an app that shares its process and runs on this thread.
  static var ofThisThread: AppContext? { at(virtual_time_thread_phone()?.pointee.context) }
}
