import Timekeeping

/// Functions that write a member of a JSON object: a key in plain ASCII, then its value.
extension JSONWriter {
  mutating func beginObject(_ name: StaticString) {
    key(name)
    beginObject()
  }

  mutating func beginArray(_ name: StaticString) {
    key(name)
    beginArray()
  }

  mutating func boolean(_ name: StaticString, _ value: Bool) {
    key(name)
    boolean(value)
  }

  mutating func plain(_ name: StaticString, _ text: StaticString) {
    key(name)
    plain(text)
  }

  mutating func string(_ name: StaticString, _ text: String) {
    key(name)
    string(text)
  }

  mutating func number(_ name: StaticString, _ value: Int) {
    key(name)
    number(value)
  }

  mutating func number(_ name: StaticString, _ value: Double) {
    key(name)
    number(value)
  }

  mutating func number(_ name: StaticString, _ value: Float) {
    key(name)
    number(value)
  }

  mutating func instant(_ name: StaticString, _ value: Instant) {
    key(name)
    instant(value)
  }
}
