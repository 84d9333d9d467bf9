/// A reference that Swift does not count, for the code that runs at every fix or window of motion.
///
/// The parts of the phone exist exactly as long as the phone, so a call from one part to the next
/// needs no retain. But Swift retains and releases a reference atomically around each call through
/// a property. Six or so such pairs took a quarter of the time of a fix. Use this type only if the
/// owner always outlives the call.
struct Uncounted<Part: AnyObject> {
  private let reference: Unmanaged<Part>

  init(_ part: Part) { reference = .passUnretained(part) }

  @inline(__always)
  func follow<Result>(_ use: (Part) -> Result) -> Result {
    reference._withUnsafeGuaranteedRef { use($0) }
  }
}
