/// A part of the phone, such as its modem or its task scheduler. The phone creates its parts and
/// ends with them.
///
/// Calls from a part to its phone are many. Swift retains and releases, atomically, what a variable
/// or an unowned property refers to, but not what a constant refers to. So the part refers to the
/// phone by a constant, and gives this reference back, because phone and part would otherwise keep
/// each other for ever.
class PhonePart {
  final let phone: SimulatedPhone

  init(phone: SimulatedPhone) {
    self.phone = phone
    Unmanaged.passUnretained(phone).release()
  }

  deinit { _ = Unmanaged.passUnretained(phone).retain() }
}
