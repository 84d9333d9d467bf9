import Foundation

/// Returns the text in gzip's format, with stored instead of compressed blocks: header, one block,
/// CRC, length.
package func gzipped(_ text: String) -> Data? {
  let bytes = Array(text.utf8)
  guard bytes.count < 65536 else { return nil }
  var crc: UInt32 = 0xFFFF_FFFF
  for byte in bytes {
    crc ^= UInt32(byte)
    for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
  }
  let length = UInt16(bytes.count)
  var data = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 1])
  for half in [length, ~length] { data += [UInt8(half & 255), UInt8(half >> 8)] }
  data += bytes
  for word in [~crc, UInt32(length)] {
    for shift in [0, 8, 16, 24] { data.append(UInt8(truncatingIfNeeded: word >> UInt32(shift))) }
  }
  return data
}
