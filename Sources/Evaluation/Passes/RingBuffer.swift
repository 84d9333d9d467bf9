/// A ring buffer: a queue in one block of memory. When it is full, its size is doubled.
struct RingBuffer<Element>: RandomAccessCollection {
  private var storage: [Element] = []
  private var head = 0
  private(set) var count = 0

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> Element {
    get { storage[(head + index) & (storage.count - 1)] }
    set { storage[(head + index) & (storage.count - 1)] = newValue }
  }

  mutating func append(_ element: Element) {
    if count == storage.count { grow(filledWith: element) }
    storage[(head + count) & (storage.count - 1)] = element
    count += 1
  }

  @discardableResult
  mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = storage[head]
    head = (head + 1) & (storage.count - 1)
    count -= 1
    return element
  }

  /// Returns the index of the first element for which `isBefore` is false, by binary search;
  /// `count` if there is none. The elements for which it is true must come first.
  @inline(__always)
  func partitioningIndex(_ isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Doubles the storage. The size is a power of two, so that an index can wrap by a bit mask.
  private mutating func grow(filledWith element: Element) {
    var larger: [Element] = []
    larger.reserveCapacity(count + Swift.max(64, count))
    larger.append(contentsOf: storage[head...])
    larger.append(contentsOf: storage[..<head])
    larger.append(contentsOf: repeatElement(element, count: Swift.max(64, count)))
    storage = larger
    head = 0
  }
}
