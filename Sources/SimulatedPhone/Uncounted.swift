/// A reference that is used without reference counting, for the code that every fix runs through.
///
/// The phone's parts exist exactly as long as the phone, so a call from one to the next needs no
/// retain. But Swift retains and releases a reference atomically around each call through a
/// property, and half a dozen such pairs took a quarter of the time of a fix. Use it only where the
/// owner always outlives the call.
struct Uncounted<Part: AnyObject> {
  private let reference: Unmanaged<Part>

  init(_ part: Part) { reference = .passUnretained(part) }

  @inline(__always)
  func follow<Result>(_ use: (Part) -> Result) -> Result {
    reference._withUnsafeGuaranteedRef { use($0) }
  }
}
