import Foundation
import PhoneAPI
import Timekeeping

/// A timer on the app's virtual time, with the interface of Foundation's.
open class Timer: NSObject, @unchecked Sendable {
  private var block: ((Timer) -> Void)?
  private let repeats: Bool
  public let timeInterval: TimeInterval
  open var tolerance: TimeInterval = 0
  open var userInfo: Any?
  public private(set) var isValid = true
  public private(set) var fireDate: Date
  private var token: TimerToken?

  public init(
    timeInterval interval: TimeInterval, repeats: Bool,
    block: @escaping @Sendable (Timer) -> Void
  ) {
    // Foundation takes a tenth of a millisecond for an interval of zero or less.
    timeInterval = max(interval, 0.0001)
    self.repeats = repeats
    self.block = block
    fireDate = Date(timeIntervalSinceNow: timeInterval)
  }

  public convenience init(
    fire date: Date, interval: TimeInterval, repeats: Bool,
    block: @escaping @Sendable (Timer) -> Void
  ) {
    self.init(timeInterval: interval, repeats: repeats, block: block)
    fireDate = date
  }

  @discardableResult
  open class func scheduledTimer(
    withTimeInterval interval: TimeInterval, repeats: Bool,
    block: @escaping @Sendable (Timer) -> Void
  ) -> Timer {
    let timer = Timer(timeInterval: interval, repeats: repeats, block: block)
    timer.schedule()
    return timer
  }

  /// Starts the timer. A timer that is scheduled twice runs once.
  func schedule() {
    guard isValid, token == nil else { return }
    let wait = max(fireDate.timeIntervalSinceNow, 0)
    token = CurrentPhone.phone.clock.schedule(after: .seconds(wait), repeats: false) {
      self.token = nil
      self.fire()
      guard self.repeats, self.isValid else { return }
      self.fireDate = Date(timeIntervalSinceNow: self.timeInterval)
      self.schedule()
    }
  }

  open func fire() {
    guard isValid else { return }
    block?(self)
    if !repeats { invalidate() }
  }

  open func invalidate() {
    isValid = false
    block = nil
    if let token { CurrentPhone.phone.clock.cancel(token) }
    token = nil
  }
}

/// The loop of the app's main thread on virtual time, with the interface of Foundation's as far as
/// trackers use it.
open class RunLoop: NSObject, @unchecked Sendable {
  public struct Mode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let `default` = Mode(rawValue: "kCFRunLoopDefaultMode")
    public static let common = Mode(rawValue: "kCFRunLoopCommonModes")
  }

  public static let main = RunLoop()
  open class var current: RunLoop { main }

  open func add(_ timer: Timer, forMode mode: Mode) { timer.schedule() }
  open func perform(_ block: @escaping @Sendable () -> Void) {
    DispatchQueue.main.async(execute: block)
  }

  /// Passes events to the app until the phone ends the process.
  open func run() { CurrentPhone.serve() }
}
