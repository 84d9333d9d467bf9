/// A line of JSON without the blanks that stand between its parts; nil where there are none.
func compactJSON(_ line: [UInt8]) -> [UInt8]? {
  var compact: [UInt8] = []
  compact.reserveCapacity(line.count)
  var isInString = false
  var isEscaped = false
  for byte in line {
    let isBlank = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    if isBlank, !isInString { continue }
    compact.append(byte)
    if isInString, !isEscaped, byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else {
      if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
      isEscaped = false
    }
  }
  return compact.count < line.count ? compact : nil
}
