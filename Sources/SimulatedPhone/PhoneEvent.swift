/// Everything that the phone's queue can hold. Trivial values only: processes by number, callbacks by
/// slot, never closures, so that a kill can empty the slots and the queue need not know.
enum PhoneEvent: Sendable {
  /// Person or phone enter the next span of their day.
  case spanChanged
  /// The motion coprocessor has noticed that the phone lies still, or moves.
  case stillNoticed(since: Int)
  case movingNoticed(since: Int)
  /// Every ten seconds on the move, while a low-power service watches.
  case movementCheck

  case gnssFirstFix(attempt: Int)
  case gnssTick
  case gnssGiveUp(attempt: Int)
  case gnssTailOver
  case fallbackFix
  case restFix

  case networkFix
  case cachedFix(client: Int)
  case oneShotOver(client: Int)
  case pauseDue(client: Int)

  case regionCrossed(region: Int, crossing: Int)
  case visit(VisitEvent)
  case significantStart
  case significantIdle
  case task(TaskEvent)
  case push(PushEvent)
  case transfer(TransferEvent)
  case notificationDue(Int)

  case useOver(process: Int)
  case runTimeOver(process: Int)
  case backgroundTaskOver(process: Int, token: UInt64)
  case backgroundTaskOverrun(process: Int, token: UInt64)
  case memoryPressure(Int)
  case lifecycle(LifecycleEvent)
  case timer(process: Int, slot: Int)

  case requestReachesServer(process: Int, slot: Int)
  case answerArrives(process: Int, slot: Int)
  case modem(ModemEvent)
  case processorWindowOver
  case screenLocks

  case person(Int)
  case personFollowsUp(Int)
  case permission(PermissionEvent)
  case session(SessionEvent)
  case heading
  case motion(MotionEvent)
  case batteryCheck
}
