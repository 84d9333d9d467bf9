import CSwiftObject
import Foundation

/// Makes objects of an app's classes by their `init()`, as the Objective-C runtime does on Apple's
/// systems.
///
/// Swift lets a type be made by name of its class alone only if its `init()` is `required`, which
/// the classes of published apps do not declare: an app's delegate is a plain
/// `class AppDelegate: UIResponder, UIApplicationDelegate`. Each class has its `init()` at the same
/// place of its metadata as `NSObject`, whose descriptor says where (docs/ABI/TypeMetadata.rst).
package enum ObjectMaker {
  /// Returns a new object of a class under `NSObject`.
  package static func make<Object: AnyObject>(_ type: Object.Type) -> Object? {
    (type as? NSObject.Type).flatMap(makeObject) as? Object
  }

  package static func makeObject(_ type: NSObject.Type) -> NSObject? {
    guard let place = initPlace,
      let function = UnsafeRawPointer(bitPattern: metadata(of: type)[place])
    else { return nil }
    let object = call_swift_init(function, UnsafeRawPointer(metadata(of: type)))
    return Unmanaged<NSObject>.fromOpaque(object).takeRetainedValue()
  }

  private static func metadata(of type: NSObject.Type) -> UnsafePointer<UInt> {
    unsafeBitCast(type as AnyClass, to: UnsafePointer<UInt>.self)
  }

  /// The place of `init()` in the metadata of `NSObject` and the classes under it, in words; nil if
  /// the library's `NSObject` is not as expected.
  private static let initPlace: Int? = {
    guard let address = UnsafeRawPointer(bitPattern: metadata(of: NSObject.self)[5]) else {
      return nil
    }
    let descriptor = address.assumingMemoryBound(to: UInt32.self)
    // A class with a table of methods, and nothing before the table that has no fixed length.
    guard descriptor[0] >> 16 == 0x8000 else { return nil }
    let (first, count) = (Int(descriptor[11]), Int(descriptor[12]))
    // Two words for each method: its flags, and where it is. An initializer has the kind 1.
    let inits = (0..<count).filter { descriptor[13 + 2 * $0] & 0x1F == 1 }
    return inits.count == 1 ? first + inits[0] : nil
  }()
}
