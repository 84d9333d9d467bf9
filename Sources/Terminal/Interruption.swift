import Dispatch
import Foundation
import Synchronization

/// A handler of the signals that ask the program to end. It runs on another thread, and the signals
/// no longer end the program.
private struct SignalHandler {
  let numbers: [Int32]
  private let sources: [any DispatchSourceSignal]

  /// Starts to handle the signals, and returns after the handlers are installed.
  ///
  /// Before the handlers are installed, a signal ends the program as usual, so no signal is lost.
  init(_ handle: @escaping @Sendable () -> Void) {
    // Leave SIGHUP ignored if it already is, as under nohup(1).
    numbers = [SIGINT, SIGTERM] + (isIgnored(SIGHUP) ? [] : [SIGHUP])
    let listening = DispatchSemaphore(value: 0)
    sources = numbers.map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: handle)
      source.setRegistrationHandler {
        // Elsewhere Dispatch also receives ignored signals.
        #if os(Linux)
          ReceivedSignals.receive(number)
        #else
          signal(number, SIG_IGN)
        #endif
        listening.signal()
      }
      source.resume()
      return source
    }
    for _ in sources { listening.wait() }
  }

  /// Restores the default, so that a signal ends the program again.
  func end() {
    for source in sources { source.cancel() }
    for number in numbers { signal(number, SIG_DFL) }
  }
}

#if os(Linux)
  /// The action by which Dispatch receives a signal: it masks the signal in the thread that got it,
  /// so that a thread of Dispatch reads it.
  ///
  /// Dispatch sets the action once for each signal, and `SignalHandler.end()` sets the default. The
  /// next handler of the same signal must therefore set the action again.
  private enum ReceivedSignals {
    private struct Action: @unchecked Sendable { var value = sigaction() }

    private static let actions = Mutex<[Int32: Action]>([:])

    /// Keeps the action that Dispatch has set for a signal, or sets it again.
    static func receive(_ number: Int32) {
      actions.withLock { actions in
        if var known = actions[number] {
          sigaction(number, &known.value, nil)
        } else {
          var action = Action()
          sigaction(number, nil, &action.value)
          actions[number] = action
        }
      }
    }
  }
#endif

package func isIgnored(_ number: Int32) -> Bool {
  let before = signal(number, SIG_DFL)
  defer { signal(number, before) }
  return unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
}

/// A clean-up that runs when the user presses ^C, the terminal closes, or the system ends the
/// program.
package final class Interruption {
  private let hasBegun = RaisedFlag()
  private let signals: SignalHandler

  /// Starts to handle signals.
  ///
  /// - Parameter cleanUp: Called on another thread while the program's work continues. The program
  ///   ends after the clean-up.
  package init(_ cleanUp: @escaping @Sendable () -> Void) {
    signals = SignalHandler { [hasBegun] in
      hasBegun.raise()
      cleanUp()
      // Exit without unwinding: the working threads must not find their files removed.
      _exit(ExitStatus.interrupted.rawValue)
    }
  }

  /// Ends the handling of signals, or never returns if a signal has already arrived.
  ///
  /// After a signal, this function waits until the clean-up ends the program. If the function
  /// returned, the work could fail, because the clean-up removes the files of the work. The failure
  /// would change the exit status.
  package func end() {
    while hasBegun.isUp { Thread.sleep(forTimeInterval: 1) }
    signals.end()
  }
}

/// A flag that any thread can set and that stays set.
package final class RaisedFlag: Sendable {
  private let isSet = Mutex(false)

  package var isUp: Bool { isSet.withLock { $0 } }

  fileprivate func raise() { isSet.withLock { $0 = true } }
}

/// A request to end the program, for work that stops by itself and keeps its results.
///
/// The request is a signal from the user or from a terminal that is closed. A second request ends
/// the program at once.
package final class InterruptionRequest {
  package typealias Flag = RaisedFlag

  /// The flag that is set when the program is asked to end.
  package let flag = Flag()
  private let signals: SignalHandler

  /// Starts to handle signals.
  ///
  /// - Parameters:
  ///   - onRequest: Called on another thread at the first request, for work that waits and does not
  ///     check `flag` repeatedly.
  ///   - armed: Called one second after the first request; from then on, the same signal ends the
  ///     program at once. The delay is needed since timeout(1) and similar programs send one
  ///     request twice, to the program and to its process group.
  package init(
    _ onRequest: @escaping @Sendable () -> Void = {},
    armed: @escaping @Sendable (Int32) -> Void = { signal($0, SIG_DFL) }
  ) {
    signals = SignalHandler { [flag] in
      let isFirst = !flag.isUp
      flag.raise()
      guard isFirst else { return }
      onRequest()
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) {
        for number in [SIGINT, SIGTERM] { armed(number) }
      }
    }
  }

  /// Ends the handling of signals. Call it before you release the object, since a released object
  /// handles no signals.
  package func end() { signals.end() }
}
