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
  /// The uptime at which the timer first fires, without the rounding of a `Date`.
  private var fireUptime: TimeSpan
  private var token: TimerToken?

  private var period: TimeSpan { .seconds(timeInterval) }

  @preconcurrency public init(
    timeInterval interval: TimeInterval, repeats: Bool,
    block: @escaping @Sendable (Timer) -> Void
  ) {
    // Foundation takes a tenth of a millisecond for an interval of zero or less.
    timeInterval = max(interval, 0.0001)
    self.repeats = repeats
    self.block = block
    fireDate = Date(timeIntervalSinceNow: timeInterval)
    fireUptime = CurrentPhone.phone.clock.uptime + .seconds(timeInterval)
  }

  @preconcurrency public convenience init(
    fire date: Date, interval: TimeInterval, repeats: Bool,
    block: @escaping @Sendable (Timer) -> Void
  ) {
    self.init(timeInterval: interval, repeats: repeats, block: block)
    fireDate = date
    fireUptime = CurrentPhone.phone.clock.uptime + .seconds(date.timeIntervalSinceNow)
  }

  @discardableResult
  @preconcurrency open class func scheduledTimer(
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
    let clock = CurrentPhone.phone.clock
    let wait = max(fireUptime - clock.uptime, .zero)
    let isPeriodic = repeats && wait == period
    token = clock.schedule(after: wait, repeats: isPeriodic) {
      self.fired(isPeriodic: isPeriodic)
    }
  }

  private func fired(isPeriodic: Bool) {
    if !isPeriodic { token = nil }
    fire()
    guard repeats, isValid else { return }
    fireDate = Date(timeIntervalSinceNow: timeInterval)
    guard !isPeriodic else { return }
    token = CurrentPhone.phone.clock.schedule(after: period, repeats: true) {
      self.fired(isPeriodic: true)
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

  open class var main: RunLoop { CurrentPhone.single(RunLoop.init) }
  open class var current: RunLoop { main }

  open func add(_ timer: Timer, forMode mode: Mode) { timer.schedule() }
  @preconcurrency open func perform(_ block: @escaping @Sendable () -> Void) {
    DispatchQueue.main.async(execute: block)
  }

  /// Passes events to the app until the phone ends the process.
  open func run() { CurrentPhone.serve() }
}
