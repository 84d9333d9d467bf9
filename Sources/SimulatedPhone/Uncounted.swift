/// A reference that is followed without being counted, for the way of a fix.
///
/// The phone's parts live exactly as long as the phone, and a call from one to the next needs no proof of
/// it; but Swift counts a reference up and down around each call through a property, atomically, and
/// half a dozen such pairs took a quarter of the time of a fix. To be used where the owner, by its very
/// structure, outlives the call.
struct Uncounted<Part: AnyObject> {
  private let reference: Unmanaged<Part>

  init(_ part: Part) { reference = .passUnretained(part) }

  @inline(__always)
  func follow<Result>(_ use: (Part) -> Result) -> Result {
    reference._withUnsafeGuaranteedRef { use($0) }
  }
}
