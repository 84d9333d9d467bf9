import Dispatch
import Foundation
import Synchronization

/// Signals that ask the program to end, handled on another thread rather than obeyed.
private struct HeededSignals {
  let numbers: [Int32]
  private let sources: [any DispatchSourceSignal]

  /// Returns when somebody listens: until then a signal ends the program as usual, where it would be lost if
  /// it were ignored from the beginning.
  init(_ handle: @escaping @Sendable () -> Void) {
    // Of a terminal's end nobody is to hear whom nohup(1) has started.
    numbers = [SIGINT, SIGTERM] + (isIgnored(SIGHUP) ? [] : [SIGHUP])
    let listening = DispatchSemaphore(value: 0)
    sources = numbers.map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: handle)
      source.setRegistrationHandler {
        // On Linux Dispatch has taken the signal by now; elsewhere it listens to what is ignored too.
        #if !os(Linux)
          signal(number, SIG_IGN)
        #endif
        listening.signal()
      }
      source.resume()
      return source
    }
    for _ in sources { listening.wait() }
  }

  /// From here on a signal ends the program as usual.
  func end() {
    for source in sources { source.cancel() }
    for number in numbers { signal(number, SIG_DFL) }
  }
}

package func isIgnored(_ number: Int32) -> Bool {
  let before = signal(number, SIG_DFL)
  defer { signal(number, before) }
  return unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
}

/// Cleans up when the person presses ^C, the terminal is closed, or the machine asks the program to go.
package final class Interruption {
  private let hasBegun = RaisedFlag()
  private let signals: HeededSignals

  /// `cleanUp` is called on another thread while the work goes on; the program ends after it.
  package init(_ cleanUp: @escaping @Sendable () -> Void) {
    signals = HeededSignals { [hasBegun] in
      hasBegun.raise()
      cleanUp()
      // Without unwinding: the threads at work must not find their files gone.
      _exit(ExitStatus.interrupted.rawValue)
    }
  }

  /// Does not return once a signal has come: the work may fail for want of files that are cleaned
  /// up, and that is no reason to end with another status.
  package func end() {
    while hasBegun.isUp { Thread.sleep(forTimeInterval: 1) }
    signals.end()
  }
}

/// A flag that goes up once, from any thread.
package final class RaisedFlag: Sendable {
  private let isSet = Mutex(false)

  package var isUp: Bool { isSet.withLock { $0 } }

  fileprivate func raise() { isSet.withLock { $0 = true } }
}

/// Notes that somebody wants the program to end, or that its terminal is gone, for work that stops by itself and
/// leaves what it has. The second time that somebody wants it the program ends at once.
package final class InterruptionRequest {
  package typealias Flag = RaisedFlag

  /// Up once the request was made.
  package let flag = Flag()
  private let signals: HeededSignals

  /// - Parameters:
  ///   - onRequest: for work that waits rather than asks; called on another thread.
  ///   - armed: has the same signal end the program at once. A second later, for timeout(1) and the like
  ///     signal the program and then its group, and mean it once.
  package init(
    _ onRequest: @escaping @Sendable () -> Void = {},
    armed: @escaping @Sendable (Int32) -> Void = { signal($0, SIG_DFL) }
  ) {
    signals = HeededSignals { [flag] in
      let isFirst = !flag.isUp
      flag.raise()
      guard isFirst else { return }
      onRequest()
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) {
        for number in [SIGINT, SIGTERM] { armed(number) }
      }
    }
  }

  /// Has to be called: what is let go listens no more.
  package func end() { signals.end() }
}
