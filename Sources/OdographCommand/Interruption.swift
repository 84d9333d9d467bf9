import Dispatch
import Foundation
import Synchronization

/// Has signals that ask for an end handled rather than obeyed, on another thread.
///
/// Returns when that is so: a signal ends the program as usual until then, where it would be lost if it were
/// ignored before anybody listens.
private func listen(_ handle: @escaping @Sendable () -> Void) -> [any DispatchSourceSignal] {
  let listening = DispatchSemaphore(value: 0)
  let sources = [SIGINT, SIGTERM].map { number in
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
  return sources
}

/// Cleans up when the person presses ^C or the machine asks the program to go.
final class Interruption {
  private let sources: [any DispatchSourceSignal]

  /// `cleanUp` is called on another thread while the work goes on; the program ends after it.
  init(_ cleanUp: @escaping @Sendable () -> Void) {
    sources = listen {
      cleanUp()
      // Without unwinding: the threads at work must not find their files gone.
      _exit(Ending.Status.interrupted.rawValue)
    }
  }

  /// From here on a signal ends the program as usual.
  func end() {
    for source in sources { source.cancel() }
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
  }
}

/// Notes that somebody wants the program to end, for work that stops by itself and leaves what it has. The
/// second time the program ends at once.
final class InterruptionRequest {
  /// Whether it was made; may be asked from any thread.
  final class Flag: Sendable {
    private let isSet = Mutex(false)

    var isUp: Bool { isSet.withLock { $0 } }

    fileprivate func raise() { isSet.withLock { $0 = true } }
  }

  let flag = Flag()
  private let sources: [any DispatchSourceSignal]

  /// - Parameters:
  ///   - onRequest: for work that waits rather than asks; called on another thread.
  ///   - armed: has the same signal end the program at once. A second later, for timeout(1) and the like
  ///     signal the program and then its group, and mean it once.
  init(
    _ onRequest: @escaping @Sendable () -> Void = {},
    armed: @escaping @Sendable (Int32) -> Void = { signal($0, SIG_DFL) }
  ) {
    sources = listen { [flag] in
      let isFirst = !flag.isUp
      flag.raise()
      guard isFirst else { return }
      onRequest()
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) {
        for number in [SIGINT, SIGTERM] { armed(number) }
      }
    }
  }

  /// From here on a signal ends the program as usual. Has to be called: what is let go listens no more.
  func end() {
    for source in sources { source.cancel() }
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
  }
}
