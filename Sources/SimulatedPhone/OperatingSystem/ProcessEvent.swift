/// The events of one process of the app. An event has no effect once its process is dead.
enum ProcessEvent: Sendable {
  case useOver
  case runTimeOver
  case backgroundTaskOver(token: UInt64)
  case backgroundTaskOverrun(token: UInt64)
  /// A launch or a change of the app's state took too long.
  case hangs
  case processorLimit
  case timer(slot: Int)
  case requestReachesServer(slot: Int)
  case answerArrives(slot: Int)
}

extension SimulatedPhone {
  func handle(_ event: ProcessEvent, of number: Int) {
    guard let process = process(number) else { return }
    switch event {
    case .useOver: apps.useOver(process)
    case .runTimeOver: apps.runTimeOver(process)
    case .backgroundTaskOver(let token): apps.backgroundTaskOver(process, token: token)
    case .backgroundTaskOverrun(let token): apps.backgroundTaskOverrun(process, token: token)
    case .hangs: apps.hangs(process)
    case .processorLimit: apps.processorLimit(process)
    case .timer(let slot): process.timerDue(slot: slot)
    case .requestReachesServer(let slot): http.reachServer(process, slot: slot)
    case .answerArrives(let slot): http.answerArrives(process, slot: slot)
    }
  }
}
